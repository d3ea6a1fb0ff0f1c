/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.NOT_ASKED;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.notify.Herald;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Scribe;
import dev.sluice.core.notify.Subscription;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.testing.FakeChanger;
import dev.sluice.core.testing.FakeNotifier;
import dev.sluice.core.testing.InMemoryOutbox;
import dev.sluice.core.testing.TableBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is told of which run, and what. */
class TellingTest {

    private TestGate bench = new TestGate(TestGate.partitions(1));
    private InMemoryOutbox outbox = new InMemoryOutbox(bench.journal);

    TellingTest() {
        bench.herald = tellingOf(Occasion.BY_DEFAULT);
    }

    private void beginAnew() {
        bench = new TestGate(TestGate.partitions(1));
        outbox = new InMemoryOutbox(bench.journal);
        bench.herald = tellingOf(Occasion.BY_DEFAULT);
    }

    private Herald tellingOf(Set<Occasion> on) {
        Subscription subscription = new Subscription(new FakeNotifier("slack"), on);
        return new Scribe(new Subscriptions(Map.of("nightly", List.of(subscription))), outbox, bench.clock);
    }

    private Message theMessage() {
        assertThat(outbox.all()).hasSize(1);
        return outbox.all().get(0).message();
    }

    @Test
    void a_run_that_compacted_is_told_with_its_numbers() {
        bench.liesAbout(2);

        RunReport report = bench.pass(YES, "vacuum_mode=APPLY");

        assertThat(theMessage().text()).isEqualTo("""
                        fake:/lake/orders: compacted and verified
                        Table: fake:/lake/orders
                        Gate: nightly
                        Run: %1$s
                        Compacted: 12 files into 1
                        Deleted: 2 files

                        Before and after
                          before: 12 files, 12 of them under 32.0 MiB (ratio 1.000), 12.0 MiB, version 1
                          compaction: 12 files into 1; 12.0 MiB read, 12.0 MiB written
                          verified: 1200 rows before, 1200 rows after
                          now: 1 file, 1 of them under 32.0 MiB (ratio 1.000), 12.0 MiB, version 2
                          removal: 3 unreferenced (3.0 MiB), 2 eligible after 168 h, 2 deleted (vacuum mode APPLY)

                        `sluice show %1$s` shows the run step by step.""".formatted(report.run()));
        assertThat(theMessage().brief()).isEqualTo("Merged 12 files into 1. Removed 2 files.");
        assertThat(theMessage().occasion()).isEqualTo(Occasion.CHANGED);
    }

    @Test
    void a_gate_that_looks_at_each_partition_tells_its_scorecard() {
        Policy byPartition = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("nightly", Map.of());

        bench.gate().pass(TableBuilder.ORDERS, byPartition, YES);

        assertThat(theMessage().text()).contains("""
                Scorecard
                  partitions: 1 compacted of 1
                  small files eliminated: 11
                  volume of the degraded partitions: 12.0 MiB
                  files that a full scan opens: 12.00 times fewer (projected: 12.00 times)
                  retention: 168 h
                """);
    }

    @Test
    void so_does_one_that_was_approved_later() {
        Policy asking = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("nightly", Map.of("mode", "ask"));
        RunReport waiting = bench.gate().pass(TableBuilder.ORDERS, asking, NOT_YET);
        bench.clock.advance(Duration.ofHours(5));

        bench.gate().answer(waiting.run().text(), YES);

        assertThat(outbox.all()).hasSize(2);
        assertThat(outbox.all().get(1).message().text()).contains("""
                Scorecard
                  partitions: 1 compacted of 1
                  small files eliminated: 11
                """);
    }

    @Test
    void it_is_written_down_as_one_with_the_runs_end() {
        List<Status> seen = new ArrayList<>();
        bench.herald = (report, summary, end) -> {
            seen.add(bench.run(report).status());
            end.run();
            seen.add(bench.run(report).status());
        };

        bench.pass(YES);

        assertThat(seen).containsExactly(Status.RUNNING, Status.COMPACTED);
    }

