/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.table.IcebergTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructProjection;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Turns equality deletes into positions, for a group of files of one partition. Of the deleted keys only so many are in
 * memory as fit: where there are more, keys and rows are gone through in several passes, each for a part of the keys.
 */
final class EqualityDeletes {

    private final IcebergTable table;
    private final RowReader reader;
    private final Bytes memory;

    EqualityDeletes(IcebergTable table, RowReader reader, Bytes memory) {
        this.table = table;
        this.reader = reader;
        this.memory = memory;
    }

    /** Adds the positions that equality deletes take away from each file. */
    void addTo(Map<InputFile, Roaring64Bitmap> positions) {
        Map<Set<Integer>, Map<String, DeleteFile>> byColumns = new LinkedHashMap<>();
        for (InputFile input : positions.keySet()) {
            for (DeleteFile delete : input.equalityDeletes()) {
                byColumns
                        .computeIfAbsent(new TreeSet<>(delete.equalityFieldIds()), ids -> new LinkedHashMap<>())
                        .put(delete.location(), delete);
            }
        }
        byColumns.forEach((columns, deletes) -> {
            Set<String> paths = deletes.keySet();
            List<InputFile> affected = positions.keySet().stream()
                    .filter(input -> input.equalityDeletes().stream().anyMatch(d -> paths.contains(d.location())))
                    .toList();
            new Keys(columns).addTo(affected, deletes.values(), positions);
        });
    }

    /** The deletes that compare the same columns. */
    private final class Keys {
        private final Schema schema;
        private final Types.StructType type;

        Keys(Set<Integer> columns) {
            this.schema = TypeUtil.select(schemaWith(columns), columns);
            this.type = schema.asStruct();
        }

        void addTo(List<InputFile> files, Collection<DeleteFile> deletes, Map<InputFile, Roaring64Bitmap> positions) {
            Deque<Part> parts = new ArrayDeque<>(Part.WHOLE.cutInto(parts(deletes)));
            while (!parts.isEmpty()) {
                Part part = parts.pop();
                DeletedKeys deleted = read(deletes, part);
                if (deleted.fit() || !part.canBeCut()) {
                    for (InputFile file : files) {
                        mark(file, deleted, part, positions.getOrDefault(file, new Roaring64Bitmap()));
                    }
                } else {
                    part.cutInto(2).forEach(parts::push);
                }
            }
        }

        /** How many parts there are at least, by what the shortest keys take. */
        private int parts(Collection<DeleteFile> deletes) {
            long keys = deletes.stream().mapToLong(DeleteFile::recordCount).sum();
            long parts = keys * DeletedKeys.LEAST_BYTES / Math.max(1, memory.count()) + 1;
            return Math.toIntExact(Math.min(parts, Part.MOST));
        }

        /** The keys of a part, or more than fit. Each with the newest delete of it: a delete takes away what is older. */
        private DeletedKeys read(Collection<DeleteFile> deletes, Part part) {
            DeletedKeys keys = new DeletedKeys(memory.count());
            InternalRecordWrapper wrapper = new InternalRecordWrapper(type);
            Key key = new Key(type);
            for (DeleteFile delete : deletes) {
                ReadBuilder<Record, Schema> reader = FormatModelRegistry.readBuilder(
                        delete.format(), Record.class, table.table().io().newInputFile(delete));
                try (CloseableIterable<Record> rows =
                        reader.project(schema).reuseContainers().build()) {
                    for (Record row : rows) {
                        if (part.holds(key.of(wrapper.wrap(row)))) {
                            keys.put(key, delete.dataSequenceNumber());
                            if (!keys.fit() && part.canBeCut()) {
                                return keys;
                            }
                        }
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return keys;
        }

        private void mark(InputFile file, DeletedKeys deleted, Part part, Roaring64Bitmap positions) {
            List<Types.NestedField> columns = new ArrayList<>(schema.columns());
            columns.add(MetadataColumns.ROW_POSITION);
            Schema read = new Schema(columns);
            long sequence = file.file().dataSequenceNumber();
            InternalRecordWrapper wrapper = new InternalRecordWrapper(read.asStruct());
            StructProjection projection = StructProjection.create(read, schema);
            Key key = new Key(type);
            RowSource source = RowSource.of(file, positions);
            reader.reading(source, () -> {
                try (CloseableIterable<Record> rows =
                        reader.reader(source, read).reuseContainers().build()) {
                    for (Record row : rows) {
                        key.of(projection.wrap(wrapper.wrap(row)));
                        if (part.holds(key) && deleted.newest(key) > sequence) {
                            positions.addLong((Long) row.get(columns.size() - 1));
                        }
                    }
                }
                return file;
            });
        }
    }

    /** A share of all keys, by their hashes: number so and so of so many, which are a power of two. */
    private record Part(int number, int of) {

        static final Part WHOLE = new Part(0, 1);
        static final int MOST = 1 << 20;

        boolean holds(Key key) {
            return (key.hash() >>> 40 & of - 1) == number;
        }

        boolean canBeCut() {
            return of < MOST;
        }

        /** So many parts, or more, that together are this one. */
        List<Part> cutInto(int count) {
            int pieces = Integer.highestOneBit(Math.max(1, 2 * count - 1));
            List<Part> parts = new ArrayList<>(pieces);
            for (int i = 0; i < pieces; i++) {
                parts.add(new Part(number + i * of, of * pieces));
            }
            return parts;
        }
    }

    /** A delete may compare a column that the table has dropped since: an older schema still knows it. */
    private Schema schemaWith(Set<Integer> columns) {
        List<Schema> schemas = new ArrayList<>();
        schemas.add(table.metadata().schema());
        List<Schema> older = new ArrayList<>(table.metadata().schemas());
        older.sort((a, b) -> Integer.compare(b.schemaId(), a.schemaId()));
        schemas.addAll(older);
        for (Schema schema : schemas) {
            if (new HashSet<>(TypeUtil.indexById(schema.asStruct()).keySet()).containsAll(columns)) {
                return schema;
            }
        }
        throw new GateException(
                Fault.TABLE_DAMAGED,
                table.ref().toString(),
                "An equality delete compares the columns of the ids %s, which no schema of the table has together."
                        .formatted(columns));
    }
}
