/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;

/**
 * Commits one compaction. The outputs bear the sequence number of the version they were made from, so that equality
 * deletes that came since still apply to them; deletes by position that came since, for a file that is rewritten, make it
 * give way. Deletes that applied to inputs alone go out with them.
 */
final class CompactionCommit {

    private final CommitAttempt attempt;

    CompactionCommit(IcebergTable table, String run) {
        this.attempt = new CommitAttempt(table, run);
    }

    /** True as long as nothing of ours can be in the table: what was written may be cleaned up. */
    boolean isSurelyNotIn() {
        return attempt.isSurelyNotIn();
    }

    StepOutcome of(Compaction compaction) {
        RewriteFiles rewrite = attempt.rewrite();
        Snapshot start = compaction.state().snapshot().orElseThrow();
        rewrite.validateFromSnapshot(start.snapshotId()).dataSequenceNumber(start.sequenceNumber());
        compaction.inputs().forEach(input -> rewrite.deleteFile(input.file()));
        compaction.spent().forEach(rewrite::deleteFile);
        compaction.outputs().forEach(rewrite::addFile);
        return attempt.make(rewrite, ours -> done(compaction, ours));
    }

    private StepOutcome done(Compaction compaction, Snapshot ours) {
        Change change = new Change(
                ours.parentId(),
                ours.snapshotId(),
                compaction.inputs().stream().map(InputFile::path).toList(),
                compaction.outputs().stream()
                        .map(f -> new Change.AddedFile(f.location(), Bytes.of(f.fileSizeInBytes()), f.recordCount()))
                        .toList(),
                compaction.bytesRead(),
                Bytes.of(compaction.outputs().stream()
                        .mapToLong(DataFile::fileSizeInBytes)
                        .sum()),
                compaction.rowsRead(),
                compaction.rowsWritten(),
                notes(compaction));
        return new StepOutcome.Done(
                change,
                "Rewrote %d files into %d and committed version %d."
                        .formatted(change.removed().size(), change.added().size(), change.version()));
    }

    private static List<String> notes(Compaction compaction) {
        List<String> notes = new ArrayList<>();
        for (FileGroup group : compaction.dropped()) {
            notes.add("The group of %d files in %s was left out: another writer changed one of them."
                    .formatted(group.inputs().size(), group.partition()));
        }
        return notes;
    }
}
