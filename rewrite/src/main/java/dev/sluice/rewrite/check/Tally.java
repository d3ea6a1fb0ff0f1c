/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.jspecify.annotations.Nullable;

/** The sums over all rows of one side, into which many threads add what they have read. */
final class Tally {

    private final List<ColumnPath> columns;
    private final long[] columnSums;
    private long rows;
    private long sum;
    private long otherSum;

    Tally(List<ColumnPath> columns) {
        this.columns = columns;
        this.columnSums = new long[columns.size()];
    }

    synchronized ContentHash total() {
        Map<ColumnPath, Long> sums = new HashMap<>();
        for (int column = 0; column < columnSums.length; column++) {
            sums.put(columns.get(column), columnSums[column]);
        }
        return new ContentHash(rows, "%016x%016x".formatted(sum, otherSum), sums);
    }

    private synchronized void add(Part part, long live, long partSum, long partOtherSum) {
        rows += live;
        sum += partSum;
        otherSum += partOtherSum;
        for (int column = 0; column < columnSums.length; column++) {
            columnSums[column] += part.columnSums[column];
        }
    }

    /** Some rows of one file, to which the columns come one by one, maybe at the same time. */
    final class Part {

        private final long[] rowSums;
        private final long[] columnSums = new long[columns.size()];
        private final @Nullable BitSet deleted;

        /** @param deleted the rows that do not count */
        Part(int size, @Nullable BitSet deleted) {
            this.rowSums = new long[size];
            this.deleted = deleted;
        }

        /** A column's hashes of some rows, in order. */
        synchronized void add(int column, int firstRow, long[] hashes, int count) {
            long total = 0;
            for (int row = 0; row < count; row++) {
                rowSums[firstRow + row] += hashes[row];
                total += hashes[row];
            }
            columnSums[column] += total;
        }

        /** To be called once, after the last column. */
        synchronized void finish() {
            long live = 0;
            long total = 0;
            long otherTotal = 0;
            for (int row = 0; row < rowSums.length; row++) {
                if (deleted == null || !deleted.get(row)) {
                    long hash = Mix.of(rowSums[row]);
                    total += hash;
                    otherTotal += Mix.again(hash);
                    live++;
                }
            }
            Tally.this.add(this, live, total, otherTotal);
        }
    }
}
