/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.Objection;
import dev.sluice.delta.kernel.KernelPath;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.replay.ActionWrapper;
import io.delta.kernel.internal.replay.ActionsIterator;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
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
 * Lists the files below a table that its current version does not hold. Deletes nothing.
 *
 * <p>A file is eligible for removal when it is older than the retention and neither live nor the deletion vector of a
 * live file, and when no {@code remove} speaks of it that is younger than the retention or undated. Removes are taken
 * from the checkpoint and from all commit files that are young enough to hold one: checkpoints drop them by the table's
 * property, which may be shorter than the retention asked for.
 */
final class LeftoverListing {

    private static final StructType ADD = AddFile.SCHEMA_WITH_STATS;
    private static final int ADD_PATH = ADD.indexOf("path");
    private static final int ADD_DELETION_VECTOR = ADD.indexOf("deletionVector");

    private static final StructType REMOVE = new StructType()
            .add("path", StringType.STRING, false)
            .add("deletionTimestamp", LongType.LONG, true)
            .add("deletionVector", DeletionVectorDescriptor.READ_SCHEMA, true);

    /** Commit files are stamped by the store's clock, removes by their writer's; this much they may differ. */
    private static final Duration CLOCK_SKEW = Duration.ofDays(1);

    private final Store store;
    private final Engine engine;
    private final DeltaState state;
    private final Location table;

    LeftoverListing(Store store, Engine engine, DeltaState state) {
        this.store = store;
        this.engine = engine;
        this.state = state;
        this.table = state.location();
    }

    Leftovers list(Retention retention, Instant now) {
        Instant cutoff = now.minus(effective(retention));
        FingerprintSet live = live();
        boolean mayRemove = state.objections().stream().noneMatch(o -> o.kind() == Objection.Kind.UNSUPPORTED);
        FingerprintSet kept = mayRemove ? removedAfter(cutoff) : new FingerprintSet();
        Account account = new Account();
        try (Stream<StoredFile> files = store.list(table)) {
            files.filter(file -> VacuumName.isCandidate(table.relativize(file.location()), partitionColumns()))
                    .filter(file -> !live.mayContain(file.location()))
                    .forEach(file -> account.count(
                            file,
                            mayRemove && file.modifiedAt().isBefore(cutoff) && !kept.mayContain(file.location())));
        }
        return new Leftovers(account.unreferenced, Bytes.of(account.bytes), account.eligible);
    }

    /** The longest of what was asked, the floor, and the table's own retention. */
    private Duration effective(Retention retention) {
        Duration own = Duration.ofMillis(
                TableConfig.TOMBSTONE_RETENTION.fromMetadata(state.snapshot().getMetadata()));
        return own.compareTo(retention.keepFor()) > 0 ? own : retention.keepFor();
    }

    private List<String> partitionColumns() {
        return state.partitionColumns().stream().map(c -> c.name()).toList();
    }

    private FingerprintSet live() {
        FingerprintSet live = new FingerprintSet();
        try (Stream<Boolean> files =
                LiveFiles.stream(engine, state.snapshot(), false, state.table().toString(), (add, row) -> {
                    live.add(LogPath.locate(table, add.getChild(ADD_PATH).getString(row)));
                    deletionVector(add.getChild(ADD_DELETION_VECTOR), row).ifPresent(live::add);
                    return true;
                })) {
            files.forEach(counted -> {});
        }
        return live;
    }

    private Optional<Location> deletionVector(ColumnVector vectors, int row) {
        DeletionVectorDescriptor vector = DeletionVectorDescriptor.fromColumnVector(vectors, row);
        return vector == null || vector.isInline()
                ? Optional.empty()
                : Optional.of(KernelPath.location(vector.getAbsolutePath(KernelPath.text(table))));
    }

    /** The files, and their deletion vectors, of all removes that are younger than the cut-off or undated. */
    private FingerprintSet removedAfter(Instant cutoff) {
        FingerprintSet removed = new FingerprintSet();
        StructType schema = new StructType().add("remove", REMOVE, true);
        Refusals.refusing(state.table().toString(), () -> {
            try (ActionsIterator actions = new ActionsIterator(engine, logFiles(cutoff), schema, Optional.empty())) {
                while (actions.hasNext()) {
                    ActionWrapper action = actions.next();
                    collect(action.getColumnarBatch(), cutoff, removed);
                }
                return removed;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return removed;
    }

    private void collect(ColumnarBatch batch, Instant cutoff, FingerprintSet removed) {
        ColumnVector removes = batch.getColumnVector(0);
        ColumnVector times = removes.getChild(1);
        for (int row = 0; row < batch.getSize(); row++) {
            if (removes.isNullAt(row)) {
                continue;
            }
            boolean expired = !times.isNullAt(row) && times.getLong(row) < cutoff.toEpochMilli();
            if (!expired) {
                removed.add(LogPath.locate(table, removes.getChild(0).getString(row)));
                deletionVector(removes.getChild(2), row).ifPresent(removed::add);
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

    private static FileStatus status(StoredFile file) {
        return FileStatus.of(
                KernelPath.text(file.location()),
                file.size().count(),
                file.modifiedAt().toEpochMilli());
    }

    /** The running counts of one listing. */
    private static final class Account {
        private long unreferenced;
        private long bytes;
        private final List<StoredFile> eligible = new ArrayList<>();

        void count(StoredFile file, boolean isEligible) {
            unreferenced++;
            bytes += file.size().count();
            if (isEligible) {
                eligible.add(file);
            }
        }
    }
}
