/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.FingerprintSet;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.RealPlaces;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.delta.kernel.KernelPath;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.replay.ActionsIterator;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All files that one version of a table refers to: its live files with their deletion vectors, and those that a
 * {@code remove} speaks of which is younger than a cut-off or undated. Removes are taken from the checkpoint and from
 * all commit files that are young enough to hold one: checkpoints drop them by the table's property, which may be
 * shorter than the retention asked for.
 *
 * <p>A path is protected in both spellings, decoded as the protocol has it and taken literally: writers have been known
 * to put the encoded name on disk. A file is known by where it really lies, whatever symbolic links its path goes through.
 * One that lies elsewhere by its absolute path is protected by its name as well: that path may lead here under another name
 * of the bucket, or of the disk.
 */
final class References {

    private static final StructType ADD = AddFile.SCHEMA_WITH_STATS;
    private static final int ADD_PATH = ADD.indexOf("path");
    private static final int ADD_DELETION_VECTOR = ADD.indexOf("deletionVector");

    private static final StructType REMOVE = new StructType()
            .add("path", StringType.STRING, false)
            .add("deletionTimestamp", LongType.LONG, true)
            .add("deletionVector", DeletionVectorDescriptor.READ_SCHEMA, true);

    private static final StructType COMPACTED_ADD = new StructType()
            .add("path", StringType.STRING, false)
            .add("deletionVector", DeletionVectorDescriptor.READ_SCHEMA, true);

    /** Commit files are stamped by the store's clock, removes by their writer's; this much they may differ. */
    private static final Duration CLOCK_SKEW = Duration.ofDays(1);

    private final Engine engine;
    private final Store store;
    private final DeltaState state;
    private final Location table;
    private final RealPlaces places;
    private final FingerprintSet live = new FingerprintSet();
    private final FingerprintSet removed = new FingerprintSet();
    private long liveFiles;

    private References(Engine engine, Store store, DeltaState state) {
        this.engine = engine;
        this.store = store;
        this.state = state;
        this.table = state.location();
        this.places = new RealPlaces(store);
    }

    /** Everything that a state refers to, with removes from the cut-off on. */
    static References of(Engine engine, Store store, DeltaState state, Instant cutoff) {
        References references = new References(engine, store, state);
        references.readLive();
        references.readCompactions();
        references.readRemoved(cutoff);
        return references;
    }

    /** True if the current version holds the file or it is the deletion vector of one that it holds. */
    boolean mayBeLive(Location file) {
        return isIn(live, file);
    }

    /** True if anything that is kept refers to the file. */
    boolean mayRefer(Location file) {
        return isIn(live, file) || isIn(removed, file);
    }

    private boolean isIn(FingerprintSet set, Location file) {
        return set.mayContain(places.of(file)) || set.mayContain(nameOf(file));
    }

    private void add(FingerprintSet set, Location file) {
        Location place = places.of(file);
        set.add(place);
        if (!places.ofFolder(table).contains(place)) {
            set.add(nameOf(file));
        }
    }

    /** Nothing of a table lies at the top of a disk. */
    private static Location nameOf(Location file) {
        return Location.local("/" + file.name());
    }

    /** True if the current version holds no file at all, so that nothing could be told from what it refers to. */
    boolean isEmpty() {
        return liveFiles == 0;
    }

    private void readLive() {
        String subject = state.table().toString();
        try (Stream<Boolean> files = LiveFiles.stream(engine, state.snapshot(), false, subject, (add, row) -> {
            protect(live, add.getChild(ADD_PATH).getString(row));
            deletionVector(add.getChild(ADD_DELETION_VECTOR), row).ifPresent(file -> add(live, file));
            return true;
        })) {
            liveFiles = files.mapToLong(file -> 1).sum();
        }
    }

    /**
     * Some readers go by log compactions instead of the commits they sum up. Where the two contradict each other, a file
     * that only the compaction adds is live for those readers, and must stay.
     */
    private void readCompactions() {
        StructType schema = new StructType().add("add", COMPACTED_ADD, true);
        Refusals.refusing(state.table().toString(), () -> {
            for (FileStatus compaction : state.snapshot().getLogSegment().getCompactions()) {
                try (CloseableIterator<ColumnarBatch> batches = engine.getJsonHandler()
                        .readJsonFiles(Utils.singletonCloseableIterator(compaction), schema, Optional.empty())) {
                    while (batches.hasNext()) {
                        protectAdds(batches.next().getColumnVector(0));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return live;
        });
    }

    private void protectAdds(ColumnVector adds) {
        for (int row = 0; row < adds.getSize(); row++) {
            if (!adds.isNullAt(row)) {
                protect(live, adds.getChild(0).getString(row));
                deletionVector(adds.getChild(1), row).ifPresent(file -> add(live, file));
            }
        }
    }

    private void protect(FingerprintSet set, String path) {
        add(set, LogPath.locate(table, path));
        if (path.indexOf('%') >= 0 && !LogPath.isAbsolute(path)) {
            add(set, table.resolve(path));
        }
    }

    private Optional<Location> deletionVector(ColumnVector vectors, int row) {
        DeletionVectorDescriptor vector = DeletionVectorDescriptor.fromColumnVector(vectors, row);
        return vector == null || vector.isInline()
                ? Optional.empty()
                : Optional.of(KernelPath.location(vector.getAbsolutePath(KernelPath.text(table))));
    }

    private void readRemoved(Instant cutoff) {
        StructType schema = new StructType().add("remove", REMOVE, true);
        Refusals.refusing(state.table().toString(), () -> {
            try (ActionsIterator actions = new ActionsIterator(engine, logFiles(cutoff), schema, Optional.empty())) {
                while (actions.hasNext()) {
                    collect(actions.next().getColumnarBatch(), cutoff);
                }
                return removed;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void collect(ColumnarBatch batch, Instant cutoff) {
        ColumnVector removes = batch.getColumnVector(0);
        ColumnVector times = removes.getChild(1);
        for (int row = 0; row < batch.getSize(); row++) {
            if (removes.isNullAt(row)) {
                continue;
            }
            boolean expired = !times.isNullAt(row) && times.getLong(row) < cutoff.toEpochMilli();
            if (!expired) {
                protect(removed, removes.getChild(0).getString(row));
                deletionVector(removes.getChild(2), row).ifPresent(file -> add(removed, file));
            }
        }
    }

    /** The checkpoint, the commits after it, and all older commits that may hold a remove younger than the cut-off. */
    private List<FileStatus> logFiles(Instant cutoff) {
        Map<String, FileStatus> files = new LinkedHashMap<>();
        for (FileStatus file : state.snapshot().getLogSegment().allLogFilesReversed()) {
            files.put(KernelPath.location(file.getPath()).name(), file);
        }
        try (Stream<LogFolder.Commit> commits = new LogFolder(store, table).commits()) {
            commits.filter(commit -> commit.version() <= state.version())
                    .map(LogFolder.Commit::file)
                    .filter(file -> file.modifiedAt().isAfter(cutoff.minus(CLOCK_SKEW)))
                    .forEach(file -> files.putIfAbsent(file.location().name(), status(file)));
        }
        return new ArrayList<>(files.values());
    }

    static FileStatus status(StoredFile file) {
        return FileStatus.of(
                KernelPath.text(file.location()),
                file.size().count(),
                file.modifiedAt().toEpochMilli());
    }
}
