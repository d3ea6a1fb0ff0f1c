/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.PrimitiveType;

/**
 * What one column of one output holds.
 *
 * @param values all entries, nulls and the entries that stand for empty or missing parents included
 * @param nulls the entries without a value
 * @param nans the values that are not a number; present for FLOAT and DOUBLE alone
 * @param compressed the column's pages with their headers, as they lie in the file
 * @param min the least value in the order of the logical type, as Parquet's Java type ({@code Boolean, Integer, Long,
 *     Float, Double, Binary}), not truncated. Absent without values, with any NaN or any value larger than 1 MiB, and
 *     for types without an order (INT96). A zero is always given as -0.0
 * @param max as {@code min}; present together with it. A zero is always given as +0.0
 */
public record ColumnMetrics(
        ColumnPath column,
        PrimitiveType type,
        long values,
        long nulls,
        OptionalLong nans,
        Bytes compressed,
        Optional<Object> min,
        Optional<Object> max) {}