    @Test
    void wherever_the_process_dies_the_run_is_told_of_once_and_as_it_ended() {
        int moments = 0;
        while (dies(moments + 1)) {
            moments++;
            bench.pass(YES);
            for (Run run : bench.journal.runs(10)) {
                assertThat(outbox.of(run.id()))
                        .as("dies before write %d, run %s is %s", moments, run.id(), run.status())
                        .extracting(Notice::occasion)
                        .containsExactlyElementsOf(told(run.status()));
            }
        }
        assertThat(moments).isGreaterThan(15);
    }

    /** Lets the process die before the n-th thing that it writes; false where it had come to its end by then. */
    private boolean dies(int n) {
        beginAnew();
        int[] written = {0};
        Runnable power = () -> {
            if (++written[0] == n) {
                throw new FakeChanger.Death();
            }
        };
        bench.journal.failsOn(event -> {
            power.run();
            return false;
        });
        outbox.beforePut(power);
        boolean died = catchThrowable(() -> bench.pass(YES)) instanceof FakeChanger.Death;
        bench.journal.failsOn(event -> false);
        outbox.beforePut(() -> {});
        return died;
    }

    private static List<Occasion> told(Status status) {
        return switch (status) {
            case COMPACTED -> List.of(Occasion.CHANGED);
            case FAILED, PARTIAL, UNKNOWN -> List.of(Occasion.FAILED);
            case HEALTHY -> List.of();
            default -> throw new AssertionError("not in this test: " + status);
        };
    }

