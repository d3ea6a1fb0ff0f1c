/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.rewrite.GeneratedColumn;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Where a file holds one column of the output. */
sealed interface ColumnSource {

    /** The file's column that has to be read, or -1 if none has to. */
    int leaf();

    /** In a column of the file, with its own values. */
    record Held(
            int leaf,
            Depths depths,
            PrimitiveType from,
            PrimitiveType to,
            @Nullable GeneratedColumn generated) implements ColumnSource {}

    /**
     * Nowhere; another column of the file tells where the parent is.
     *
     * @param parent the way to the parent
     * @param deepest the repetition level of the parent; what is deeper belongs to lists of the other column
     * @param depth how far the output gets where the parent is there
     * @param value the hash of the constant that stands there, 0 for a null
     */
    record Lent(int leaf, Depths parent, int deepest, int depth, long value) implements ColumnSource {}

    /** Nowhere, and its parent is there in every row. */
    record Absent(int depth, long value, @Nullable GeneratedColumn generated) implements ColumnSource {

        @Override
        public int leaf() {
            return -1;
        }
    }
}
