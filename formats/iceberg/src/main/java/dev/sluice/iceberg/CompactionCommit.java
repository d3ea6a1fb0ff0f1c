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
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * Commits one compaction. The outputs bear the sequence number of the version they were made from, so that equality
 * deletes that came since still apply to them; deletes by position that came since, for a file that is rewritten, make it
 * give way.
 */
final class CompactionCommit {

    private final IcebergTable table;
    private final String run;
    private final String commit;
    private boolean isSurelyNotIn = true;

    CompactionCommit(IcebergTable table, String run) {
        this.table = table;
        this.run = run;
        this.commit = run + "-" + UUID.randomUUID();
    }

    /** True as long as nothing of ours can be in the table: what was written may be cleaned up. */
    boolean isSurelyNotIn() {
        return isSurelyNotIn;
    }

    StepOutcome of(Compaction compaction) {
        CommitWatch watch = new CommitWatch(table.operations());
        RewriteFiles rewrite = new BaseTable(watch, table.ref().toString()).newRewrite();
        Snapshot start = compaction.state().snapshot().orElseThrow();
        rewrite.validateFromSnapshot(start.snapshotId())
                .dataSequenceNumber(start.sequenceNumber())
                .set(OurCommits.RUN, run)
                .set(OurCommits.COMMIT, commit);
        compaction.inputs().forEach(input -> {
            rewrite.deleteFile(input.file());
            input.deletesOfItsOwn().forEach(rewrite::deleteFile);
        });
        compaction.outputs().forEach(rewrite::addFile);
        try {
            isSurelyNotIn = false;
            rewrite.commit();
        } catch (RuntimeException e) {
            if (watch.committed().isEmpty()) {
                return failed(compaction, watch, e);
            }
        }
        return done(compaction, watch.committed().orElseThrow());
    }

    /** Whatever the failure says: a commit that is in the history is in. */
    private StepOutcome failed(Compaction compaction, CommitWatch watch, RuntimeException failure) {
        if (!watch.hasAsked()) {
            isSurelyNotIn = true;
            return refused(failure);
        }
        try {
            Optional<Snapshot> ours = OurCommits.find(table.operations().refresh(), commit);
            if (ours.isPresent()) {
                return done(compaction, ours.get());
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            return unknown(failure);
        }
        if (!(failure instanceof CleanableFailure)) {
            return unknown(failure);
        }
        isSurelyNotIn = true;
        return refused(failure);
    }

    private StepOutcome refused(RuntimeException failure) {
        if (failure instanceof ValidationException || failure instanceof CommitFailedException) {
            return new StepOutcome.Conflicted("Another writer was faster: "
                    + Refusals.of(table.ref().toString(), failure).reason());
        }
        throw Refusals.of(table.ref().toString(), failure);
    }

    private StepOutcome unknown(RuntimeException failure) {
        return new StepOutcome.Unknown("It cannot be told whether the commit went in: %s No file was cleaned up."
                .formatted(Refusals.of(table.ref().toString(), failure).reason()));
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
