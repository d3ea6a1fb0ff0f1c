/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The store port for local files, and {@link dev.sluice.storage.Stores}, which finds the store of a location.
 *
 * <p>Knows core's packages {@code fault} and {@code store} only, and the stores below it.
 */
@NullMarked
package dev.sluice.storage;

import org.jspecify.annotations.NullMarked;
