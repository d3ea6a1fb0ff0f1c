/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Bytes and seconds against peers, in one run. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
