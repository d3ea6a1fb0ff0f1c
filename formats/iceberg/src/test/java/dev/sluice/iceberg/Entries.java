/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.iceberg.table.Deletes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.jspecify.annotations.Nullable;

/** All that a table's newest version says of its files, as Iceberg's own table of its entries gives it. */
public final class Entries {

    private static final int DELETED = 2;

    private Entries() {}

    /**
     * One text for each live entry: the version that brought it, its sequence numbers, and each field of the file, row id,
     * counts and bounds included.
     */
    public static List<String> of(Table table) {
        table.refresh();
        Table entries = MetadataTableUtils.createMetadataTableInstance(table, MetadataTableType.ENTRIES);
        List<String> texts = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = entries.newScan()
                .select("status", "snapshot_id", "sequence_number", "file_sequence_number", "data_file")
                .planFiles()) {
            for (FileScanTask task : tasks) {
                try (CloseableIterable<StructLike> rows = task.asDataTask().rows()) {
                    for (StructLike row : rows) {
                        if (row.get(0, Integer.class) != DELETED) {
                            texts.add("%s %s %s %s"
                                    .formatted(
                                            row.get(1, Long.class),
                                            row.get(2, Long.class),
                                            row.get(3, Long.class),
                                            text(row.get(4, StructLike.class))));
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        texts.sort(null);
        return texts;
    }

    /** Which deletes apply to which data file. */
    public static Map<String, List<String>> deletes(Table table) {
        table.refresh();
        Map<String, List<String>> deletes = new TreeMap<>();
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            for (FileScanTask task : tasks) {
                deletes.put(
                        task.file().location(),
                        task.deletes().stream().map(Deletes::key).sorted().toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return deletes;
    }

    private static String text(@Nullable Object value) {
        if (value instanceof StructLike struct) {
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < struct.size(); i++) {
                fields.add(text(struct.get(i, Object.class)));
            }
            return fields.toString();
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Map<?, ?> map) {
            return new TreeMap<>(map)
                    .entrySet().stream()
                            .map(e -> e.getKey() + "=" + text(e.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
        }
        return String.valueOf(value);
    }
}
