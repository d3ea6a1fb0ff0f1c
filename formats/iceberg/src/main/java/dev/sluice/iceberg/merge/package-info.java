/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * Writes rows of some files into fewer, by columns with the rewrite engine or row by row with Iceberg's own writers, as the
 * table's properties ask for, and proves what was written.
 *
 * <p>The one place that opens data files to write them; each is announced before. Commits nothing.
 */
@NullMarked
package dev.sluice.iceberg.merge;

import org.jspecify.annotations.NullMarked;
