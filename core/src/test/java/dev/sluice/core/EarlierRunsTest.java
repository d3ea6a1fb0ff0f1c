/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.Approvers.yesAfter;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.Objection;
import dev.sluice.core.testing.FakeChanger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One run at a time works on a table, and the next one clears up after those that died or failed before it. */
class EarlierRunsTest {

    private final TestGate bench = new TestGate(partitions(2));

    @Test
    void a_second_run_at_the_same_time_is_refused() {
        Approver meanwhile = yesAfter(() -> assertThatThrownBy(() -> bench.pass(YES))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.TABLE_BUSY);
                    assertThat(e.subject()).isEqualTo("fake:/lake/orders");
                    assertThat(e.reason()).isEqualTo("Another run works on this table at present.");
                }));

        assertThat(bench.pass(meanwhile).status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.journal.runs(10)).hasSize(1);
    }

    @Test
    void a_plan_cannot_be_applied_while_a_run_works_on_the_table() {
        MaintenancePlan plan = bench.gate().plan(ORDERS, nightly()).plan();
        Approver meanwhile =
                yesAfter(() -> assertThatThrownBy(() -> bench.gate().carryOut(plan, YES))
                        .isInstanceOfSatisfying(
                                GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_BUSY)));

        assertThat(bench.pass(meanwhile).status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void looking_at_a_table_needs_no_lease() {
        Approver meanwhile = yesAfter(() -> {
            bench.gate().assess(ORDERS, nightly());
            bench.gate().plan(ORDERS, nightly());
        });

        assertThat(bench.pass(meanwhile).status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void the_table_is_free_again_whatever_the_end() {
        bench.pass(NO);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        bench.pass(NOT_YET);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        bench.format.script().fails(timedOut());
        bench.pass(YES);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        bench.format.script().ends(new StepOutcome.Unknown("The answer was lost."));
        bench.pass(YES);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        bench.journal.failsOn(event -> event.startsWith("begins"));
        assertThatThrownBy(() -> bench.pass(YES)).hasMessageContaining("The disk is full.");
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        bench.journal.failsOn(event -> event.startsWith("ends"));
        assertThatThrownBy(() -> bench.pass(YES)).hasMessageContaining("The disk is full.");
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        bench.journal.failsOn(event -> false);
        assertThat(bench.pass(YES).status()).isEqualTo(Status.HEALTHY);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
    }

    @Test
    void a_run_that_died_before_its_commit_has_failed_and_what_it_wrote_is_discarded() throws Exception {
        Run dead = dies(bench.format.script()::diesBeforeItsCommit);
        Location stray = bench.journal.written(dead.id()).get(0);
        assertThat(dead.status()).isEqualTo(Status.RUNNING);
        assertThat(bench.format.stillHolds(stray)).isTrue();

        RunReport next = bench.pass(YES);

        Run buried = bench.journal.run(dead.id().text()).orElseThrow();
        assertThat(buried.status()).isEqualTo(Status.FAILED);
        assertThat(buried.endedAt()).isPresent();
        assertThat(buried.summary()).isEqualTo("The process ended before anything was committed.");
        JsonNode json = new ObjectMapper().readTree(buried.reportJson().orElseThrow());
        assertThat(json.get("run").asText()).isEqualTo(dead.id().text());
        assertThat(json.get("status").asText()).isEqualTo("FAILED");
        assertThat(json.get("summary").asText()).isEqualTo(buried.summary());
        assertThat(json.at("/plan/id").asText()).isEqualTo(dead.planId().orElseThrow());
        assertThat(json.at("/approval/by").asText()).isEqualTo("ada");
        assertThat(json.get("steps")).isNotEmpty();
        assertThat(next.status()).isEqualTo(Status.COMPACTED);
        assertThat(next.plan().orElseThrow().steps())
                .extracting(Step::kind)
                .containsExactly(Step.Kind.COMPACT, Step.Kind.DISCARD);
        assertThat(next.summary()).isEqualTo("Merged 24 files into 2. Discarded 1 files.");
        assertThat(bench.format.stillHolds(stray)).isFalse();
    }

    @Test
    void a_run_that_died_where_a_commit_may_arrive_late_is_of_unknown_outcome_and_loses_nothing() {
        bench.format.arrivesLate();
        Run dead = dies(bench.format.script()::diesBeforeItsCommit);
        Location stray = bench.journal.written(dead.id()).get(0);

        assertThat(bench.pass(YES).status()).isEqualTo(Status.COMPACTED);

        Run buried = bench.journal.run(dead.id().text()).orElseThrow();
        assertThat(buried.status()).isEqualTo(Status.UNKNOWN);
        assertThat(buried.summary())
                .isEqualTo("The process ended while it changed the table, and a commit of it may still arrive.");
        assertThat(bench.pass(YES).status()).isEqualTo(Status.HEALTHY);
        assertThat(bench.format.stillHolds(stray)).isTrue();
        assertThat(bench.eventsOf("discards")).isEmpty();
    }

    @Test
    void an_earlier_commit_of_a_dead_run_does_not_tell_what_became_of_its_last_one() {
        bench.format.arrivesLate();
        Run dead = dies(
                () -> {
                    bench.format.script().after(() -> {});
                    bench.format.script().diesBeforeItsCommit();
                },
                "commit-bytes=12MB");

        bench.pass(YES);

        assertThat(bench.journal.run(dead.id().text()).orElseThrow().status()).isEqualTo(Status.UNKNOWN);
        assertThat(bench.eventsOf("discards")).isEmpty();
    }

    @Test
    void a_dead_run_whose_files_are_all_in_the_table_has_committed_wherever_it_lies() {
        bench.format.arrivesLate();
        Run dead = dies(bench.format.script()::diesAfterItsCommit);

        bench.pass(YES);

        assertThat(bench.journal.run(dead.id().text()).orElseThrow().status()).isEqualTo(Status.PARTIAL);
    }

    @Test
    void what_is_discarded_is_not_counted_as_vacuumed() {
        dies(bench.format.script()::diesBeforeItsCommit);

        RunReport next = bench.pass(YES);

        assertThat(next.discarded().orElseThrow().deleted()).hasSize(1);
        assertThat(next.removal()).isEmpty();
        assertThat(ReportJson.of(next).at("/outputs/vacuum/deleted_files").asLong())
                .isZero();
    }

    @Test
    void what_was_discarded_is_not_looked_for_again() {
        dies(bench.format.script()::diesBeforeItsCommit);
        bench.pass(YES);
        bench.events.clear();

        assertThat(bench.pass(YES).status()).isEqualTo(Status.HEALTHY);
        assertThat(bench.journal.unsettled(ORDERS)).isEmpty();
        assertThat(bench.eventsOf("discards|settled|compacts|keeps|approve")).isEmpty();
    }

    @Test
    void a_run_that_died_after_its_commit_has_done_a_part_and_nothing_of_it_is_touched() {
        Run dead = dies(bench.format.script()::diesAfterItsCommit);

        RunReport next = bench.pass(YES);

        Run buried = bench.journal.run(dead.id().text()).orElseThrow();
        assertThat(buried.status()).isEqualTo(Status.PARTIAL);
        assertThat(buried.summary())
                .isEqualTo("The process ended after version 2 was committed and before the run came to its end.");
        assertThat(next.status()).isEqualTo(Status.HEALTHY);
        assertThat(bench.eventsOf("discards")).isEmpty();
        assertThat(bench.format.newest().dataFiles())
                .allMatch(file -> bench.format.stillHolds(bench.format.locationOf(file.path())));
    }

    @Test
    void a_run_that_died_between_two_commits_keeps_the_first_and_loses_only_what_it_left_of_the_second() {
        Run dead = dies(
                () -> {
                    bench.format.script().after(() -> {});
                    bench.format.script().diesBeforeItsCommit();
                },
                "commit-bytes=12MB");

        RunReport next = bench.pass(YES);

        assertThat(bench.journal.run(dead.id().text()).orElseThrow().status()).isEqualTo(Status.PARTIAL);
        assertThat(next.discarded().orElseThrow().deleted())
                .containsExactly(bench.format.locationOf(dead.id() + "-stray.parquet"));
        assertThat(bench.format.newest().dataFiles())
                .hasSize(2)
                .allMatch(file -> bench.format.stillHolds(bench.format.locationOf(file.path())));
    }

    @Test
    void a_plan_that_is_applied_gives_the_dead_an_end_too() {
        Run dead = dies(bench.format.script()::diesBeforeItsCommit);
        MaintenancePlan plan = bench.gate().plan(ORDERS, nightly()).plan();

        bench.gate().carryOut(plan, YES);

        assertThat(bench.journal.run(dead.id().text()).orElseThrow().status()).isEqualTo(Status.FAILED);
    }

    @Test
    void what_a_failed_run_left_is_discarded_even_where_nothing_else_is_due() {
        bench.format.script().writesAndFails(timedOut());
        RunReport failed = bench.pass(YES);
        bench.format.commit(
                aTable().withFiles(2, Bytes.ofMebibytes(200)).atVersion(2).build());

        RunReport next = bench.pass(YES);

        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(next.status()).isEqualTo(Status.CLEANED);
        assertThat(next.summary()).isEqualTo("Discarded 1 files.");
        assertThat(next.plan().orElseThrow().finalSteps()).isZero();
        assertThat(ReportJson.of(next).at("/plan/steps/0/text").asText())
                .isEqualTo("discard 1 file that run %s wrote and did not commit".formatted(failed.run()));
        assertThat(bench.pass(YES).status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void what_a_run_left_that_compacted_only_after_a_conflict_is_discarded() {
        bench.format.script().writesAndEnds(new StepOutcome.Conflicted("Another was faster."));

        assertThat(bench.pass(YES).status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.pass(YES).summary()).isEqualTo("Discarded 1 files.");
    }

    @Test
    void what_a_run_has_discarded_is_in_no_further_plan_of_it() {
        dies(bench.format.script()::diesBeforeItsCommit);
        bench.liesAbout(2);
        bench.format.script().after(() -> {});
        bench.format.script().after(() -> {});
        bench.format.script().ends(new StepOutcome.Conflicted("Another was faster."));

        RunReport next = bench.pass(YES, "vacuum-mode=APPLY");

        assertThat(next.status()).isEqualTo(Status.COMPACTED);
        assertThat(next.plan().orElseThrow().steps()).extracting(Step::kind).containsExactly(Step.Kind.REMOVE);
        assertThat(bench.eventsOf("discards")).hasSize(1);
        assertThat(bench.eventsOf("removes")).hasSize(2);
    }

    @Test
    void nothing_is_discarded_that_nobody_said_yes_to() {
        bench.format.script().writesAndFails(timedOut());
        RunReport failed = bench.pass(YES);
        Location stray = bench.journal.written(failed.run()).get(0);

        assertThat(bench.pass(NO).status()).isEqualTo(Status.DECLINED);
        assertThat(bench.format.stillHolds(stray)).isTrue();
        assertThat(bench.journal.unsettled(ORDERS)).hasSize(1);
    }

    @Test
    void what_a_run_of_unknown_outcome_wrote_is_never_discarded() {
        bench.format.script().writesAndEnds(new StepOutcome.Unknown("The answer was lost."));
        RunReport unknown = bench.pass(YES);

        RunReport next = bench.pass(YES);

        assertThat(unknown.status()).isEqualTo(Status.UNKNOWN);
        assertThat(next.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.eventsOf("discards")).isEmpty();
        assertThat(bench.format.stillHolds(bench.journal.written(unknown.run()).get(0)))
                .isTrue();
    }

    @Test
    void a_run_that_died_with_an_unknown_outcome_stays_unknown() {
        bench.format.script().writesAndEnds(new StepOutcome.Unknown("The answer was lost."));
        bench.journal.failsOn(event -> event.equals("ends UNKNOWN"));
        assertThatThrownBy(() -> bench.pass(YES)).hasMessageContaining("The disk is full.");
        Run dead = bench.newestRun();
        bench.journal.failsOn(event -> false);

        bench.pass(YES);

        Run buried = bench.journal.run(dead.id().text()).orElseThrow();
        assertThat(buried.status()).isEqualTo(Status.UNKNOWN);
        assertThat(buried.summary())
                .isEqualTo("The process ended, and it cannot be told whether anything was committed.");
        assertThat(bench.eventsOf("discards")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Objection.Kind.class)
    void nothing_is_discarded_below_a_table_that_must_not_be_touched(Objection.Kind kind) {
        bench.format.script().writesAndFails(timedOut());
        bench.pass(YES);
        bench.format.commit(aTable().withFiles(2, Bytes.ofMebibytes(200))
                .atVersion(2)
                .objecting(kind, "It is not ours.")
                .build());

        assertThat(bench.pass(YES).status()).isEqualTo(Status.HEALTHY);
        assertThat(bench.eventsOf("discards")).isEmpty();
    }

    @Test
    void a_stray_that_could_not_be_taken_away_is_tried_again() {
        bench.format.script().writesAndFails(timedOut());
        RunReport failed = bench.pass(YES);
        Location stray = bench.journal.written(failed.run()).get(0);
        bench.format.script().after(() -> {});
        Removal denied =
                new Removal(List.of(), Bytes.ZERO, List.of(), List.of(new Removal.Kept(stray, "Access denied.")));
        bench.format.script().ends(new StepOutcome.Removed(denied, "Discarded 0 of 1 files."));

        RunReport second = bench.pass(YES);

        assertThat(second.status()).isEqualTo(Status.PARTIAL);
        assertThat(second.failure().orElseThrow().step()).isEqualTo("discard");
        assertThat(bench.pass(YES).status()).isEqualTo(Status.CLEANED);
        assertThat(bench.format.stillHolds(stray)).isFalse();
    }

    private static GateException timedOut() {
        return new GateException(Fault.STORAGE, "orders", "Timed out.");
    }

    private Run dies(Runnable script, String... inputs) {
        script.run();
        assertThatThrownBy(() -> bench.pass(YES, inputs)).isInstanceOf(FakeChanger.Death.class);
        return bench.newestRun();
    }
}
