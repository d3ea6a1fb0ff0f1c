/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.RowFilter;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.Deletes;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.TableWishes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** One version of an Iceberg table as found: a snapshot, and what the table's metadata means for us. */
public final class IcebergState implements TableState {

    /** The version of a table that nothing was ever written to. */
    public static final long NO_VERSION = 0;

    private final IcebergTable table;
    private final @Nullable Snapshot snapshot;
    private final Instant readAt;
    private final SnapshotTimes times;
    private final Partitions partitions;
    private final FileFeatures features;
    private @Nullable History history;
    private @Nullable List<Objection> objections;

    public IcebergState(IcebergTable table, @Nullable Snapshot snapshot, Instant readAt) {
        this.table = table;
        this.snapshot = snapshot;
        this.readAt = readAt;
        this.times = SnapshotTimes.of(table.metadata());
        this.partitions = new Partitions(table.metadata());
        this.features = new FileFeatures(table.metadata());
    }

    public IcebergTable iceberg() {
        return table;
    }

    public Optional<Snapshot> snapshot() {
        return Optional.ofNullable(snapshot);
    }

    @Override
    public TableRef table() {
        return table.ref();
    }

    @Override
    public long version() {
        return snapshot == null ? NO_VERSION : snapshot.snapshotId();
    }

    @Override
    public Instant readAt() {
        return readAt;
    }

    @Override
    public String fingerprint() {
        return Fingerprint.of(table.metadata());
    }

    @Override
    public Stream<DataFile> files() {
        return tasks().map(this::dataFile);
    }

    /** The live data files with the deletes that apply to each. Manifests are read side by side. Close the stream. */
    public Stream<FileScanTask> tasks() {
        if (snapshot == null) {
            return Stream.empty();
        }
        CloseableIterable<FileScanTask> planned = table.reading(() -> table.table()
                .newScan()
                .useSnapshot(snapshot.snapshotId())
                .ignoreResiduals()
                .planFiles());
        Walk walk = new Walk(planned.iterator());
        int traits = Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(walk, traits), false)
                .onClose(walk::close)
                .onClose(() -> close(planned));
    }

    private DataFile dataFile(FileScanTask task) {
        org.apache.iceberg.DataFile file = task.file();
        return new DataFile(
                file.location(),
                Bytes.of(file.fileSizeInBytes()),
                file.recordCount(),
                Deletes.rows(file, task.deletes()),
                Deletes.identity(task),
                partitions.of(task.spec(), file.partition()),
                times.of(file),
                features.reasonToLeaveAlone(file),
                Deletes.areCounted(task.deletes()));
    }

    /** Read from the metadata when it is first asked for. */
    @Override
    public synchronized History history() {
        History known = history;
        if (known == null) {
            known = new TableHistory(this).read();
            history = known;
        }
        return known;
    }

    /** Only on this machine: how files elsewhere are reached may be the catalog's to say. */
    @Override
    public Optional<Location> place(DataFile file) {
        return Optional.of(IcebergPath.location(file.path())).filter(Location::isLocal);
    }

    @Override
    public List<Location> writtenFolders() {
        return table.reading(() -> List.of(
                IcebergPath.location(table.metadata().metadataFileLocation()).parent(),
                IcebergPath.location(table.table().locationProvider().newDataLocation("file"))
                        .parent()));
    }

    @Override
    public Optional<Bytes> preferredFileSize() {
        try {
            return new TableWishes(table)
                    .positive(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES)
                    .map(Bytes::of);
        } catch (GateException e) {
            return Optional.empty(); // an objection says so
        }
    }

    @Override
    public Optional<String> unmetWish() {
        return UnmetWishes.of(table.metadata());
    }

    @Override
    public synchronized List<Objection> objections() {
        List<Objection> known = objections;
        if (known == null) {
            known = new ArrayList<>(Features.objections(table));
            OtherMaintainers.objection(table.metadata(), readAt).ifPresent(known::add);
            objections = List.copyOf(known);
        }
        return known;
    }

    @Override
    public List<PartitionColumn> partitionColumns() {
        return Partitions.columns(table.metadata());
    }

    @Override
    public Map<String, String> partitionTypesThatNoFilterKnows() {
        return Partitions.otherTypes(table.metadata());
    }

    @Override
    public Optional<Predicate<Partition>> mayHold(RowFilter filter) {
        return Optional.of(Selection.of(table.ref(), table.metadata(), partitions, filter));
    }

    @Override
    public Optional<SmallManifests> smallManifests(Set<String> rewritten, int commits) {
        return table.reading(() -> new ManifestListing(this).worthRewritingAfter(rewritten, commits));
    }

    private static void close(CloseableIterable<?> planned) {
        try {
            planned.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Walks the tasks of a scan, with Iceberg's failures as ours. */
    private final class Walk implements Iterator<FileScanTask> {
        private final CloseableIterator<FileScanTask> tasks;

        Walk(CloseableIterator<FileScanTask> tasks) {
            this.tasks = tasks;
        }

        @Override
        public boolean hasNext() {
            return table.reading(tasks::hasNext);
        }

        @Override
        public FileScanTask next() {
            return table.reading(tasks::next);
        }

        void close() {
            try {
                tasks.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
