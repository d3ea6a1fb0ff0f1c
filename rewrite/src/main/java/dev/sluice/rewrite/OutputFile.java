/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import java.time.Instant;
import java.util.List;

/**
 * One complete file that a rewrite made.
 *
 * @param rowGroupOffsets where each row group begins, for readers that split files
 * @param metrics the chosen columns, in the order of the schema
 */
public record OutputFile(
        Location location,
        Bytes size,
        Instant modifiedAt,
        long rows,
        List<Long> rowGroupOffsets,
        List<ColumnMetrics> metrics) {

    public OutputFile {
        rowGroupOffsets = List.copyOf(rowGroupOffsets);
        metrics = List.copyOf(metrics);
    }
}
