/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * Which chunks of the outputs have a bloom filter, by which readers of single values pass over row groups. A filter is
 * made anew from the values that are written, never taken from an input: one of other values or another size is of no use.
 * BOOLEAN and FLOAT16 columns have none.
 *
 * @param columns those that have one in any case, each with the share of absent values that it may take for present
 * @param kept whether a column has one, too, where a file that the row group comes from has one for it
 * @param largest what one filter takes at most; where that is too little, it lets more absent values through
 */
public record BloomFilters(Map<ColumnPath, Double> columns, boolean kept, Bytes largest) {

    /** What writers of Parquet aim at where nobody says otherwise. */
    public static final double USUAL_SHARE = 0.01;

    /** As {@link #USUAL_SHARE}. */
    public static final Bytes USUAL_SIZE = Bytes.ofMebibytes(1);

    private static final Bytes SMALLEST = Bytes.of(32);
    private static final Bytes LARGEST = Bytes.ofMebibytes(16);

    public BloomFilters {
        columns = Map.copyOf(columns);
        columns.forEach((column, share) -> {
            if (!(share > 0 && share < 1)) {
                throw new IllegalArgumentException(
                        "The bloom filter of %s cannot take %s of all absent values for present"
                                .formatted(column.toDotString(), share));
            }
        });
        if (largest.isSmallerThan(SMALLEST) || LARGEST.isSmallerThan(largest)) {
            throw new IllegalArgumentException(
                    "A bloom filter takes %s to %s, not %s".formatted(SMALLEST, LARGEST, largest));
        }
    }

    /** Those that the inputs have. */
    public static BloomFilters asInputs() {
        return new BloomFilters(Map.of(), true, USUAL_SIZE);
    }

    /** None at all. */
    public static BloomFilters none() {
        return new BloomFilters(Map.of(), false, USUAL_SIZE);
    }
}
