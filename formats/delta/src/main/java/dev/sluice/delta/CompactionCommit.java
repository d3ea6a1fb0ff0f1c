/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.delta.kernel.KernelPath;
import io.delta.kernel.Operation;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.Row;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.utils.CloseableIterable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Commits one compaction. Kernel rebases it on commits that won meanwhile, assigns row ids and commit timestamps; what
 * decides whether the commit is in is the commit file alone, which {@link OptimizeCommitter} writes.
 */
final class CompactionCommit {

    /** Attempts against other writers; each loser re-reads what the winners did. */
    private static final int ATTEMPTS = 20;

    private final KernelEngine engine;
    private final DeltaState state;
    private final Clock clock;
    private Optional<OptimizeCommitter> committer = Optional.empty();

    CompactionCommit(KernelEngine engine, DeltaState state, Clock clock) {
        this.engine = engine;
        this.state = state;
        this.clock = clock;
    }

    /** True as long as no commit of ours can be in the table, so that what was written may be removed. */
    boolean surelyNotIn() {
        return committer
                .map(c -> switch (c.end()) {
                    case NOT_TRIED, CONFLICTED, REFUSED -> true;
                    case COMMITTED, UNKNOWN -> false;
                })
                .orElse(true);
    }

    StepOutcome of(Compaction compaction) {
        Set<Location> inputs = compaction.inputs().stream()
                .map(file -> LogPath.locate(state.location(), file.path()))
                .collect(Collectors.toSet());
        OptimizeCommitter ours = new OptimizeCommitter(
                state.location(), state.version(), inputs, metrics(compaction), compaction.keepsRowIds());
        committer = Optional.of(ours);
        try {
            transaction(ours).commit(engine, actions(compaction));
        } catch (ConcurrentWriteException e) {
            if (!surelyNotIn()) {
                return failed(ours, e);
            }
            return new StepOutcome.Conflicted(
                    Refusals.of(state.table().toString(), e).reason());
        } catch (RuntimeException e) {
            if (ours.end() != OptimizeCommitter.End.COMMITTED) {
                return failed(ours, e);
            }
        }
        return done(compaction, ours);
    }

    private StepOutcome failed(OptimizeCommitter ours, RuntimeException failure) {
        return switch (ours.end()) {
            case CONFLICTED -> new StepOutcome.Conflicted(ours.reason());
            case UNKNOWN ->
                new StepOutcome.Unknown("It cannot be told whether the commit went in: %s No file was cleaned up."
                        .formatted(ours.reason()));
            case REFUSED -> throw new GateException(Fault.STORAGE, state.table().toString(), ours.reason(), failure);
            case NOT_TRIED, COMMITTED -> throw Refusals.of(state.table().toString(), failure);
        };
    }

    /**
     * The public way to a transaction is closed to tables with constraints, generated or identity columns, though a
     * compaction changes no row of theirs. Which tables may be changed is decided by {@link Features}.
     */
    private TransactionImpl transaction(OptimizeCommitter ours) {
        SnapshotImpl snapshot = state.snapshot();
        return new TransactionImpl(
                false,
                snapshot.getDataPath(),
                Optional.of(snapshot),
                "Sluice",
                Operation.MANUAL_UPDATE,
                Optional.empty(),
                Optional.empty(),
                ours,
                Optional.empty(),
                Optional.empty(),
                Optional.of(ATTEMPTS),
                0,
                clock::millis);
    }

    private CloseableIterable<Row> actions(Compaction compaction) {
        Instant now = clock.instant();
        List<Row> actions = new ArrayList<>();
        compaction.inputs().forEach(f -> actions.add(SingleAction.createRemoveFileSingleAction(f.remove(now))));
        compaction.outputs().forEach(f -> actions.add(SingleAction.createAddFileSingleAction(f.add())));
        return CloseableIterable.inMemoryIterable(
                io.delta.kernel.internal.util.Utils.toCloseableIterator(actions.iterator()));
    }

    private static Map<String, String> metrics(Compaction compaction) {
        long removed =
                compaction.inputs().stream().mapToLong(f -> f.size().count()).sum();
        long vectors = compaction.inputs().stream()
                .filter(f -> f.deletionVector().isPresent())
                .count();
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put("numRemovedFiles", Integer.toString(compaction.inputs().size()));
        metrics.put("numRemovedBytes", Long.toString(removed));
        metrics.put("numAddedFiles", Integer.toString(compaction.outputs().size()));
        metrics.put("numAddedBytes", Long.toString(added(compaction).count()));
        metrics.put("numDeletionVectorsRemoved", Long.toString(vectors));
        return metrics;
    }

    private static Bytes added(Compaction compaction) {
        return Bytes.of(compaction.outputs().stream()
                .mapToLong(f -> f.file().size().count())
                .sum());
    }

    private StepOutcome done(Compaction compaction, OptimizeCommitter ours) {
        Change change = new Change(
                ours.version() - 1,
                ours.version(),
                compaction.inputs().stream().map(InputFile::path).toList(),
                compaction.outputs().stream()
                        .map(f -> new Change.AddedFile(
                                f.path(), f.file().size(), f.file().rows()))
                        .toList(),
                compaction.partitions(),
                compaction.bytesRead(),
                added(compaction),
                compaction.rowsRead(),
                compaction.rowsWritten(),
                notes(compaction, ours.version()));
        return new StepOutcome.Done(
                change,
                "Rewrote %d files into %d and committed version %d."
                        .formatted(change.removed().size(), change.added().size(), change.version()));
    }

    private List<String> notes(Compaction compaction, long version) {
        List<String> notes = new ArrayList<>();
        for (FileGroup group : compaction.dropped()) {
            notes.add("The group of %d files in %s was left out: another writer changed one of them."
                    .formatted(group.inputs().size(), group.partition()));
        }
        notes.addAll(compaction.unreadable());
        notes.addAll(checkpoint(version));
        return notes;
    }

    /**
     * Writes the checkpoint that is due, from a snapshot loaded at an explicit version: then Kernel does not clean up the
     * log on its own. The commit is in; a checkpoint that fails is a note.
     */
    private List<String> checkpoint(long version) {
        int interval =
                TableConfig.CHECKPOINT_INTERVAL.fromMetadata(state.snapshot().getMetadata());
        if (version == 0 || version % interval != 0) {
            return List.of();
        }
        try {
            TableManager.loadSnapshot(KernelPath.text(state.location()))
                    .atVersion(version)
                    .build(engine)
                    .writeCheckpoint(engine);
            return List.of();
        } catch (IOException | RuntimeException e) {
            return List.of("The checkpoint of version %d was not written: %s"
                    .formatted(version, Refusals.of(state.table().toString(), e).reason()));
        }
    }
}
