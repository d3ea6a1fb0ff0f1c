/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.iceberg.table.Attempts;
import dev.sluice.iceberg.table.CommitAttempt;
import dev.sluice.iceberg.table.Deletes;
import dev.sluice.iceberg.version.DeleteListing;
import dev.sluice.iceberg.version.IcebergState;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;

/**
 * Takes deletes out of a table that apply to no data file. Iceberg checks nothing of such a commit, and a table that was
 * rolled back may need again what it did not need before: so each commit is made on the very version that was looked at.
 */
public final class Pruning {

    private final Supplier<IcebergState> newest;
    private final Set<String> planned;
    private final String run;

    public Pruning(Supplier<IcebergState> newest, Step.Prune step, String run) {
        this.newest = newest;
        this.planned = step.deletes().stream().map(DanglingDelete::key).collect(Collectors.toSet());
        this.run = run;
    }

    /** Where others are faster each time it is left to the next run: nothing else of the plan depends on it. */
    public StepOutcome run() {
        return Attempts.of(this::attempt, "no delete file was taken out");
    }

    private StepOutcome attempt() {
        IcebergState state = newest.get();
        List<DeleteFile> dangling = state.iceberg().reading(() -> stillDangling(state));
        return dangling.isEmpty()
                ? new StepOutcome.Skipped("No delete file of the plan dangles any longer.")
                : commit(state, dangling);
    }

    private List<DeleteFile> stillDangling(IcebergState state) {
        return DeleteListing.of(state).dangling().stream()
                .filter(delete -> planned.contains(Deletes.key(delete)))
                .toList();
    }

    private StepOutcome commit(IcebergState state, List<DeleteFile> dangling) {
        Snapshot version = state.snapshot().orElseThrow();
        CommitAttempt attempt = CommitAttempt.on(version, state.iceberg(), run);
        RewriteFiles rewrite = attempt.rewrite().validateFromSnapshot(version.snapshotId());
        dangling.forEach(rewrite::deleteFile);
        return attempt.make(rewrite, ours -> pruned(version, ours, dangling));
    }

    private static StepOutcome pruned(Snapshot before, Snapshot ours, List<DeleteFile> dangling) {
        Change change = Change.ofNoFile(before.snapshotId(), ours.snapshotId());
        return new StepOutcome.Relisted(
                new Relisting(change, dangling.size(), 0, size(dangling), Bytes.ZERO),
                "Took %d delete %s that applied to no data file out of the table and committed version %d."
                        .formatted(dangling.size(), dangling.size() == 1 ? "file" : "files", change.version()));
    }

    private static Bytes size(List<DeleteFile> deletes) {
        return Bytes.of(deletes.stream()
                .mapToLong(delete -> Deletes.size(delete).count())
                .sum());
    }
}
