/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.rows.FileSchema;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.TableWishes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.TableProperties;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile.CompressionStrategy;

/**
 * How a table wants files that are written row by row. Iceberg's writers read its properties themselves; here they are
 * held to the memory that there is, and what a writer would stumble over is refused beforehand.
 */
final class RowWriteProperties {

    /** Sizes that a writer of Parquet sets memory aside for, as Iceberg's reads them. */
    private static final List<String> PARQUET_SIZES = List.of(
            TableProperties.PARQUET_PAGE_SIZE_BYTES,
            TableProperties.PARQUET_DICT_SIZE_BYTES,
            TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES);

    /** Numbers of rows that it reads. */
    private static final List<String> PARQUET_ROWS = List.of(
            TableProperties.PARQUET_PAGE_ROW_LIMIT,
            TableProperties.PARQUET_ROW_GROUP_CHECK_MIN_RECORD_COUNT,
            TableProperties.PARQUET_ROW_GROUP_CHECK_MAX_RECORD_COUNT);

    private final IcebergTable table;
    private final FileSchema schema;
    private final TableWishes wishes;
    private final WriteProperties parquet;

    RowWriteProperties(IcebergTable table, FileSchema schema) {
        this.table = table;
        this.schema = schema;
        this.parquet = new WriteProperties(table);
        this.wishes = new TableWishes(table);
    }

    /** ORC or Parquet. */
    FileFormat format() {
        String wanted =
                wishes.text(TableProperties.DEFAULT_FILE_FORMAT).orElse(TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
        return switch (wanted.toLowerCase(Locale.ROOT)) {
            case "orc" -> FileFormat.ORC;
            case "parquet" -> FileFormat.PARQUET;
            default -> throw wishes.refused(TableProperties.DEFAULT_FILE_FORMAT, wanted, null);
        };
    }

    /**
     * What goes before the table's own properties: a file cannot end within a stripe or row group, so that these are no
     * larger than the file is to be, and what a writer holds fits into the memory.
     *
     * @param batch rows that may be held at a time
     */
    Map<String, String> within(Bytes target, Bytes memory, int batch) {
        long most = Math.min(target.count(), memory.count());
        Map<String, String> properties = new HashMap<>();
        if (format() == FileFormat.PARQUET) {
            parquet.requireReadable(schema);
            PARQUET_SIZES.forEach(key -> number(key, Math.min(most, Integer.MAX_VALUE), properties));
            PARQUET_ROWS.forEach(key -> number(key, Integer.MAX_VALUE, properties));
            long rowGroup = wishes.positive(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES)
                    .orElse((long) TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT);
            properties.put(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, Long.toString(Math.min(most, rowGroup)));
            properties.put(TableProperties.PARQUET_PAGE_VERSION, TableProperties.PARQUET_PAGE_VERSION_DEFAULT);
            return properties;
        }
        requireOrc();
        number(TableProperties.ORC_BLOCK_SIZE_BYTES, Long.MAX_VALUE, properties);
        long stripe = wishes.positive(TableProperties.ORC_STRIPE_SIZE_BYTES)
                .orElse(TableProperties.ORC_STRIPE_SIZE_BYTES_DEFAULT);
        long rows = wishes.positive(TableProperties.ORC_WRITE_BATCH_SIZE)
                .orElse((long) TableProperties.ORC_WRITE_BATCH_SIZE_DEFAULT);
        properties.put(TableProperties.ORC_STRIPE_SIZE_BYTES, Long.toString(Math.min(most, stripe)));
        properties.put(TableProperties.ORC_WRITE_BATCH_SIZE, Long.toString(Math.min(rows, batch)));
        properties.put(OrcConf.ROWS_BETWEEN_CHECKS.getAttribute(), Integer.toString(batch));
        properties.put(TableProperties.ORC_BLOOM_FILTER_COLUMNS, bloomFilterColumns());
        return properties;
    }

    /** As Iceberg's writers read it, who take no space around it and no more than they have room for. */
    private void number(String key, long most, Map<String, String> properties) {
        wishes.positive(key).ifPresent(wanted -> properties.put(key, Long.toString(Math.min(most, wanted))));
    }

    private void requireOrc() {
        oneOf(TableProperties.ORC_COMPRESSION, CompressionKind.values());
        oneOf(TableProperties.ORC_COMPRESSION_STRATEGY, CompressionStrategy.values());
        wishes.share(TableProperties.ORC_BLOOM_FILTER_FPP);
    }

    private void oneOf(String key, Enum<?>[] values) {
        wishes.text(key).ifPresent(wanted -> {
            if (Stream.of(values).noneMatch(value -> value.name().equals(wanted.toUpperCase(Locale.ROOT)))) {
                throw wishes.refused(key, wanted, null);
            }
        });
    }

    /** Those that the table still has: a writer stumbles over others. */
    private String bloomFilterColumns() {
        return wishes.text(TableProperties.ORC_BLOOM_FILTER_COLUMNS).stream()
                .flatMap(columns -> Stream.of(columns.split(",", -1)))
                .map(String::strip)
                .filter(column -> table.metadata().schema().findField(column) != null)
                .collect(Collectors.joining(","));
    }
}
