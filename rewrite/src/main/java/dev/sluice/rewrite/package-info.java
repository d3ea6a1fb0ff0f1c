/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/** The Parquet compaction engine. Knows files and columns, no table format. */
@NullMarked
package dev.sluice.rewrite;

import org.jspecify.annotations.NullMarked;
