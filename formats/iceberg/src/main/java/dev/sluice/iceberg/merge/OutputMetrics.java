/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.ColumnMetrics;
import dev.sluice.rewrite.OutputFile;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.iceberg.FieldMetrics;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * What a manifest says of the columns of an output, by Iceberg's own reading of its footer and in the modes that the table
 * asks for. What a footer does not say, how many values are not a number, the rewrite has counted.
 */
final class OutputMetrics {

    private final Store store;
    private final MetricsConfig config;

    OutputMetrics(Store store, MetricsConfig config) {
        this.store = store;
        this.config = config;
    }

    Metrics of(OutputFile file) {
        try (StoreInput input = store.open(file.location())) {
            ParquetMetadata footer = new StoreInputFile(input).footer();
            return ParquetUtil.footerMetrics(footer, floats(file), config);
        } catch (IOException e) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    file.location().toString(),
                    "Its footer cannot be read: %s.".formatted(e.getMessage()),
                    e);
        }
    }

    private static Stream<FieldMetrics<?>> floats(OutputFile file) {
        return file.metrics().stream()
                .filter(column -> column.nans().isPresent() && column.column().size() == 1)
                .map(OutputMetrics::field);
    }

    private static FieldMetrics<?> field(ColumnMetrics column) {
        int id = column.type().getId().intValue();
        long nans = column.nans().orElseThrow();
        if (column.min().isEmpty()) {
            return new FieldMetrics<>(id, column.values(), column.nulls(), nans);
        }
        return column.type().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
                ? new FieldMetrics<>(
                        id,
                        column.values(),
                        column.nulls(),
                        nans,
                        (Float) column.min().get(),
                        (Float) column.max().orElseThrow())
                : new FieldMetrics<>(
                        id,
                        column.values(),
                        column.nulls(),
                        nans,
                        (Double) column.min().get(),
                        (Double) column.max().orElseThrow());
    }
}
