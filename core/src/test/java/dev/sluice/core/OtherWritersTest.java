/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.Approvers.yesAfter;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Bloat;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.rule.TooManyFragments;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where another writer is faster, a gate gives way, and does what is left to do. */
class OtherWritersTest {

    private static final StepOutcome CONFLICT = new StepOutcome.Conflicted("Another writer rewrote 3 of the files.");

    private final TestGate bench = new TestGate(partitions(2));

    @Test
    void an_unattended_pass_plans_anew_three_times_and_then_leaves_the_table_to_the_other_writer() {
        for (int i = 0; i < 5; i++) {
            bench.format.script().ends(CONFLICT);
        }

        RunReport report = bench.pass(YES);

        assertThat(report.status()).isEqualTo(Status.CONFLICTED);
        assertThat(report.summary()).isEqualTo("Another writer rewrote 3 of the files.");
        assertThat(report.verification()).isEmpty();
        assertThat(bench.eventsOf("compacts")).hasSize(4);
        assertThat(bench.eventsOf("inspect.*DONE"))
                .containsExactly("inspect DONE", "inspect-2 DONE", "inspect-3 DONE", "inspect-4 DONE");
        assertThat(bench.run(report).status()).isEqualTo(Status.CONFLICTED);
    }

    @Test
    void what_the_other_writer_left_is_planned_anew_and_done() {
        bench.format.script().endsAfter(this::somebodyCompactsTheFirstDay, CONFLICT);

        RunReport report = bench.pass(YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.change().orElseThrow().removed()).hasSize(12).contains("part-00012.parquet");
        assertThat(report.plan().orElseThrow().version()).isEqualTo(2);
        assertThat(report.before().orElseThrow().files()).isEqualTo(24);
    }

