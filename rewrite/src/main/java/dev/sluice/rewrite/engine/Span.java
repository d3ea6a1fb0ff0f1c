/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.rewrite.RowMask;
import dev.sluice.rewrite.engine.InputFooter.RowGroupPlace;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A run of rows of one row group of one input.
 *
 * @param firstRow the first row's position in the file
 * @param from the first row's position in the row group
 * @param deleted the rows that a mask deletes, counted from the span's first; null if none
 */
record Span(
        OpenInput input,
        int rowGroup,
        long firstRow,
        long from,
        int rows,
        @Nullable BitSet deleted) {

    static Span of(OpenInput input, int rowGroup, long groupStart, long from, int rows) {
        return new Span(input, rowGroup, groupStart + from, from, rows, deleted(input, groupStart + from, rows));
    }

    private static @Nullable BitSet deleted(OpenInput input, long firstRow, int rows) {
        RowMask mask = input.input().mask();
        BitSet deleted = null;
        long end = firstRow + rows;
        for (long row = mask.nextDeleted(firstRow); row < end; row = mask.nextDeleted(row + 1)) {
            if (deleted == null) {
                deleted = new BitSet(rows);
            }
            deleted.set((int) (row - firstRow));
        }
        return deleted;
    }

    RowGroupPlace place() {
        return input.footer().rowGroups().get(rowGroup);
    }

    boolean isDeleted(long row) {
        return deleted != null && deleted.get((int) row);
    }

    int live() {
        return deleted == null ? rows : rows - deleted.cardinality();
    }

    /** The row of the row group after the last of these. */
    long end() {
        return from + rows;
    }

    boolean endsRowGroup() {
        return end() == place().rows();
    }

    boolean isInSameRowGroupAs(Span other) {
        return input == other.input && rowGroup == other.rowGroup;
    }
}
