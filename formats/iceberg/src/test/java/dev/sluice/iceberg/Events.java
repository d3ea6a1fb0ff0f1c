/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.FolderOperations;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.hadoop.HadoopOutputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A table of events by day, and a writer of it that uses nothing but Iceberg's own library. */
public final class Events {

    public static final Schema SCHEMA = new Schema(
            required(1, "id", Types.LongType.get()),
            required(2, "day", Types.StringType.get()),
            optional(3, "amount", Types.DoubleType.get()),
            optional(4, "note", Types.StringType.get()));

    public static final PartitionSpec BY_DAY =
            PartitionSpec.builderFor(SCHEMA).identity("day").build();
    public static final List<String> DAYS = List.of("2026-11-01", "2026-11-02");
    public static final int ROWS_PER_FILE = 10;

    private static final Comparator<DataFile> OLDEST_FIRST =
            Comparator.comparingLong(Events::sequence).thenComparing(DataFile::location);

    private static final Configuration HADOOP = withoutChecksumFiles();

    private final Table table;
    private final TableRef ref;
    private final List<CatalogSettings> catalogs;
    private OptionalLong nextId = OptionalLong.empty();
    private FileFormat format = FileFormat.PARQUET;

    /** @param catalogs what the product needs to find the table by its name */
    public Events(Table table, TableRef ref, CatalogSettings... catalogs) {
        this.table = table;
        this.ref = ref;
        this.catalogs = List.of(catalogs);
    }

    /** A table of a folder with so many files for each of two days, one commit each. */
    public static Events create(Path folder, int formatVersion, int filesPerDay) {
        return create(folder, formatVersion, filesPerDay, Map.of());
    }

    public static Events create(Path folder, int formatVersion, int filesPerDay, Map<String, String> properties) {
        Events events = empty(folder, SCHEMA, BY_DAY, formatVersion, properties);
        for (int i = 0; i < filesPerDay; i++) {
            DAYS.forEach(events::append);
        }
        return events;
    }

    public static Events empty(
            Path folder, Schema schema, PartitionSpec spec, int formatVersion, Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("format-version", Integer.toString(formatVersion));
        new FolderOperations(new LocalStore(), Location.local(folder))
                .commit(
                        null,
                        TableMetadata.newTableMetadata(
                                schema, spec, SortOrder.unsorted(), folder.toString(), Map.copyOf(all)));
        return at(folder);
    }

    /** The table of a folder, as it is now. */
    public static Events at(Path folder) {
        return new Events(
                new BaseTable(new FolderOperations(new LocalStore(), Location.local(folder)), "events"),
                new TableRef("iceberg", folder.toString()));
    }

    public Table table() {
        table.refresh();
        return table;
    }

    public TableRef ref() {
        return ref;
    }

    /** The product, as it reaches this table. */
    public IcebergFormat format() {
        return IcebergPass.format(catalogs.toArray(CatalogSettings[]::new));
    }

    public Path folder() {
        return Path.of(ref.address());
    }

    /** Writes data and deletes in a format from now on. */
    public Events in(FileFormat other) {
        format = other;
        return this;
    }

    public void append(String day) {
        commitAppend(write(day, ROWS_PER_FILE));
    }

    public void commitAppend(DataFile file) {
        table.newFastAppend().appendFile(file).commit();
    }