    @Test
    void where_the_other_writer_left_nothing_to_do_the_table_is_healthy() {
        bench.format
                .script()
                .endsAfter(
                        () -> bench.format.commit(aTable().withFiles(2, Bytes.ofMebibytes(200))
                                .atVersion(2)
                                .build()),
                        CONFLICT);

        assertThat(bench.pass(YES).status()).isEqualTo(Status.HEALTHY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yield=false", "mode=ask"})
    void a_pass_that_is_not_to_plan_anew_ends_with_the_first_conflict(String input) {
        bench.format.script().ends(CONFLICT);

        assertThat(bench.pass(YES, input).status()).isEqualTo(Status.CONFLICTED);
        assertThat(bench.eventsOf("compacts")).hasSize(1);
    }

    @Test
    void a_plan_that_no_longer_fits_is_made_anew_three_times_and_then_it_is_stale() {
        Approver overtaken = yesAfter(this::somebodyRewritesEverything);

        RunReport report = bench.pass(overtaken);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.PLAN_STALE);
        assertThat(report.failure().orElseThrow().reason())
                .isEqualTo(
                        ("Plan %s was made for version 4; the table is now at version 5, and of every group of files to"
                                        + " rewrite, one is gone or has other deletes.")
                                .formatted(report.plan().orElseThrow().id()));
        assertThat(report.failure().orElseThrow().committed()).isEqualTo("Nothing was committed.");
        assertThat(bench.eventsOf("inspect.*DONE|compacts")).hasSize(4).noneMatch(e -> e.startsWith("compacts"));
        assertThat(bench.format.versions()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yield=false", "mode=ask"})
    void a_pass_that_is_not_to_plan_anew_ends_with_its_stale_plan(String input) {
        RunReport report = bench.pass(yesAfter(this::somebodyRewritesEverything), input);

        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.PLAN_STALE);
        assertThat(bench.format.versions()).hasSize(2);
    }

    @Test
    void a_plan_that_was_made_earlier_is_never_made_anew_after_a_conflict() {
        MaintenancePlan plan = bench.gate().plan(ORDERS, nightly()).plan();
        bench.format.script().ends(CONFLICT);

        RunReport report = bench.gate().carryOut(plan, YES);

        assertThat(report.status()).isEqualTo(Status.CONFLICTED);
        assertThat(bench.eventsOf("compacts")).hasSize(1);
        assertThat(bench.eventsOf("inspect|plan ")).isEmpty();
    }

    @Test
    void a_plan_that_was_made_earlier_is_refused_where_nothing_of_it_fits() {
        MaintenancePlan plan = bench.gate().plan(ORDERS, nightly()).plan();
        somebodyRewritesEverything();

        RunReport report = bench.gate().carryOut(plan, YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(report.summary()).startsWith("PLAN_STALE: Plan p");
        assertThat(bench.eventsOf("compacts|inspect")).isEmpty();
        assertThat(bench.format.versions()).hasSize(2);
    }

    @Test
    void only_the_groups_that_somebody_touched_are_dropped() {
        RunReport report = bench.pass(yesAfter(() -> bench.format.commit(
                partitions(2).without("part-00003.parquet").atVersion(2).build())));

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.change().orElseThrow().removed())
                .hasSize(12)
                .allMatch(path -> path.compareTo("part-00012.parquet") >= 0);
        assertThat(bench.format.newest().dataFiles()).hasSize(12);
    }

    @Test
    void appends_do_not_touch_any_group() {
        RunReport report = bench.pass(
                yesAfter(() -> bench.format.commit(partitions(3).atVersion(2).build())));

        assertThat(report.change().orElseThrow().removed()).hasSize(24);
        assertThat(bench.eventsOf("inspect.*DONE")).hasSize(1);
    }

    @Test
    void a_conflict_after_a_commit_ends_partial_and_tells_both() {
        bench.format.script().after(() -> {});
        bench.format.script().ends(CONFLICT);

        RunReport report = bench.pass(YES, "commit-bytes=12MB", "yield=false");

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(report.summary()).isEqualTo("PLAN_STALE: Another writer rewrote 3 of the files.");
        assertThat(report.failure().orElseThrow().step()).isEqualTo("compact-2");
        assertThat(report.failure().orElseThrow().committed()).isEqualTo("The compaction was committed as version 2.");
        JsonNode json = ReportJson.of(report);
        assertThat(json.at("/outputs/compact/compacted").asBoolean()).isTrue();
        assertThat(json.at("/outputs/compact/files_after").asLong()).isEqualTo(13);
        assertThat(json.at("/outputs/compact/version").asLong()).isEqualTo(2);
    }

    @Test
    void a_run_that_committed_and_then_found_nothing_left_has_compacted() {
        bench.format.script().after(() -> {});
        bench.format.script().endsAfter(() -> {}, CONFLICT);

        RunReport report = bench.pass(YES, "commit-bytes=12MB", "min-small-files=14");

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.summary()).isEqualTo("Merged 12 files into 1. Another writer rewrote 3 of the files.");
        assertThat(bench.eventsOf("compacts")).hasSize(2);
    }

    @Test
    void a_streak_advances_once_in_a_run_however_often_it_planned() {
        Policy patient = bloatGate();
        bench.gate().pass(ORDERS, patient, YES);
        for (int i = 0; i < 4; i++) {
            bench.format.script().ends(CONFLICT);
        }

        RunReport report = bench.gate().pass(ORDERS, patient, YES);

        assertThat(report.status()).isEqualTo(Status.CONFLICTED);
        assertThat(report.assessment().orElseThrow().trend().streak()).isEqualTo(2);
        assertThat(bench.journal.trend("guard", ORDERS).streak()).isEqualTo(2);
    }

    @Test
    void each_plan_of_a_run_is_in_the_journal() {
        bench.format.script().endsAfter(this::somebodyCompactsTheFirstDay, CONFLICT);

        RunReport report = bench.pass(YES);

        assertThat(bench.eventsOf("goes by")).hasSize(2);
        assertThat(bench.run(report).planId())
                .contains(report.plan().orElseThrow().id());
        assertThat(bench.journal.steps(report.run()))
                .extracting(StepRecord::name)
                .contains("plan", "plan-2", "approve", "approve-2", "compact", "compact-2");
    }

    private static Policy bloatGate() {
        Bloat bloat = new Bloat(20, 15);
        return new Policy(
                "guard",
                "guard",
                Mode.AUTO,
                List.of(new TooManyFragments(bloat, 2)),
                Bytes.ofMebibytes(32),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of(bloat),
                new Retention(Retention.FLOOR),
                RemovalMode.DRY_RUN,
                Optional.empty(),
                Optional.empty(),
                false,
                Pace.DEFAULT,
                Proof.CONTENT,
                Optional.empty());
    }

    private void somebodyCompactsTheFirstDay() {
        bench.format.commit(aTable().atVersion(2)
                .inPartition("day", "9")
                .withFiles(12, Bytes.ofMebibytes(200))
                .inPartition("day", "2")
                .withFiles(12, Bytes.ofMebibytes(1))
                .build());
    }

    /** The same files under other names, as one more version. */
    private void somebodyRewritesEverything() {
        long version = bench.format.newest().version() + 1;
        var table = aTable().atVersion(version);
        bench.format.newest().dataFiles().forEach(file -> table.withFile(renamed(file, version)));
        bench.format.commit(table.build());
    }

    private static DataFile renamed(DataFile file, long version) {
        return new DataFile(
                file.path() + "." + version, file.size(), file.rows(), 0, "", file.partition(), file.changedAt(), null);
    }
}
