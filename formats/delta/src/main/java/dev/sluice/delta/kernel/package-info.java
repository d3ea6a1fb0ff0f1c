/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The ground Delta Kernel stands on: an engine whose every read and write goes through the store port.
 *
 * <p>Knows Kernel's engine interfaces and core's packages {@code fault} and {@code store}; touches no file system itself,
 * neither the JDK's nor Hadoop's.
 */
@NullMarked
package dev.sluice.delta.kernel;

import org.jspecify.annotations.NullMarked;
