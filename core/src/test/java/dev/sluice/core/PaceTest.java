/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.plan.Remaining;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.testing.TableBuilder;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A gate works as gently as its owner asks: commit by commit, within its limits, and leaves what is busy alone. */
class PaceTest {

    private final TestGate bench = new TestGate(partitions(3));

    @Test
    void there_is_one_commit_per_commit_bytes_and_each_is_verified_before_the_next() {
        RunReport report = bench.pass(YES, "commit-bytes=12MB");

        assertThat(bench.eventsOf("compact|verify"))
                .containsExactly(
                        "compact STARTED",
                        "compacts, as approved by ada",
                        "compact DONE",
                        "verify STARTED",
                        "verify DONE",
                        "compact-2 STARTED",
                        "compacts, as approved by ada",
                        "compact-2 DONE",
                        "verify-2 STARTED",
                        "verify-2 DONE",
                        "compact-3 STARTED",
                        "compacts, as approved by ada",
                        "compact-3 DONE",
                        "verify-3 STARTED",
                        "verify-3 DONE");
        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.format.versions()).hasSize(4);
        assertThat(report.change().orElseThrow().removed()).hasSize(36);
        assertThat(report.change().orElseThrow().version()).isEqualTo(4);
        assertThat(report.verification().orElseThrow().filesBefore()).isEqualTo(36);
        assertThat(report.verification().orElseThrow().filesAfter()).isEqualTo(3);
    }

    @Test
    void small_groups_share_a_commit() {
        RunReport report = bench.pass(YES, "commit-bytes=24MB");

        assertThat(report.outcomes()).hasSize(2);
        assertThat(bench.format.versions()).hasSize(3);
    }

    @Test
    void no_commit_follows_one_that_does_not_verify() {
        bench.format.script().after(() -> {});
        bench.format.script().mergesAndLoses(1);

        RunReport report = bench.pass(YES, "commit-bytes=12MB");

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.VERIFICATION_FAILED);
        assertThat(report.failure().orElseThrow().committed()).isEqualTo("The compaction was committed as version 3.");
        assertThat(bench.eventsOf("compacts")).hasSize(2);
        JsonNode json = ReportJson.of(report);
        assertThat(json.at("/outputs/compact/files_after").asLong()).isEqualTo(14);
        assertThat(json.at("/outputs/compact/version").asLong()).isEqualTo(3);
        assertThat(json.at("/outputs/verify/verification_passed").asBoolean()).isFalse();
    }

    @Test
    void what_is_over_the_limit_of_a_run_is_left_to_the_next_and_told() {
        RunReport report = bench.pass(YES, "max-bytes-per-run=12MB");

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.plan().orElseThrow().remaining()).isEqualTo(new Remaining(2, 24, Bytes.ofMebibytes(24)));
        assertThat(report.summary())
                .isEqualTo("Merged 12 files into 1. 2 groups of 24 files (24.0 MiB) are left to the next run.");
        assertThat(bench.journal.steps(report.run()))
                .extracting(StepRecord::text)
                .anyMatch(text ->
                        text.endsWith("towards 128.0 MiB. 2 groups of 24 files (24.0 MiB) are left to the next run."));
        assertThat(ReportJson.of(report).at("/plan/remaining").toString())
                .isEqualTo("{\"groups\":2,\"files\":24,\"bytes\":25165824}");
    }

    @Test
    void the_next_runs_go_on_with_the_rest_until_nothing_is_left() {
        for (int i = 0; i < 3; i++) {
            assertThat(bench.pass(YES, "max-bytes-per-run=12MB").status()).isEqualTo(Status.COMPACTED);
        }

        assertThat(bench.format.newest().dataFiles()).hasSize(3);
        assertThat(bench.pass(YES, "max-bytes-per-run=12MB").status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void whatever_the_limits_are_no_file_is_forgotten_and_the_passes_come_to_an_end() {
        Random random = new Random(20261129);
        int passes = 0;
        for (int i = 0; i < 100; i++) {
            TestGate some = new TestGate(someTable(random));
            long rows = rows(some);
            Policy policy = nightly(
                    "min-small-files=2",
                    "small-file-ratio=0",
                    "commit-bytes=" + (1 + random.nextInt(200)) + "MB",
                    "max-bytes-per-run=" + (1 + random.nextInt(300)) + "MB");
            Status status = Status.COMPACTED;
            int files = some.format.newest().dataFiles().size();
            for (int pass = 0; status == Status.COMPACTED; pass++) {
                status = some.gate().pass(ORDERS, policy, YES).status();
                assertThat(pass).as("table %d", i).isLessThan(files + 2);
                assertThat(rows(some)).as("table %d", i).isEqualTo(rows);
                passes++;
            }
            assertThat(status).as("table %d", i).isEqualTo(Status.HEALTHY);
        }
        assertThat(passes).isGreaterThan(300);
    }

    private static TableBuilder someTable(Random random) {
        TableBuilder table = TableBuilder.aTable();
        for (int partition = random.nextInt(4); partition >= 0; partition--) {
            table.inPartition("day", String.valueOf(partition));
            for (int kind = random.nextInt(3); kind >= 0; kind--) {
                table.withFiles(random.nextInt(12), Bytes.ofKibibytes(1 + random.nextInt(60_000)));
            }
        }
        return table;
    }

    private static long rows(TestGate some) {
        return some.format.newest().dataFiles().stream()
                .mapToLong(DataFile::rows)
                .sum();
    }

    @Test
    void no_step_starts_once_a_run_has_gone_on_for_too_long_and_nothing_final_is_done() {
        bench.liesAbout(2);
        bench.format.script().after(() -> bench.clock.advance(Duration.ofMinutes(40)));
        bench.format.script().after(() -> bench.clock.advance(Duration.ofMinutes(40)));

        RunReport report = bench.pass(YES, "commit-bytes=12MB", "max-run-time=60m", "vacuum-mode=APPLY");

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.steps())
                .filteredOn(step -> step.outcome() == StepRecord.Outcome.SKIPPED)
                .extracting(StepRecord::name, StepRecord::text)
                .containsExactly(
                        tuple("compact-3", "The run has gone on for 80 min, and max-run-time is 60 min."),
                        tuple("remove", "The run has gone on for 80 min, and max-run-time is 60 min."));
        assertThat(report.summary())
                .isEqualTo("Merged 12 files into 1. Merged 12 files into 1."
                        + " The run has gone on for 80 min, and max-run-time is 60 min.");
        assertThat(bench.eventsOf("removes")).isEmpty();
        assertThat(ReportJson.of(report).at("/outputs/vacuum/eligible_files").asLong())
                .isEqualTo(2);
        assertThat(ReportJson.of(report).at("/outputs/vacuum/deleted_files").asLong())
                .isZero();
    }

    @Test
    void no_step_starts_after_the_end_of_the_window() {
        bench.format.script().after(() -> bench.clock.advance(Duration.ofMinutes(40)));

        RunReport report = bench.pass(YES, "commit-bytes=12MB", "window=02:00-03:30");

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.format.versions()).hasSize(2);
        assertThat(report.summary()).isEqualTo("Merged 12 files into 1. It is outside the window 02:00-03:30 (UTC).");
    }

    @Test
    void a_run_that_has_stopped_does_not_begin_again() {
        bench.liesAbout(2);
        bench.format.script().after(() -> bench.clock.advance(Duration.ofMinutes(40)));
        Watcher late = new Watcher() {
            @Override
            public void begins(String step) {}

            @Override
            public void progress(String what, long done, long total) {}

            @Override
            public void ends(StepRecord step) {
                if (step.outcome() == StepRecord.Outcome.SKIPPED) {
                    bench.clock.advance(Duration.ofHours(23));
                }
            }
        };

        bench.gate(bench.leases, late)
                .pass(ORDERS, nightly("commit-bytes=12MB", "window=02:00-03:30", "vacuum-mode=APPLY"), YES);

        assertThat(bench.eventsOf("compacts|removes")).hasSize(1);
    }

    @Test
    void a_run_outside_the_window_is_skipped_and_says_why() {
        RunReport report = bench.pass(YES, "window=22:00-02:00");

        assertThat(report.status()).isEqualTo(Status.SKIPPED);
        assertThat(report.summary()).isEqualTo("It is outside the window 22:00-02:00 (UTC).");
        assertThat(bench.format.versions()).hasSize(1);
    }

    @Test
    void a_partition_that_changed_a_moment_ago_is_left_and_the_others_are_not() {
        TestGate busy = new TestGate(partitions(2), "2026-11-01T00:30:12Z");

        RunReport report = busy.pass(YES, "quiet=30m");

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(busy.format.newest().dataFiles()).hasSize(13);
        assertThat(report.plan().orElseThrow().leftAlone())
                .extracting(l -> l.code(), l -> l.subject(), l -> l.text())
                .containsExactly(tuple(
                        Code.BUSY_PARTITION,
                        "day=2",
                        "It changed at 2026-11-01T00:00:23Z, and partitions are left alone for 30 min after a change"));
        assertThat(ReportJson.of(report)
                        .at("/outputs/compact/skipped_partitions")
                        .asLong())
                .isEqualTo(1);
    }

    @Test
    void a_table_of_which_every_partition_is_busy_is_skipped_and_says_why() {
        TestGate busy = new TestGate(partitions(2), "2026-11-01T00:10:00Z");

        RunReport report = busy.pass(YES, "quiet=30m");

        assertThat(report.status()).isEqualTo(Status.SKIPPED);
        assertThat(report.summary())
                .startsWith("day=1: It changed at 2026-11-01T00:00:11Z, and partitions are left alone for 30 min")
                .contains("day=2: It changed at 2026-11-01T00:00:23Z");
        assertThat(report.answer()).isEmpty();
        assertThat(ReportJson.of(report)
                        .at("/outputs/compact/skipped_partitions")
                        .asLong())
                .isEqualTo(2);
        assertThat(busy.pass(YES).status()).isEqualTo(Status.COMPACTED);
    }
}
