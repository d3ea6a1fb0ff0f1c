/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
/**
 * One version of a table as found: its live files, partitions, deletes, manifests and past, and what keeps it from being
 * changed.
 *
 * <p>All of it is told from metadata: no data file is opened here, and nothing is written.
 */
@NullMarked
package dev.sluice.iceberg.version;

import org.jspecify.annotations.NullMarked;