    @Test
    void a_failure_names_gate_run_table_step_what_was_committed_and_what_usually_stands_behind_it() {
        bench.format.script().fails(new GateException(Fault.STORAGE, "part-1.parquet", "The disk is full."));

        RunReport report = bench.pass(YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(theMessage().text()).isEqualTo("""
                        fake:/lake/orders: failed
                        Table: fake:/lake/orders
                        Gate: nightly
                        Run: %1$s
                        Stopped in: compact

                        What happened
                          part-1.parquet: The disk is full.
                          %2$s

                        What had been committed
                          Nothing was committed.

                        The table
                          The table was opened again after that and can be read; it is at version 1.

                        Usual causes
                          A data file is damaged, or was deleted by somebody else.
                          The credentials have expired, or may not write below the table.
                          The disk or the quota is full.
                          The storage cannot be reached, or is slow to answer.

                        `sluice show %1$s` shows the run step by step.""".formatted(report.run(), Fault.STORAGE.remedy()));
        assertThat(theMessage().brief()).isEqualTo("part-1.parquet: The disk is full. Nothing was committed.");
    }

    @Test
    void the_table_is_called_readable_only_where_it_was_opened_again() {
        GateException gone = new GateException(Fault.STORAGE, "/lake/orders", "The folder cannot be listed.");
        bench.format
                .script()
                .endsAfter(
                        () -> {
                            bench.format.failsToRead(gone);
                            throw gone;
                        },
                        new StepOutcome.Skipped(""));

        RunReport report = bench.pass(YES);

        assertThat(report.reopened())
                .contains("The table could not be opened again after that: The folder cannot be listed.");
        assertThat(theMessage().text()).doesNotContain("can be read");
    }

    @Test
    void a_surprise_when_it_is_opened_again_does_not_take_the_run_its_end() {
        bench.format
                .script()
                .endsAfter(
                        () -> {
                            bench.format.failsToRead(new IllegalStateException("no such snapshot"));
                            throw new GateException(Fault.STORAGE, "part-1.parquet", "The disk is full.");
                        },
                        new StepOutcome.Skipped(""));

        RunReport report = bench.pass(YES);

        assertThat(bench.run(report).status()).isEqualTo(Status.FAILED);
        assertThat(report.reopened())
                .contains("The table could not be opened again after that: IllegalStateException: no such snapshot.");
    }

    @Test
    void a_table_that_no_step_had_touched_is_not_opened_again() {
        bench.format.failsToRead(new GateException(Fault.STORAGE, "/lake/orders", "The folder cannot be listed."));

        RunReport report = bench.pass(YES);

        assertThat(report.reopened()).isEmpty();
        assertThat(theMessage().text())
                .contains("Stopped in: inspect", "Nothing was committed.")
                .doesNotContain("opened again");
    }

    @Test
    void a_commit_that_nobody_can_tell_of_is_told_as_a_failure() {
        bench.format.script().ends(new StepOutcome.Unknown("The answer to the commit was lost."));

        bench.pass(YES);

        assertThat(theMessage().occasion()).isEqualTo(Occasion.FAILED);
        assertThat(theMessage().title()).isEqualTo("fake:/lake/orders: the outcome of a commit is unknown");
        assertThat(theMessage().text())
                .contains("The answer to the commit was lost.", Fault.COMMIT_UNKNOWN.remedy(), "can be read");
    }

    @Test
    void a_run_that_waits_says_what_it_would_do_and_how_to_answer() {
        RunReport report = bench.pass(NOT_YET);

        assertThat(theMessage().text()).isEqualTo("""
                        fake:/lake/orders: waiting for approval
                        Table: fake:/lake/orders
                        Gate: nightly
                        Run: %1$s
                        Plan: %2$s

                        What the plan would do
                          compact 12 files in 1 group towards 128.0 MiB

                        To answer
                          sluice approve %1$s
                          sluice decline %1$s --reason TEXT
                          Without an answer the run is declined at 2026-12-02T03:00:00Z.

                        `sluice show %1$s` shows the run step by step.""".formatted(
                        report.run(), report.plan().orElseThrow().id()));
    }

    @Test
    void a_run_that_waited_and_then_compacted_is_told_of_twice() {
        RunReport waiting = bench.pass(NOT_YET);
        bench.gate().answer(waiting.run().text(), YES);

        assertThat(outbox.of(waiting.run()))
                .extracting(Notice::occasion)
                .containsExactly(Occasion.WAITING, Occasion.CHANGED);
    }

    @Test
    void healthy_dry_and_declined_runs_send_nothing() {
        bench.pass(NOT_ASKED);
        bench.pass(NO);
        bench.pass(YES);
        bench.pass(YES);

        assertThat(outbox.all()).extracting(Notice::occasion).containsExactly(Occasion.CHANGED);
    }

    @Test
    void whoever_asks_for_it_is_told_of_silent_runs_too() {
        bench.herald = tellingOf(EnumSet.of(Occasion.SILENT));

        bench.pass(NO);
        bench.pass(YES);

        assertThat(theMessage().title()).isEqualTo("fake:/lake/orders: declined, nothing was done");
    }

    @Test
    void another_gates_runs_are_not_told() {
        Policy weekly = Presets.named("delta-lake-table-health-gate").policy("weekly", Map.of());

        bench.gate().pass(TableBuilder.ORDERS, weekly, YES);

        assertThat(outbox.all()).isEmpty();
    }

    @Test
    void a_run_whose_process_died_is_told_of_by_the_next_one() {
        bench.format.script().diesAfterItsCommit();
        assertThat(catchThrowable(() -> bench.pass(YES))).isInstanceOf(FakeChanger.Death.class);
        Run dead = bench.newestRun();

        bench.pass(YES);

        Notice notice = outbox.of(dead.id()).get(0);
        assertThat(notice.occasion()).isEqualTo(Occasion.FAILED);
        assertThat(notice.message().text())
                .contains(
                        "Stopped in: compact",
                        "The process ended after version 2 was committed and before the run came to its end.");
        assertThat(notice.report()).contains("The process ended after version 2 was committed");
    }

    @Test
    void an_outbox_that_cannot_be_written_fails_no_run_and_somebody_hears_of_it() {
        outbox.isFull();
        List<String> heard = new ArrayList<>();

        RunReport report = bench.gate(bench.leases, hearing(heard)).pass(TableBuilder.ORDERS, TestGate.nightly(), YES);

        assertThat(bench.run(report).status()).isEqualTo(Status.COMPACTED);
        assertThat(heard).contains("notify FAILED: Nobody is told of the run: The disk is full.");
    }

    @Test
    void a_fault_in_the_wording_of_a_message_fails_no_run() {
        bench.herald = (report, summary, end) -> {
            throw new IllegalStateException("no word for it");
        };

        RunReport report = bench.pass(YES);

        assertThat(bench.run(report).status()).isEqualTo(Status.COMPACTED);
    }

    private static Watcher hearing(List<String> heard) {
        return new Watcher() {
            @Override
            public void starts(RunId run) {}

            @Override
            public void begins(String step) {}

            @Override
            public void progress(String what, long done, long total) {}

            @Override
            public void ends(StepRecord step) {
                heard.add("%s %s: %s".formatted(step.name(), step.outcome(), step.text()));
            }
        };
    }
}