    /** Writes a file of a day's rows, and does not commit it. */
    public DataFile write(String day, int rows) {
        List<Record> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            records.add(row(nextId(), day));
        }
        return write(day, records);
    }

    /** Far from those of whoever else has the table in hand. */
    private long nextId() {
        long id = nextId.orElseGet(() -> 1_000_000L * ids().size());
        nextId = OptionalLong.of(id + 1);
        return id;
    }

    public DataFile write(String day, List<Record> records) {
        DataWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(format)
                .build()
                .newDataWriter(newFile("", table.spec(), partition(day)), table.spec(), partition(day));
        try (writer) {
            records.forEach(writer::write);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toDataFile();
    }

    /** Writes a row into a file of the partition that its values give. */
    public DataFile writeWhereItBelongs(Record row) {
        return writeWhereTheyBelong(List.of(row));
    }

    /** Writes rows of one partition into a file of it. */
    public DataFile writeWhereTheyBelong(List<Record> rows) {
        PartitionKey key = new PartitionKey(table.spec(), table.schema());
        key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(rows.get(0)));
        DataWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(format)
                .build()
                .newDataWriter(newFile("", table.spec(), key), table.spec(), key);
        try (writer) {
            rows.forEach(writer::write);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toDataFile();
    }

    public Record row(long id, String day) {
        Record row = GenericRecord.create(table.schema());
        row.setField("id", id);
        row.setField("day", day);
        if (table.schema().findField("amount") != null) {
            row.setField("amount", id % 7 == 0 ? Double.NaN : id / 8.0);
        }
        if (table.schema().findField("note") != null) {
            row.setField("note", id % 5 == 0 ? null : "event " + id);
        }
        return row;
    }

    /** Deletes rows of a file by position: by a deletion vector in version 3, by a delete file before. */
    public void deletePositions(DataFile file, long... positions) {
        if (TableUtil.formatVersion(table) >= 3) {
            deletionVector(file, positions);
            return;
        }
        PartitionSpec spec = specOf(file);
        PositionDeleteWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .deleteFileFormat(format)
                .build()
                .newPositionDeleteWriter(newFile("deletes", spec, file.partition()), spec, file.partition());
        PositionDelete<Record> delete = PositionDelete.create();
        try (writer) {
            for (long position : positions) {
                writer.write(delete.set(file.location(), position));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    private PartitionSpec specOf(DataFile file) {
        return Objects.requireNonNull(table.specs().get(file.specId()));
    }

    private void deletionVector(DataFile file, long... positions) {
        deletePositions(Map.of(file, positions));
    }

    /** Deletes rows of several files by vectors that lie in one file. */
    public void deletePositions(Map<DataFile, long[]> positionsOf) {
        BaseDVFileWriter writer = new BaseDVFileWriter(files(FileFormat.PUFFIN, "dv"), path -> null);
        try (writer) {
            positionsOf.forEach((file, positions) -> {
                for (long position : positions) {
                    writer.delete(file.location(), position, specOf(file), file.partition());
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RowDelta delta =
                table.newRowDelta().validateFromSnapshot(table.currentSnapshot().snapshotId());
        writer.result().deleteFiles().forEach(delta::addDeletes);
        delta.commit();
    }

    /** Deletes rows of a day by their ids, in all files that are there by now. */
    public void deleteIds(String day, long... ids) {
        DeleteFile file = writeEqualityDeletes(day, ids);
        table.newRowDelta().addDeletes(file).commit();
    }

    /** Deletes rows by their ids in the partition that a file is in, whichever spec it is of. */
    public void deleteIdsBeside(DataFile file, long... ids) {
        table.newRowDelta()
                .addDeletes(writeEqualityDeletes(specOf(file), file.partition(), ids))
                .commit();
    }

    public DeleteFile writeEqualityDeletes(String day, long... ids) {
        return writeEqualityDeletes(table.spec(), partition(day), ids);
    }

    /** Of a table that is not partitioned any longer: for the files of every earlier spec too. */
    public DeleteFile writeEqualityDeletesEverywhere(long... ids) {
        return writeEqualityDeletes(table.spec(), null, ids);
    }

    private DeleteFile writeEqualityDeletes(PartitionSpec spec, @Nullable StructLike partition, long... ids) {
        Schema deleted = table.schema().select("id");
        EqualityDeleteWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .deleteFileFormat(format)
                .equalityFieldIds(new int[] {1})
                .equalityDeleteRowSchema(deleted)
                .build()
                .newEqualityDeleteWriter(newFile("eq", spec, partition), spec, partition);
        try (writer) {
            for (long id : ids) {
                Record row = GenericRecord.create(deleted);
                row.set(0, id);
                writer.write(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toDeleteFile();
    }

    public void deleteFile(String path) {
        table.refresh();
        table.newDelete().deleteFile(path).commit();
    }

    /** A local one with settings that were read before: Iceberg's writers read all of Hadoop's anew for any other. */
    private EncryptedOutputFile newFile(String suffix, PartitionSpec spec, @Nullable StructLike partition) {
        OutputFileFactory files = files(format, suffix);
        EncryptedOutputFile file =
                spec.isUnpartitioned() ? files.newOutputFile() : files.newOutputFile(spec, partition);
        String location = file.encryptingOutputFile().location();
        return location.startsWith("/")
                ? EncryptedFiles.plainAsEncryptedOutput(HadoopOutputFile.fromLocation(location, HADOOP))
                : file;
    }

    private static Configuration withoutChecksumFiles() {
        Configuration settings = new Configuration();
        settings.setClass("fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
        return settings;
    }

    private OutputFileFactory files(FileFormat format, String suffix) {
        table.refresh();
        return OutputFileFactory.builderFor(table, 1, 1)
                .format(format)
                .operationId(UUID.randomUUID().toString())
                .suffix(suffix.isEmpty() ? null : suffix)
                .build();
    }

    private PartitionData partition(String day) {
        PartitionData partition = new PartitionData(table.spec().partitionType());
        for (int i = 0; i < partition.size(); i++) {
            boolean isOfTheDay = table.spec().fields().get(i).transform().isIdentity();
            partition.set(i, isOfTheDay ? day : null);
        }
        return partition;
    }

    /** The live data files that no delete applies to, oldest first. */
    public List<DataFile> wholeFiles() {
        return tasks().stream()
                .filter(task -> task.deletes().isEmpty())
                .map(task -> task.file().copy())
                .sorted(OLDEST_FIRST)
                .toList();
    }

    private List<FileScanTask> tasks() {
        table.refresh();
        List<FileScanTask> tasks = new ArrayList<>();
        try (CloseableIterable<FileScanTask> found = table.newScan().planFiles()) {
            found.forEach(tasks::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tasks;
    }

    /** The delete files that apply to some live data file. */
    public List<DeleteFile> deletes() {
        return tasks().stream()
                .flatMap(task -> task.deletes().stream())
                .distinct()
                .toList();
    }

    /** The live data files, oldest first. */
    public List<DataFile> files() {
        return tasks().stream()
                .map(task -> task.file().copy())
                .sorted(OLDEST_FIRST)
                .toList();
    }

    public List<DataFile> filesWithStatistics() {
        table.refresh();
        List<DataFile> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().includeColumnStats().planFiles()) {
            tasks.forEach(task -> files.add(task.file().copy()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static long sequence(DataFile file) {
        return file.fileSequenceNumber() == null ? 0 : file.fileSequenceNumber();
    }

    /** Every row as text, row lineage included where the table keeps it, as Iceberg's own reader gives it. */
    public List<String> rows() {
        return rows(SnapshotRef.MAIN_BRANCH);
    }

    /** The same of a branch or a tag. */
    public List<String> rows(String ref) {
        table.refresh();
        Schema schema = TableUtil.supportsRowLineage(table)
                ? MetadataColumns.schemaWithRowLineage(table.schema())
                : table.schema();
        List<String> rows = new ArrayList<>();
        IcebergGenerics.ScanBuilder scan = IcebergGenerics.read(table).project(schema);
        if (table.refs().containsKey(ref)) {
            scan = scan.useSnapshot(table.refs().get(ref).snapshotId());
        }
        try (CloseableIterable<Record> records = scan.build()) {
            records.forEach(record -> rows.add(text(schema, record)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.sort(null);
        return rows;
    }

    /** Of the columns that were asked for: the reader leaves more in its records where it applies deletes. */
    private static String text(Schema schema, Record record) {
        return schema.columns().stream()
                .map(column -> column.name() + "=" + record.getField(column.name()))
                .collect(Collectors.joining(", "));
    }

    public SortedSet<Long> ids() {
        table.refresh();
        TreeSet<Long> ids = new TreeSet<>();
        if (table.schema().findField("id") == null) {
            return ids;
        }
        try (CloseableIterable<Record> records =
                IcebergGenerics.read(table).select("id").build()) {
            records.forEach(record -> ids.add((Long) record.getField("id")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ids;
    }
}
