/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.table.Writer;
import dev.sluice.delta.kernel.KernelEngine;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.types.StructType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One version of a Delta table as found: a Kernel snapshot, and what the table's properties and protocol mean for us. */
final class DeltaState implements TableState {

    private static final StructType ADD = AddFile.SCHEMA_WITH_STATS;
    private static final int PATH = ADD.indexOf("path");
    private static final int PARTITION_VALUES = ADD.indexOf("partitionValues");
    private static final int SIZE = ADD.indexOf("size");
    private static final int MODIFICATION_TIME = ADD.indexOf("modificationTime");
    private static final int DELETION_VECTOR = ADD.indexOf("deletionVector");
    private static final int TAGS = ADD.indexOf("tags");
    private static final int STATS = ADD.indexOf("stats");

    /** A tag of files that a Z-order or clustering run has laid out (the OPTIMIZE of Delta on Spark sets it). */
    private static final String LAID_OUT_TAG = "ZCUBE_ID";

    private final TableRef table;
    private final Location location;
    private final KernelEngine engine;
    private final SnapshotImpl snapshot;
    private final LogFolder.Look log;
    private final Instant readAt;
    private final PartitionColumns partitionColumns;
    private @Nullable List<Objection> objections;
    private @Nullable List<RecentCommits.Account> recentCommits;

    DeltaState(
            TableRef table,
            Location location,
            KernelEngine engine,
            SnapshotImpl snapshot,
            LogFolder.Look log,
            Instant readAt) {
        this.table = table;
        this.location = location;
        this.engine = engine;
        this.snapshot = snapshot;
        this.log = log;
        this.readAt = readAt;
        this.partitionColumns = PartitionColumns.of(snapshot.getMetadata());
    }

    SnapshotImpl snapshot() {
        return snapshot;
    }

    /** Reads this version; it has read each commit file of it once. */
    KernelEngine engine() {
        return engine;
    }

    Location location() {
        return location;
    }

    @Override
    public TableRef table() {
        return table;
    }

    @Override
    public long version() {
        return snapshot.getVersion();
    }

    @Override
    public Instant readAt() {
        return readAt;
    }

    @Override
    public History history() {
        return log.history();
    }

    /** Protocol, schema, partitioning and all properties; a table with another id is another table. */
    @Override
    public String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(
                    snapshot.getProtocol().toString(),
                    snapshot.getMetadata().getId(),
                    snapshot.getMetadata().getSchemaString(),
                    String.join(",", snapshot.getPartitionColumnNames()),
                    new TreeMap<>(snapshot.getMetadata().getConfiguration()).toString())) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    @Override
    public Stream<DataFile> files() {
        Map<Map<String, @Nullable String>, Partition> partitions = new HashMap<>();
        return LiveFiles.stream(engine, snapshot, true, table.toString(), (add, row) -> dataFile(add, row, partitions));
    }

    private DataFile dataFile(ColumnVector add, int row, Map<Map<String, @Nullable String>, Partition> partitions) {
        ColumnVector stats = add.getChild(STATS);
        long rows = stats.isNullAt(row) ? DataFile.UNKNOWN_ROWS : StatsJson.rows(stats.getString(row));
        DeletionVectorDescriptor deletes =
                DeletionVectorDescriptor.fromColumnVector(add.getChild(DELETION_VECTOR), row);
        MapValue values = add.getChild(PARTITION_VALUES).getMap(row);
        return new DataFile(
                add.getChild(PATH).getString(row),
                Bytes.of(add.getChild(SIZE).getLong(row)),
                rows,
                deletes == null ? 0 : deletes.getCardinality(),
                deletes == null ? "" : deletes.getUniqueId(),
                partitions.computeIfAbsent(KernelMaps.strings(values), partitionColumns::partition),
                Instant.ofEpochMilli(add.getChild(MODIFICATION_TIME).getLong(row)),
                isLaidOut(add.getChild(TAGS), row)
                        ? "the file was laid out by Z-order or clustering, which mixing would undo"
                        : null);
    }

    private static boolean isLaidOut(ColumnVector tags, int row) {
        return !tags.isNullAt(row) && KernelMaps.strings(tags.getMap(row)).containsKey(LAID_OUT_TAG);
    }

    @Override
    public Optional<Bytes> preferredFileSize() {
        return TargetSize.of(snapshot.getMetadata().getConfiguration());
    }

    /** Read from the log when they are first asked for. */
    @Override
    public synchronized List<Objection> objections() {
        List<Objection> known = objections;
        if (known == null) {
            known = new ArrayList<>(Features.objections(snapshot.getProtocol(), snapshot.getMetadata()));
            List<RecentCommits.Account> commits = recentCommits();
            OtherMaintainers.objection(commits, readAt).ifPresent(known::add);
            OverwritingWriters.objection(location, log, commits).ifPresent(known::add);
            objections = List.copyOf(known);
        }
        return known;
    }

    private synchronized List<RecentCommits.Account> recentCommits() {
        List<RecentCommits.Account> known = recentCommits;
        if (known == null) {
            known = Refusals.refusing(table.toString(), () -> new RecentCommits(engine).read(log.newest(), readAt));
            recentCommits = known;
        }
        return known;
    }

    @Override
    public List<Writer> writers() {
        Map<String, Writer> writers = new LinkedHashMap<>();
        for (RecentCommits.Account commit : recentCommits()) {
            writers.merge(
                    commit.engine(),
                    new Writer(commit.engine(), 1, commit.at()),
                    (newer, older) -> new Writer(newer.name(), newer.commits() + 1, newer.lastAt()));
        }
        return List.copyOf(writers.values());
    }

    @Override
    public Optional<Location> place(DataFile file) {
        return Optional.of(LogPath.locate(location, file.path()));
    }

    @Override
    public List<Location> writtenFolders() {
        return List.of(location, LogFolder.of(location));
    }

    @Override
    public List<PartitionColumn> partitionColumns() {
        return partitionColumns.columns();
    }
}
