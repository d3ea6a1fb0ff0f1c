/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The store port for local files.
 *
 * <p>May touch the file system and nothing else. Knows core's packages {@code fault} and {@code store} only.
 */
@NullMarked
package dev.sluice.storage;

import org.jspecify.annotations.NullMarked;
