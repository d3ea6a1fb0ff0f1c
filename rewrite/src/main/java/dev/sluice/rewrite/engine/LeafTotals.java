/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.ColumnMetrics;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.ColumnOrder.ColumnOrderName;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** What one column of one output holds, summed over its row groups. */
final class LeafTotals {

    private final PrimitiveType type;
    private final ColumnPath path;
    private long values;
    private long nulls;
    private long nans;
    private long compressed;
    private final Statistics<?> bounds;
    private boolean unbounded;

    LeafTotals(ColumnDescriptor column) {
        this.type = column.getPrimitiveType();
        this.path = ColumnPath.get(column.getPath());
        this.bounds = Statistics.createStats(type);
    }

    ColumnPath path() {
        return path;
    }

    /** Adds a chunk and gives the statistics that its footer may carry. */
    Statistics<?> add(WrittenChunk chunk) {
        Statistics<?> honest = honest(chunk.statistics());
        values += chunk.values();
        nulls += chunk.statistics().getNumNulls();
        nans += chunk.nans();
        compressed += chunk.compressed();
        if (honest.hasNonNullValue()) {
            bounds.mergeStatistics(honest);
        }
        // Some values, but no bounds that can be trusted for all of them.
        unbounded |= !chunk.bounded() || (chunk.statistics().hasNonNullValue() && !honest.hasNonNullValue());
        return footer(honest);
    }

    /** Bounds only where they have an order: none beside a NaN, a zero of either sign covers both, none for INT96. */
    private Statistics<?> honest(Statistics<?> raw) {
        Statistics.Builder builder = Statistics.getBuilderForReading(type).withNumNulls(raw.getNumNulls());
        if (raw.hasNonNullValue() && type.columnOrder().getColumnOrderName() == ColumnOrderName.TYPE_DEFINED_ORDER) {
            builder.withMin(raw.getMinBytes()).withMax(raw.getMaxBytes());
        }
        return builder.build();
    }

    /** What goes into the footer. Beside bounds that are too long for it, the library would leave out the nulls, too. */
    private Statistics<?> footer(Statistics<?> honest) {
        return honest.hasNonNullValue() && !honest.isSmallerThan(ParquetMetadataConverter.MAX_STATS_SIZE)
                ? Statistics.getBuilderForReading(type)
                        .withNumNulls(honest.getNumNulls())
                        .build()
                : honest;
    }

    ColumnMetrics metrics() {
        boolean bounded = !unbounded && bounds.hasNonNullValue();
        boolean floating = type.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
                || type.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
        return new ColumnMetrics(
                path,
                type,
                values,
                nulls,
                floating ? OptionalLong.of(nans) : OptionalLong.empty(),
                Bytes.of(compressed),
                bounded ? Optional.of(bounds.genericGetMin()) : Optional.empty(),
                bounded ? Optional.of(bounds.genericGetMax()) : Optional.empty());
    }
}
