/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.rows.FileSchema;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.TableWishes;
import dev.sluice.rewrite.BloomFilters;
import dev.sluice.rewrite.Codec;
import dev.sluice.rewrite.Layout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** How a table wants its files written, as its properties say. */
final class WriteProperties {

    /** Iceberg's writers take this one from a table's properties too. */
    private static final String ENABLE_DICTIONARY = "parquet.enable.dictionary";

    private final TableWishes wishes;
    private final TableMetadata metadata;

    WriteProperties(IcebergTable table) {
        this.wishes = new TableWishes(table);
        this.metadata = table.metadata();
    }

    /** Asks for the sake of a writer that reads the properties by itself. */
    void requireReadable(FileSchema schema) {
        codec();
        layout(schema);
        bloomFilters(schema);
    }

    /** What the table asks for, else what Iceberg's writers use by default. */
    Codec codec() {
        String wanted = metadata.property(
                TableProperties.PARQUET_COMPRESSION, TableProperties.PARQUET_COMPRESSION_DEFAULT_SINCE_1_4_0);
        String name = wanted.strip().toUpperCase(Locale.ROOT);
        try {
            return name.equals("UNCOMPRESSED") ? Codec.NONE : Codec.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw wishes.refused(TableProperties.PARQUET_COMPRESSION, wanted, e);
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
        String key = TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES;
        Bytes largest = bytes(key, Bytes.of(TableProperties.PARQUET_BLOOM_FILTER_MAX_BYTES_DEFAULT));
        try {
            return new BloomFilters(columns, true, largest);
        } catch (IllegalArgumentException e) {
            throw wishes.refused(key, Long.toString(largest.count()), e);
        }
    }

    private Optional<ColumnPath> column(String name, FileSchema schema) {
        Types.NestedField field = metadata.schema().findField(name);
        return field == null ? Optional.empty() : schema.path(field.fieldId());
    }

    /** How large row groups and pages are to be. What says when a writer looks at its sizes has no meaning for ours. */
    Layout layout(FileSchema schema) {
        return new Layout(
                bytes(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, Layout.USUAL.rowGroup()),
                bytes(TableProperties.PARQUET_PAGE_SIZE_BYTES, Layout.USUAL.page()),
                (int) Math.min(
                        Integer.MAX_VALUE,
                        wishes.positive(TableProperties.PARQUET_PAGE_ROW_LIMIT).orElse((long) Layout.USUAL.pageRows())),
                bytes(TableProperties.PARQUET_DICT_SIZE_BYTES, Layout.USUAL.dictionary()),
                level(),
                withoutDictionary(schema),
                chosen(TableProperties.PARQUET_COLUMN_STATS_ENABLED_PREFIX, false, schema));
    }

    private Set<ColumnPath> withoutDictionary(FileSchema schema) {
        String each = TableProperties.PARQUET_DICT_ENCODING_ENABLED_COLUMN_PREFIX;
        boolean isUsual = Boolean.parseBoolean(wishes.text(ENABLE_DICTIONARY).orElse("true"));
        if (isUsual) {
            return chosen(each, false, schema);
        }
        Set<ColumnPath> without = new HashSet<>(schema.leaves());
        without.removeAll(chosen(each, true, schema));
        return without;
    }

    /** The columns for which a property says yes, or no; as Iceberg's writers take it, whatever is no yes is a no. */
    private Set<ColumnPath> chosen(String prefix, boolean answer, FileSchema schema) {
        Set<ColumnPath> columns = new HashSet<>();
        metadata.properties().forEach((key, value) -> {
            if (key.startsWith(prefix) && Boolean.parseBoolean(value.strip()) == answer) {
                column(key.substring(prefix.length()), schema).ifPresent(columns::add);
            }
        });
        return columns;
    }

    private Bytes bytes(String key, Bytes usual) {
        return wishes.positive(key).map(Bytes::of).orElse(usual);
    }

    /** Only what the codec has levels for is held against them: other codecs have no use for the property. */
    private OptionalInt level() {
        Codec codec = codec();
        String key = TableProperties.PARQUET_COMPRESSION_LEVEL;
        return switch (codec) {
            case ZSTD -> wishes.between(key, 0, 22);
            case GZIP -> wishes.between(key, 0, 9);
            default -> OptionalInt.empty();
        };
    }

    private double share(String column) {
        return wishes.share(TableProperties.PARQUET_BLOOM_FILTER_COLUMN_FPP_PREFIX + column)
                .orElse(BloomFilters.USUAL_SHARE);
    }
}
