/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.CommitAttempt;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;

/**
 * Commits one compaction. The outputs bear the sequence number of the version they were made from, so that equality
 * deletes that came since still apply to them; deletes by position that came since, for a file that is rewritten, make it
 * give way. Deletes that applied to inputs alone go out with them; no other may ({@link DroppedDeletes}).
 *
 * <p>An equality delete reaches the files of its own spec's partition, or all files if its spec has no partitions. Where
 * files move to another spec, those of the old partition that came since would no longer reach their rows, and older ones
 * of the new partition would reach rows that they were not meant for. So the outputs are as young as the commit then, and
 * any delete for a file that is rewritten makes it give way. If they move to a spec without partitions, every delete of
 * that spec reaches them as it reached the files before: they stay as old as these, so that a stream of such deletes does
 * not keep them from ever being moved, and only deletes of the old partitions make it give way.
 */
public final class CompactionCommit {

    private final CommitAttempt attempt;

    public CompactionCommit(IcebergTable table, String run) {
        this.attempt = new CommitAttempt(table, run);
    }

    /** True as long as nothing of ours can be in the table: what was written may be cleaned up. */
    public boolean isSurelyNotIn() {
        return attempt.isSurelyNotIn();
    }

    public StepOutcome of(Compaction compaction) {
        RewriteFiles rewrite = attempt.rewrite();
        Snapshot start = compaction.state().snapshot().orElseThrow();
        rewrite.validateFromSnapshot(start.snapshotId());
        IcebergTable table = compaction.state().iceberg();
        Consumer<Snapshot> check = ours -> {};
        Set<Integer> movedFrom = compaction.movedFrom();
        if (movedFrom.isEmpty() || table.metadata().spec().isUnpartitioned()) {
            rewrite.dataSequenceNumber(start.sequenceNumber());
            rewrite.validateWith(new LateDeletes(table, start, movedFrom));
            check = new DroppedDeletes(table, start, compaction.outputs());
        }
        compaction.inputs().forEach(input -> rewrite.deleteFile(input.file()));
        compaction.spent().forEach(rewrite::deleteFile);
        compaction.outputs().forEach(rewrite::addFile);
        return attempt.make(rewrite, check, ours -> done(compaction, ours));
    }

    private StepOutcome done(Compaction compaction, Snapshot ours) {
        Change change = new Change(
                ours.parentId(),
                ours.snapshotId(),
                compaction.inputs().stream().map(InputFile::path).toList(),
                compaction.outputs().stream()
                        .map(f -> new Change.AddedFile(f.location(), Bytes.of(f.fileSizeInBytes()), f.recordCount()))
                        .toList(),
                compaction.partitions(),
                compaction.bytesRead(),
                Bytes.of(compaction.outputs().stream()
                        .mapToLong(DataFile::fileSizeInBytes)
                        .sum()),
                compaction.rowsRead(),
                compaction.rowsWritten(),
                notes(compaction));
        return new StepOutcome.Done(
                change,
                "Rewrote %d files into %d%s and committed version %d."
                        .formatted(
                                change.removed().size(),
                                change.added().size(),
                                compaction.movedFrom().isEmpty() ? "" : ", of the table's current partitioning,",
                                change.version()));
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }

    private static List<String> notes(Compaction compaction) {
        List<String> notes = new ArrayList<>();
        compaction.state().unmetWish().ifPresent(wish -> notes.add(sentence(wish)));
        for (FileGroup group : compaction.dropped()) {
            notes.add("The group of %d files in %s was left out: another writer changed one of them."
                    .formatted(group.inputs().size(), group.partition()));
        }
        notes.addAll(compaction.notes());
        return notes;
    }
}
