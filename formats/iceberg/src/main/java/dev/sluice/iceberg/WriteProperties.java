/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.BloomFilters;
import dev.sluice.rewrite.Codec;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** How a table wants its files written, as its properties say. */
final class WriteProperties {

    private final IcebergTable table;
    private final TableMetadata metadata;

    WriteProperties(IcebergTable table) {
        this.table = table;
        this.metadata = table.metadata();
    }

    /** What the table asks for, else what Iceberg's writers use by default. */
    Codec codec() {
        String wanted = metadata.property(
                TableProperties.PARQUET_COMPRESSION, TableProperties.PARQUET_COMPRESSION_DEFAULT_SINCE_1_4_0);
        String name = wanted.strip().toUpperCase(Locale.ROOT);
        try {
            return name.equals("UNCOMPRESSED") ? Codec.NONE : Codec.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw refused(TableProperties.PARQUET_COMPRESSION, wanted, e);
        }
    }

    /** Columns that the table wants a bloom filter for, and those of the inputs besides. */
    BloomFilters bloomFilters(FileSchema schema) {
        Map<ColumnPath, Double> columns = new HashMap<>();
        metadata.properties().forEach((key, value) -> {
            if (key.startsWith(TableProperties.PARQUET_BLOOM_FILTER_COLUMN_ENABLED_PREFIX)
                    && value.strip().equalsIgnoreCase("true")) {
                String name = key.substring(TableProperties.PARQUET_BLOOM_FILTER_COLUMN_ENABLED_PREFIX.length());
                column(name, schema).ifPresent(path -> columns.put(path, share(name)));
            }
        });
        int largest = metadata.propertyAsInt(
                TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES, TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES_DEFAULT);
        try {
            return new BloomFilters(columns, true, Bytes.of(largest));
        } catch (IllegalArgumentException e) {
            throw refused(TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES, Integer.toString(largest), e);
        }
    }

    private Optional<ColumnPath> column(String name, FileSchema schema) {
        Types.NestedField field = metadata.schema().findField(name);
        return field == null ? Optional.empty() : schema.path(field.fieldId());
    }

    private double share(String column) {
        String key = TableProperties.PARQUET_BLOOM_FILTER_COLUMN_FPP_PREFIX + column;
        String value = metadata.properties().get(key);
        if (value == null) {
            return BloomFilters.USUAL_SHARE;
        }
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw refused(key, value, e);
        }
    }

    private GateException refused(String key, String value, Exception cause) {
        return new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                table.ref().toString(),
                "The property %s asks for \"%s\", which Sluice does not write.".formatted(key, value),
                cause);
    }
}
