/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import static org.apache.iceberg.types.Types.NestedField.required;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;

/**
 * Writes a table with so many rows deleted by equality, compacts it, and holds what is left against what must be. A program
 * of its own, for a heap of its own. Of the rows the even ones are deleted by their id, and those that five divides by their
 * text; all other deletes name what was never there.
 */
final class DeleteFlood {

    private static final Schema SCHEMA =
            new Schema(required(1, "id", Types.LongType.get()), required(2, "name", Types.StringType.get()));
    private static final int ROWS = 300_000;
    private static final int FILES = 4;
    private static final int KEYS_PER_FILE = 2_000_000;

    private final Events events;

    private DeleteFlood(Events events) {
        this.events = events;
    }

    /** Arguments: an empty folder, how many ids and how many texts are deleted. Prints one row of a table. */
    public static void main(String[] arguments) throws IOException {
        long ids = Long.parseLong(arguments[1]);
        long names = Long.parseLong(arguments[2]);
        DeleteFlood flood = new DeleteFlood(
                Events.empty(Path.of(arguments[0], "t"), SCHEMA, PartitionSpec.unpartitioned(), 2, Map.of()));
        flood.writeRows();
        flood.delete("id", ids, n -> n < ROWS / 2 ? 2 * n : ROWS + n);
        flood.delete("name", names, n -> n < ROWS / 5 ? 5 * n : ROWS + n);
        System.gc();
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        long start = System.nanoTime();

        Change change = flood.compact();

        double seconds = (System.nanoTime() - start) / 1e9;
        long peak = pools().stream()
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        long left = flood.rowsLeft();
        if (change.rowsWritten() != left || flood.events.deletes().size() != 0) {
            throw new IllegalStateException("%d rows were written, %d are left, and %d delete files"
                    .formatted(
                            change.rowsWritten(), left, flood.events.deletes().size()));
        }
        System.out.println(String.format(
                Locale.ROOT,
                "| %,d | %,d | %,d | %,d | %d | %d | %d | %.1f |",
                ids,
                names,
                ROWS,
                left,
                files(ids) + files(names),
                Runtime.getRuntime().maxMemory() >> 20,
                peak >> 20,
                seconds));
    }

    private static long files(long keys) {
        return -Math.floorDiv(-keys, KEYS_PER_FILE);
    }

    private static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    private static String name(long id) {
        return "customer-%012d-of-the-north-eastern-region".formatted(id);
    }

    private void writeRows() {
        for (int file = 0; file < FILES; file++) {
            long first = (long) file * ROWS / FILES;
            List<Record> rows = new ArrayList<>();
            for (long id = first; id < first + ROWS / FILES; id++) {
                Record row = GenericRecord.create(SCHEMA);
                row.setField("id", id);
                row.setField("name", name(id));
                rows.add(row);
            }
            events.commitAppend(events.write("", rows));
        }
    }

    private void delete(String column, long keys, LongFunction<Long> idOf) throws IOException {
        Schema deleted = SCHEMA.select(column);
        int field = deleted.columns().get(0).fieldId();
        for (long from = 0; from < keys; from += KEYS_PER_FILE) {
            EqualityDeleteWriter<Record> writer = new GenericFileWriterFactory.Builder(events.table())
                    .deleteFileFormat(FileFormat.PARQUET)
                    .equalityFieldIds(new int[] {field})
                    .equalityDeleteRowSchema(deleted)
                    .build()
                    .newEqualityDeleteWriter(
                            OutputFileFactory.builderFor(events.table(), field, from)
                                    .format(FileFormat.PARQUET)
                                    .suffix("eq")
                                    .build()
                                    .newOutputFile(PartitionSpec.unpartitioned(), null),
                            PartitionSpec.unpartitioned(),
                            null);
            Record row = GenericRecord.create(deleted);
            try (writer) {
                for (long n = from; n < Math.min(keys, from + KEYS_PER_FILE); n++) {
                    Long id = idOf.apply(n);
                    row.set(0, column.equals("id") ? id : name(id));
                    writer.write(row);
                }
            }
            events.table().newRowDelta().addDeletes(writer.toDeleteFile()).commit();
        }
    }

    private Change compact() {
        LocalStore store = new LocalStore();
        IcebergFormat format = new IcebergFormat(
                store,
                new Catalogs(store, List.of()),
                Clock.systemUTC(),
                new RewriteLimits(2, RewriteLimits.ofThisMachine().memory()));
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        StepOutcome outcome = IcebergPass.compact(format, plan, file -> {});
        return outcome.change().orElseThrow(() -> new IllegalStateException(outcome.text()));
    }

    /** Reads every row, and fails where one is there that must not be, or twice, or is missing. */
    private long rowsLeft() throws IOException {
        BitSet seen = new BitSet(ROWS);
        try (CloseableIterable<Record> rows =
                IcebergGenerics.read(events.table()).build()) {
            for (Record row : rows) {
                int id = Math.toIntExact((Long) row.getField("id"));
                if (seen.get(id) || !row.getField("name").toString().equals(name(id))) {
                    throw new IllegalStateException("Row " + id + " is there twice, or with another text");
                }
                seen.set(id);
            }
        }
        LongStream.range(0, ROWS).forEach(id -> {
            boolean isDeleted = id % 2 == 0 || id % 5 == 0;
            if (seen.get((int) id) == isDeleted) {
                throw new IllegalStateException("Row " + id + (isDeleted ? " came back" : " is gone"));
            }
        });
        return seen.cardinality();
    }
}
