/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** Bytes and seconds against peers, in one run. May use every module and the peers; nothing uses it. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
