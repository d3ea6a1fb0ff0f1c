/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The parts of the engine, in the order of the bytes: footers are read and bound to the output's schema, row groups are
 * planned, the pages of one column are read, merged and written by one task, chunks become files. Each part is a class
 * of its own so that a faster one can take its place. Touches storage only through the store port, files only through
 * parquet-java's levels, values and metadata, and never a Hadoop file system.
 */
@NullMarked
package dev.sluice.rewrite.engine;

import org.jspecify.annotations.NullMarked;
