/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One live data file of a table. Files that only hold deletes are not data files.
 *
 * @param path as the table's metadata spells it; a file's identity is its path together with {@code deletes}
 * @param rows rows stored in the file, deleted ones included, or {@link #UNKNOWN_ROWS}
 * @param deletedRows rows of it that deletes take away
 * @param deletes identity of the deletes that apply to it, empty where none do
 * @param changedAt when it was written or last changed, by the table's own account
 * @param leaveAlone why Sluice does not rewrite it, null where it may
 * @param countsDeletedRows false where deletes apply to it of which the metadata does not tell how many rows they take away
 */
public record DataFile(
        String path,
        Bytes size,
        long rows,
        long deletedRows,
        String deletes,
        Partition partition,
        Instant changedAt,
        @Nullable String leaveAlone,
        boolean countsDeletedRows) {

    public static final long UNKNOWN_ROWS = -1;

    /** A file of which the metadata tells how many rows are deleted. */
    public DataFile(
            String path,
            Bytes size,
            long rows,
            long deletedRows,
            String deletes,
            Partition partition,
            Instant changedAt,
            @Nullable String leaveAlone) {
        this(path, size, rows, deletedRows, deletes, partition, changedAt, leaveAlone, true);
    }

    public boolean knowsItsRows() {
        return rows != UNKNOWN_ROWS;
    }
}
