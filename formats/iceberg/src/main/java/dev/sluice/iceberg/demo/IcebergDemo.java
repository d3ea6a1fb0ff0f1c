/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.demo;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.catalog.FolderOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;

/**
 * A table of events in four daily partitions, two of which are degraded: 52, 70, 20 and 25 files of which 48, 65, 4 and 2
 * are small. All sizes are a 256th of what such a table has, the limits that go with it as well.
 */
public final class IcebergDemo {

    /** A file is small below this. */
    public static final Bytes SMALL_FILE = Bytes.ofKibibytes(256);

    /** What compaction writes towards. */
    public static final Bytes TARGET_FILE = Bytes.ofKibibytes(512);

    private static final List<Day> DAYS = List.of(
            new Day("2026-10-01", 52, 48),
            new Day("2026-10-02", 70, 65),
            new Day("2026-10-03", 20, 4),
            new Day("2026-10-04", 25, 2));

    /** Files that arrive together, as an hourly job brings them. */
    private static final int PER_COMMIT = 9;

    private static final int SMALL_PAYLOAD = 260;
    private static final int LARGE_PAYLOAD = 262_000;

    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "event_id", Types.LongType.get()),
            Types.NestedField.required(2, "event_date", Types.StringType.get()),
            Types.NestedField.required(3, "payload", Types.BinaryType.get()));
    private static final PartitionSpec BY_DAY =
            PartitionSpec.builderFor(SCHEMA).identity("event_date").build();

    private final Store store;
    private final Random random = new Random(2);
    private long nextId;

    public IcebergDemo(Store store) {
        this.store = store;
    }

    /** One partition: its files, and how many of them are small. */
    private record Day(String date, int files, int small) {}

    /** Writes the table as one of a Hadoop catalog, in many small commits. */
    public void write(Location folder) {
        FolderOperations operations = new FolderOperations(store, folder);
        operations.commit(
                null,
                TableMetadata.newTableMetadata(
                        SCHEMA,
                        BY_DAY,
                        SortOrder.unsorted(),
                        folder.toString(),
                        Map.of("format-version", "2", "write.parquet.compression-codec", "uncompressed")));
        Table table = new BaseTable(operations, "demo");
        Deque<DataFile> files = new ArrayDeque<>(files(table));
        while (!files.isEmpty()) {
            AppendFiles append = table.newFastAppend();
            for (int i = 0; i < PER_COMMIT && !files.isEmpty(); i++) {
                append.appendFile(files.removeFirst());
            }
            append.commit();
        }
    }

    private List<DataFile> files(Table table) {
        GenericFileWriterFactory writers = new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(FileFormat.PARQUET)
                .build();
        OutputFileFactory outputs = OutputFileFactory.builderFor(table, 0, 0)
                .format(FileFormat.PARQUET)
                .build();
        List<DataFile> files = new ArrayList<>();
        for (Day day : DAYS) {
            PartitionData partition = new PartitionData(BY_DAY.partitionType());
            partition.set(0, day.date);
            for (int i = 0; i < day.files; i++) {
                DataWriter<Record> writer =
                        writers.newDataWriter(outputs.newOutputFile(BY_DAY, partition), BY_DAY, partition);
                files.add(written(writer, day.date, i < day.small ? SMALL_PAYLOAD : LARGE_PAYLOAD));
            }
        }
        return files;
    }

    private DataFile written(DataWriter<Record> writer, String date, int payload) {
        byte[] bytes = new byte[payload];
        random.nextBytes(bytes);
        Record row = GenericRecord.create(SCHEMA);
        row.set(0, nextId++);
        row.set(1, date);
        row.set(2, ByteBuffer.wrap(bytes));
        try (writer) {
            writer.write(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toDataFile();
    }
}
