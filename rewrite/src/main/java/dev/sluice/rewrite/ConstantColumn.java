/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * An output column that has one value wherever its parent is present, for all rows of one file.
 *
 * @param column a leaf of the output schema
 * @param rank whether a column of the file goes before the constant
 */
public record ConstantColumn(ColumnPath column, ConstantValue value, Rank rank) {

    /** What goes first. */
    public enum Rank {
        /** The constant, whatever the file holds: a partition's value. */
        CONSTANT_FIRST,
        /** The file's column if it has one: a default for files older than the column. */
        FILE_FIRST
    }

    /** A partition's value: taken even if the file has such a column. */
    public static ConstantColumn always(ColumnPath column, ConstantValue value) {
        return new ConstantColumn(column, value, Rank.CONSTANT_FIRST);
    }

    /** A default: taken only if the file has no such column. */
    public static ConstantColumn whereMissing(ColumnPath column, ConstantValue value) {
        return new ConstantColumn(column, value, Rank.FILE_FIRST);
    }
}
