/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * The Parquet compaction engine: files of one schema in, fewer and larger files out, by columns. It knows files and
 * columns and no table format, and it touches storage only through {@link dev.sluice.core.store.Store}.
 */
@NullMarked
package dev.sluice.rewrite;

import org.jspecify.annotations.NullMarked;
