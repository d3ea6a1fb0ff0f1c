/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * A top-level INT64 column of the output that takes the value stored in the file where there is one, and follows from
 * the row's place where there is none: row ids and last-updated versions of row lineage and row tracking.
 *
 * @param first the value of the file's first row
 * @param step what each following row of the file, deleted or not, adds: 1 for row ids, 0 for versions
 */
public record GeneratedColumn(ColumnPath column, long first, int step) {

    public GeneratedColumn {
        if (column.size() != 1) {
            throw new IllegalArgumentException("A generated column stands at the top of the schema, not at " + column);
        }
        if (step != 0 && step != 1) {
            throw new IllegalArgumentException("A generated column counts rows or stands still; a step of " + step);
        }
    }

    /** The stored value, else {@code base} plus the row's position in the file. */
    public static GeneratedColumn countingFrom(long base, String column) {
        return new GeneratedColumn(ColumnPath.get(column), base, 1);
    }

    /** The stored value, else always the same. */
    public static GeneratedColumn constantly(long value, String column) {
        return new GeneratedColumn(ColumnPath.get(column), value, 0);
    }
}
