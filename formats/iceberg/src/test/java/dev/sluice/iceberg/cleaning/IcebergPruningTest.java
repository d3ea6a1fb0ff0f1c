/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.verify.Verifier;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.OnePassage;
import dev.sluice.iceberg.table.CommitAttempt;
import dev.sluice.iceberg.table.OurCommits;
import dev.sluice.iceberg.version.DeleteListing;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.WatchedPassage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletes that apply to no data file go out of a table, and no row comes back. */
class IcebergPruningTest {

    private static final String DAY = Events.DAYS.get(0);
    private static final String EMPTY_DAY = "2026-12-31";

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void takes_out_deletes_of_every_kind_that_apply_to_nothing_and_keeps_the_others(int version) {
        Events events = Events.create(folder.resolve("t"), version, 2);
        DataFile gone = events.files().get(0);
        DataFile stays = events.files().get(1);
        events.deletePositions(gone, 1, 2);
        events.deleteFile(gone.location());
        events.deleteIds(EMPTY_DAY, 1);
        events.deletePositions(stays, 3);
        events.deleteIds(DAY, 20, 21);
        List<String> rows = events.rows();
        int dangling = version == 2 ? 2 : 1; // Iceberg takes a deletion vector out together with its file
        assertThat(dangling(events)).hasSize(dangling);

        StepOutcome outcome = prune(events, IcebergPass.plan(format, events.ref()));

        assertThat(outcome.text())
                .matches(
                        "Took %d delete files? that applied to no data file out of the table and committed version \\d+\\."
                                .formatted(dangling));
        Change change = outcome.relisting().orElseThrow().change();
        assertThat(Verifier.verify(format, events.ref(), change, Instant.now()).problems())
                .isEmpty();
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(dangling(events)).isEmpty();
        assertThat(IcebergPass.newest(format, events.ref())
                        .history()
                        .deleteFiles()
                        .orElseThrow()
                        .files())
                .isEqualTo(2);
        assertThat(events.table().currentSnapshot().summary())
                .containsEntry("total-delete-files", "2")
                .containsKey(OurCommits.COMMIT);
        assertThat(IcebergPass.plan(format, events.ref()).does(Step.Kind.PRUNE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void one_run_leaves_nothing_that_dangles_and_the_next_does_nothing(int version) {
        Path table = folder.resolve("t");
        Events events = Events.create(table, version, 4);
        DataFile gone = events.files().get(0);
        events.deletePositions(gone, 1);
        events.deleteFile(gone.location());
        events.deleteIds(EMPTY_DAY, 1);
        events.deleteIds(DAY, 20, 21);
        events.deletePositions(events.files().get(2), 3);
        List<String> rows = events.rows();
        OnePassage passage = new OnePassage(table);

        RunReport report = passage.on(Machine.sound()).orElseThrow();

        assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
        assertThat(report.verifications()).hasSize(2);
        assertThat(passage.rows()).isEqualTo(rows);
        assertThat(events.table().currentSnapshot().summary()).containsEntry("total-delete-files", "0");
        assertThat(passage.on(Machine.sound())
                        .orElseThrow()
                        .plan()
                        .orElseThrow()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void a_compaction_leaves_a_delete_that_applies_to_another_file_too() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        events.table().updateSpec().removeField("day").commit();
        Events later = Events.at(events.folder());
        later.table()
                .newRowDelta()
                .addDeletes(later.writeEqualityDeletesEverywhere(3, 53))
                .commit();
        List<String> rows = later.rows();
        assertThat(rows).hasSize(58);
        MaintenancePlan plan = IcebergPass.plan(format, later.ref());
        later.deleteFile(later.files().get(0).location());
        List<String> left = later.rows();

        StepOutcome outcome = IcebergPass.compact(format, plan, file -> {});

        assertThat(outcome.change().orElseThrow().notes()).isNotEmpty();
        assertThat(Events.at(events.folder()).rows()).isEqualTo(left);
        assertThat(later.table().currentSnapshot().summary()).containsEntry("total-equality-deletes", "2");
    }

    @Test
    void a_delete_that_a_rollback_has_put_to_use_again_stays() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        DataFile file = events.files().get(0);
        events.deletePositions(file, 1);
        long inUse = events.table().currentSnapshot().snapshotId();
        List<String> rows = events.rows();
        events.deleteFile(file.location());
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        events.table().manageSnapshots().rollbackTo(inUse).commit();

        StepOutcome outcome = prune(events, plan);

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.SKIPPED);
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void a_rollback_between_the_look_and_the_commit_is_given_way_to() {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        DataFile file = events.files().get(0);
        events.deletePositions(file, 1);
        long inUse = events.table().currentSnapshot().snapshotId();
        List<String> rows = events.rows();
        events.deleteFile(file.location());
        IcebergState state = IcebergPass.newest(format, events.ref());
        Snapshot seen = state.snapshot().orElseThrow();
        DeleteFile dangling = DeleteListing.of(state).dangling().get(0);
        CommitAttempt attempt = CommitAttempt.on(seen, state.iceberg(), IcebergPass.RUN);
        RewriteFiles rewrite =
                attempt.rewrite().validateFromSnapshot(seen.snapshotId()).deleteFile(dangling);
        events.table().manageSnapshots().rollbackTo(inUse).commit();

        StepOutcome outcome = attempt.make(rewrite, ours -> new StepOutcome.Skipped("It went in."));

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(attempt.isSurelyNotIn()).isTrue();
        assertThat(events.rows()).isEqualTo(rows);
    }

    private List<?> dangling(Events events) {
        return IcebergPass.newest(format, events.ref())
                .history()
                .deleteFiles()
                .orElseThrow()
                .dangling();
    }

    private StepOutcome prune(Events events, MaintenancePlan plan) {
        Step.Prune step = plan.steps().stream()
                .filter(Step.Prune.class::isInstance)
                .map(Step.Prune.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(plan.table()).isEqualTo(events.ref());
        return format.changer()
                .prune(Overdue.approved(plan), step, new WatchedPassage(IcebergPass.RUN + "-prune", file -> {}));
    }
}
