/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.NOT_ASKED;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.Approvers.YES_TO_ANOTHER;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.approval.Approver;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Bloat;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.policy.rule.TooManyFragments;
import dev.sluice.core.report.Failure;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.TableBuilder;
import dev.sluice.core.testing.TestClock;
import dev.sluice.core.testing.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GateTest {

    private static final Policy NIGHTLY =
            Presets.named("delta-lake-table-health-gate").policy("nightly", Map.of());

    private final TestClock clock = TestClock.at("2026-11-29T03:00:00Z");
    private final List<String> events = new ArrayList<>();
    private final InMemoryJournal journal = new InMemoryJournal(clock, events);
    private final InMemoryLeases leases = new InMemoryLeases();
    private FakeFormat format = new FakeFormat(fragmented().build(), events);

    @Test
    void compacts_what_is_due_once_somebody_says_yes() {
        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.summary()).isEqualTo("Merged 40 files into 1.");
        assertThat(format.newest().dataFiles()).hasSize(1);
        assertThat(report.verification().orElseThrow().rowsAfter()).isEqualTo(4000);
        assertThat(report.after().orElseThrow().files()).isEqualTo(1);
        assertThat(report.failure()).isEmpty();
    }

    @Test
    void changes_nothing_until_somebody_says_yes() {
        RunReport report = pass(NOT_YET);

        assertThat(report.status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(format.versions()).hasSize(1);
        assertThat(events).noneMatch(event -> event.startsWith("compacts"));
        assertThat(events).noneMatch(event -> event.startsWith("answered"));
        assertThat(theRun().endedAt()).isEmpty();
        assertThat(journal.plan(theRun().planId().orElseThrow())).isPresent();
    }

    @Test
    void a_declined_plan_changes_nothing_and_says_so() {
        RunReport report = pass(NO);

        assertThat(report.status()).isEqualTo(Status.DECLINED);
        assertThat(format.versions()).hasSize(1);
        assertThat(journal.answer(report.run()).orElseThrow().by()).isEqualTo("ada");
        assertThat(journal.steps(report.run()))
                .extracting(StepRecord::name, StepRecord::text)
                .contains(tuple("approve", "Declined by ada."));
    }

    @Test
    void a_gate_that_only_plans_says_what_is_required() {
        RunReport report = pass(NOT_ASKED);

        assertThat(report.status()).isEqualTo(Status.COMPACTION_REQUIRED);
        assertThat(format.versions()).hasSize(1);
        assertThat(report.plan().orElseThrow().steps()).hasSize(1);
    }

    @Test
    void a_yes_to_another_plan_is_no_yes() {
        RunReport report = pass(YES_TO_ANOTHER);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(failure(report).fault()).isEqualTo(Fault.PLAN_STALE);
        assertThat(failure(report).reason()).startsWith("ada approved another plan than p");
        assertThat(format.versions()).hasSize(1);
    }

    @Test
    void a_commit_that_nobody_can_tell_of_ends_unknown_and_nothing_follows_it() {
        format.script().ends(new StepOutcome.Unknown("The answer to the commit was lost."));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.UNKNOWN);
        assertThat(events).endsWith("compact UNKNOWN", "ends UNKNOWN");
    }

    @Test
    void a_failed_verification_ends_partial() {
        format.script().mergesAndLoses(1);

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(failure(report).fault()).isEqualTo(Fault.VERIFICATION_FAILED);
        assertThat(failure(report).step()).isEqualTo("verify");
        assertThat(failure(report).committed()).isEqualTo("The compaction was committed as version 2.");
        assertThat(report.verification().orElseThrow().passed()).isFalse();
        assertThat(events).endsWith("verify FAILED", "ends PARTIAL");
    }

    @Test
    void a_table_that_cannot_be_read_after_the_commit_ends_partial() {
        format.script().after(() -> format.failsToRead(new GateException(Fault.STORAGE, "orders", "Timed out.")));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(failure(report).fault()).isEqualTo(Fault.STORAGE);
        assertThat(format.versions()).hasSize(2);
    }

    @Test
    void a_refusal_of_the_format_ends_failed_with_nothing_committed() {
        format.script().fails(new GateException(Fault.STORAGE, "part-00001.parquet", "The file ends at byte 7."));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(failure(report))
                .isEqualTo(new Failure(
                        Fault.STORAGE,
                        "part-00001.parquet",
                        "The file ends at byte 7.",
                        "compact",
                        "Nothing was committed."));
        assertThat(report.summary()).isEqualTo("STORAGE: The file ends at byte 7.");
        assertThat(events).endsWith("compact FAILED", "ends FAILED");
    }

    @Test
    void what_nobody_foresaw_while_reading_ends_failed_and_the_journal_is_terminal() {
        format.failsToRead(new IllegalStateException("no such thing"));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(failure(report).fault()).isEqualTo(Fault.INTERNAL);
        assertThat(failure(report).reason()).isEqualTo("IllegalStateException: no such thing.");
        assertThat(failure(report).step()).isEqualTo("inspect");
        assertThat(theRun().status()).isEqualTo(Status.FAILED);
        assertThat(theRun().endedAt()).contains(clock.instant());
    }

    @Test
    void what_nobody_foresaw_in_the_midst_of_a_change_ends_unknown() {
        format.script().fails(new IllegalStateException("no such thing"));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.UNKNOWN);
        assertThat(failure(report).committed()).isEqualTo("It cannot be told whether anything was committed.");
        assertThat(theRun().status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void a_format_that_throws_because_it_cannot_tell_ends_unknown_too() {
        format.script().fails(new GateException(Fault.COMMIT_UNKNOWN, "orders", "Timed out."));

        assertThat(pass(YES).status()).isEqualTo(Status.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"STORAGE", "INTERNAL", "COMMIT_UNKNOWN"})
    void what_a_format_said_of_its_commit_holds_where_the_journal_fails_after_it(Fault fault) {
        format.script().fails(new GateException(fault, "orders", "Timed out."));
        journal.failsOn(event -> event.equals("compact FAILED"));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(fault == Fault.COMMIT_UNKNOWN ? Status.UNKNOWN : Status.FAILED);
        assertThat(failure(report).subject()).isEqualTo("journal");
    }

    @Test
    void an_unknown_outcome_holds_where_the_journal_fails_after_it() {
        format.script().ends(new StepOutcome.Unknown("The answer to the commit was lost."));
        journal.failsOn(event -> event.equals("compact UNKNOWN"));

        assertThat(pass(YES).status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void a_commit_is_not_forgotten_where_the_journal_fails_after_it() {
        journal.failsOn(event -> event.equals("compact DONE"));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(failure(report).committed()).isEqualTo("The compaction was committed as version 2.");
    }

    @Test
    void nothing_is_done_that_the_journal_could_not_be_told_of_before() {
        journal.failsOn(event -> event.equals("compact STARTED"));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(failure(report).committed()).isEqualTo("Nothing was committed.");
        assertThat(format.versions()).hasSize(1);
        assertThat(events).noneMatch(event -> event.startsWith("compacts"));
    }

    @Test
    void an_end_that_cannot_be_written_is_not_covered_up() {
        journal.failsOn(event -> event.startsWith("ends"));

        assertThatThrownBy(() -> pass(YES)).hasMessageContaining("The disk is full.");
        assertThat(theRun().status()).isEqualTo(Status.RUNNING);
    }

    @Test
    void every_act_is_in_the_journal_before_it_happens() {
        RunReport report = pass(YES);
        String plan = report.plan().orElseThrow().id();
        String output = report.run() + "-00000.parquet";

        assertThat(events)
                .containsExactly(
                        "begins",
                        "inspect STARTED",
                        "inspect DONE",
                        "measure STARTED",
                        "measure DONE",
                        "judge STARTED",
                        "judge DONE",
                        "measured 40 files",
                        "plan STARTED",
                        "plan DONE",
                        "keeps " + plan,
                        "goes by " + plan,
                        "approve STARTED",
                        "approve DONE",
                        "answered YES",
                        "compact STARTED",
                        "compacts, as approved by ada",
                        "writes " + output,
                        "compact DONE",
                        "verify STARTED",
                        "verify DONE",
                        "look STARTED",
                        "look DONE",
                        "ends COMPACTED",
                        "settled");
    }

    @Test
    void a_second_pass_does_nothing() {
        pass(YES);
        events.clear();

        RunReport second = pass(YES);

        assertThat(second.status()).isEqualTo(Status.HEALTHY);
        assertThat(second.plan().orElseThrow().isEmpty()).isTrue();
        assertThat(second.answer()).isEmpty();
        assertThat(format.versions()).hasSize(2);
        assertThat(events).noneMatch(event -> event.matches("(compacts|keeps|goes by|writes|approve).*"));
    }

    @Test
    void a_second_pass_over_any_table_does_nothing() {
        Random random = new Random(20261129);
        int compacted = 0;
        for (int i = 0; i < 200; i++) {
            format = new FakeFormat(someTable(random), events);
            Policy policy = Presets.named("delta-lake-table-health-gate")
                    .policy(
                            "nightly",
                            Map.of(
                                    "min-small-files",
                                    "1",
                                    "small-file-ratio",
                                    "0",
                                    "max-deleted-rows-percent",
                                    "20",
                                    "target-file",
                                    random.nextBoolean() ? "32MB" : "100MB"));
            Status first = gate().pass(ORDERS, policy, YES).status();
            Status second = gate().pass(ORDERS, policy, YES).status();

            assertThat(first).isIn(Status.HEALTHY, Status.COMPACTED);
            assertThat(second).as("table %d", i).isEqualTo(Status.HEALTHY);
            compacted += first == Status.COMPACTED ? 1 : 0;
        }
        assertThat(compacted).isGreaterThan(100);
    }

    private static TestTable someTable(Random random) {
        TableBuilder table = aTable();
        for (int partition = random.nextInt(5); partition >= 0; partition--) {
            table.inPartition("day", String.valueOf(partition));
            for (int kind = random.nextInt(4); kind >= 0; kind--) {
                table.deletedRowsPerFile((long) random.nextInt(3) * random.nextInt(50))
                        .withFiles(random.nextInt(12), Bytes.ofKibibytes(1 + random.nextInt(120_000)));
            }
        }
        return table.build();
    }

    @Test
    void a_healthy_table_is_looked_at_and_left() {
        format = new FakeFormat(aTable().withFiles(4, Bytes.ofMebibytes(200)).build(), events);
        format.lies(new Leftovers(3, Bytes.ofMebibytes(3), List.of()));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.HEALTHY);
        assertThat(report.summary()).isEqualTo("All measured values are within their limits.");
        assertThat(report.leftovers().orElseThrow().unreferenced()).isEqualTo(3);
    }

    @Test
    void a_step_that_finds_nothing_left_to_do_compacts_nothing() {
        format.script().ends(new StepOutcome.Skipped("All groups were gone."));

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.SKIPPED);
        assertThat(report.summary()).isEqualTo("All groups were gone.");
    }

    @Test
    void planning_stores_the_plan_and_changes_nothing() {
        Proposal proposal = gate().plan(ORDERS, NIGHTLY);

        assertThat(journal.plan(proposal.plan().id())).contains(proposal.plan());
        assertThat(events).containsExactly("keeps " + proposal.plan().id());
        assertThat(format.versions()).hasSize(1);
    }

    @Test
    void assessing_writes_nothing_at_all() {
        assertThat(gate().assess(ORDERS, NIGHTLY).verdict().level()).isEqualTo(Verdict.Level.WARNING);
        assertThat(events).isEmpty();
    }

    @Test
    void a_plan_of_yesterday_is_carried_out_if_it_still_fits() {
        Proposal proposal = gate().plan(ORDERS, NIGHTLY);
        format.commit(
                fragmented().withFiles(2, Bytes.ofMebibytes(1)).atVersion(2).build());

        RunReport report = gate().carryOut(proposal.plan(), YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(format.newest().dataFiles()).hasSize(3);
    }

    @Test
    void a_plan_that_does_nothing_asks_nobody_and_ends_healthy() {
        format = new FakeFormat(aTable().build(), events);
        Proposal proposal = gate().plan(ORDERS, NIGHTLY);

        RunReport report = gate().carryOut(proposal.plan(), plan -> {
            throw new AssertionError("asked");
        });

        assertThat(report.status()).isEqualTo(Status.HEALTHY);
        assertThat(report.answer()).isEmpty();
    }

    @Test
    void a_table_with_a_feature_that_is_not_written_safely_is_refused_by_name() {
        format = new FakeFormat(
                fragmented()
                        .objecting(Objection.Kind.UNSUPPORTED, "The table uses UniForm.")
                        .build(),
                events);

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(failure(report).fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED);
        assertThat(failure(report).reason()).isEqualTo("The table uses UniForm.");
        assertThat(report.assessment()).isPresent();
    }

    @Test
    void a_streak_grows_from_run_to_run_and_starts_over_after_a_compaction() {
        Policy patient = bloatGate(2);

        assertThat(gate().pass(ORDERS, patient, YES).status()).isEqualTo(Status.HEALTHY);
        assertThat(journal.trend("guard", ORDERS).streak()).isEqualTo(1);
        assertThat(gate().assess(ORDERS, patient).trend().streak()).isEqualTo(2);
        assertThat(journal.trend("guard", ORDERS).streak()).isEqualTo(1);

        assertThat(gate().pass(ORDERS, patient, YES).status()).isEqualTo(Status.COMPACTED);
        assertThat(journal.trend("guard", ORDERS).streak()).isZero();
        assertThat(journal.trend("guard", ORDERS).fragments()).isEqualTo(1);
    }

    @Test
    void a_short_streak_is_healthy_and_told_as_watched() {
        RunReport report = gate().pass(ORDERS, bloatGate(2), YES);

        assertThat(report.summary())
                .isEqualTo("40 fragments (limit 20) with 0% deleted rows (limit 15%): watching 1 of 2.");
    }

    @Test
    void two_runs_in_one_second_have_two_names() {
        Recorder recorder = new Recorder(journal, leases, Watcher.NONE, clock, new Random(1));
        Formats formats = new Formats(List.of(format));
        Gate gate = new Gate(formats, new EmbeddedEngine(formats), recorder);

        assertThat(gate.pass(ORDERS, NIGHTLY, NO).run())
                .isNotEqualTo(gate.pass(ORDERS, NIGHTLY, NO).run());
    }

    private static TableBuilder fragmented() {
        return aTable().withFiles(40, Bytes.ofMebibytes(1));
    }

    private static Policy bloatGate(int consecutive) {
        Bloat bloat = new Bloat(20, 15);
        return new Policy(
                "guard",
                "guard",
                Mode.AUTO,
                List.of(new TooManyFragments(bloat, consecutive)),
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

    private RunReport pass(Approver approver) {
        return gate().pass(ORDERS, NIGHTLY, approver);
    }

    private Gate gate() {
        Formats formats = new Formats(List.of(format));
        Recorder recorder = new Recorder(journal, leases, Watcher.NONE, clock, new Random(events.size()));
        return new Gate(formats, new EmbeddedEngine(formats), recorder);
    }

    private Run theRun() {
        return journal.runs(1).get(0);
    }

    private static Failure failure(RunReport report) {
        return report.failure().orElseThrow();
    }
}
