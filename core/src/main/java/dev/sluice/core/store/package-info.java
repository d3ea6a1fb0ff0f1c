/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The store port: how the product lists, reads, writes and deletes files, whatever holds them.
 *
 * <p>Implemented by the module {@code storage}. Knows {@code fault} only.
 */
@NullMarked
package dev.sluice.core.store;

import org.jspecify.annotations.NullMarked;
