/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.testing.TableBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that go to the table's current partitioning may lie beside small ones there: the same run looks again. */
class MovedFilesTest {

    private static final Partition EARLIER = new Partition(List.of(new Partition.Field(Partition.EARLIER, "0")));

    private final TestGate bench = new TestGate(ofAnEarlierPartitioning());

    @Test
    void a_run_that_moved_files_merges_them_with_what_lies_beside_them() {
        bench.format.script().after(this::somebodyWritesToTheCurrentPartitioning);

        RunReport report = bench.pass(YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.eventsOf("compacts")).hasSize(2);
        assertThat(bench.format.newest().dataFiles()).hasSize(2);
        assertThat(report.change().orElseThrow().removed()).hasSize(24);
        assertThat(report.assessment().orElseThrow().health().files())
                .as("as it was found")
                .isEqualTo(12);
    }

    @Test
    void where_nothing_lies_beside_them_the_report_is_of_the_plan_that_moved_them() {
        RunReport report = bench.pass(YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.eventsOf("inspect.*DONE")).hasSize(2);
        assertThat(bench.eventsOf("compacts")).hasSize(1);
        assertThat(report.plan().orElseThrow().movesToCurrentPartitioning()).isTrue();
        assertThat(report.assessment().orElseThrow().verdict().reasons()).isNotEmpty();
    }

    @Test
    void what_lies_about_is_listed_before_the_first_plan_and_after_its_commit_and_not_again() {
        bench.liesAbout(2);

        RunReport report = bench.pass(YES, "vacuum-mode=APPLY");

        assertThat(bench.eventsOf("list.* DONE|look.* DONE|compacts|removes|plan.* DONE"))
                .containsExactly(
                        "list DONE",
                        "plan DONE",
                        "compacts, as approved by ada",
                        "look DONE",
                        "removes, as approved by ada",
                        "plan-2 DONE");
        assertThat(bench.format.inspections())
                .as("for each plan, before the first is carried out, before files are removed, and at the end")
                .isEqualTo(5);
        assertThat(report.leftovers().orElseThrow().eligible())
                .as("before they were removed")
                .hasSize(2);
        assertThat(report.removal().orElseThrow().deleted()).hasSize(2);
    }

    @Test
    void where_files_were_removed_before_more_is_merged_the_report_tells_what_lay_about_before() {
        bench.liesAbout(2);
        bench.format.script().after(this::somebodyWritesToTheCurrentPartitioning);

        RunReport report = bench.pass(YES, "vacuum-mode=APPLY");

        assertThat(bench.eventsOf("compacts")).hasSize(2);
        assertThat(bench.eventsOf("list.* DONE|look.* DONE")).containsExactly("list DONE", "look DONE");
        assertThat(report.leftovers().orElseThrow().eligible()).hasSize(2);
        assertThat(report.removal().orElseThrow().deleted()).hasSize(2);
    }

    @Test
    void versions_are_listed_before_the_first_plan_and_after_its_commit_and_not_again() {
        bench.format.remembers(new Expirable(
                List.of(new Expirable.Version(11, Instant.parse("2026-11-02T00:00:00Z"))),
                5,
                1,
                7,
                Bytes.ofMebibytes(9),
                Optional.empty(),
                Optional.empty()));
        Policy weekly = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("weekly", Map.of("expire_mode", "APPLY"));

        RunReport report = bench.gate().pass(ORDERS, weekly, YES);

        assertThat(bench.eventsOf("list-versions.* DONE|look-back.* DONE|compacts|expires|plan.* DONE"))
                .containsExactly(
                        "list-versions DONE",
                        "plan DONE",
                        "compacts, as approved by ada",
                        "look-back DONE",
                        "expires, as approved by ada",
                        "plan-2 DONE");
        assertThat(report.expirable().orElseThrow().versions()).hasSize(1);
        assertThat(report.expiration().orElseThrow().versions()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode=ask", "max-bytes-per-run=1GB"})
    void what_was_asked_for_or_limited_is_not_looked_at_again(String input) {
        RunReport report = bench.pass(YES, input);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.eventsOf("inspect.*DONE")).hasSize(1);
    }

    @Test
    void a_plan_that_was_made_earlier_is_carried_out_and_no_other() {
        MaintenancePlan plan = bench.gate().plan(ORDERS, nightly()).plan();
        bench.format.script().after(this::somebodyWritesToTheCurrentPartitioning);

        RunReport report = bench.gate().carryOut(plan, YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.eventsOf("compacts")).hasSize(1);
    }

    @Test
    void files_of_the_current_partitioning_are_looked_at_once() {
        TestGate current = new TestGate(partitions(1));

        assertThat(current.pass(YES).status()).isEqualTo(Status.COMPACTED);

        assertThat(current.eventsOf("inspect.*DONE")).hasSize(1);
    }

    /** Measured where the files were and where they are, though the plan names only the first. */
    @Test
    void the_scorecard_counts_the_files_where_they_went() {
        JsonNode card = scorecard(bench, ofAnEarlierPartitioning().atVersion(2), "part-00012.parquet");

        assertThat(card.get("small_files_eliminated").asInt()).isEqualTo(11);
        assertThat(card.get("measured_speedup_factor").asDouble()).isEqualTo(12.0);
    }

    @Test
    void the_scorecard_does_not_count_what_other_writers_did_meanwhile_to_other_partitions() {
        TestGate shared = new TestGate(besideFilesOfAnotherDay(3));

        JsonNode card = scorecard(shared, besideFilesOfAnotherDay(11).atVersion(2), "part-00023.parquet");

        assertThat(card.get("compacted_partitions").asInt()).isEqualTo(1);
        assertThat(card.get("small_files_eliminated").asInt()).isEqualTo(11);
        assertThat(card.get("measured_speedup_factor").asDouble()).isEqualTo(12.0);
    }

    /** The card of a run that moves the twelve files of the earlier partitioning into one of day 1. */
    private static JsonNode scorecard(TestGate gate, TableBuilder meanwhile, String output) {
        List<String> removed = IntStream.range(0, 12)
                .mapToObj(i -> "part-%05d.parquet".formatted(i))
                .toList();
        Bytes bytes = Bytes.ofMebibytes(12);
        Partition day = new Partition(List.of(new Partition.Field("day", "1")));
        Change change = new Change(
                2,
                3,
                removed,
                List.of(new Change.AddedFile(output, bytes, 1200)),
                Set.of(EARLIER, day),
                bytes,
                bytes,
                1200,
                1200,
                List.of());
        Runnable moves = () -> {
            gate.format.commit(meanwhile.build());
            meanwhile.inPartition(day).rowsPerFile(1200).withFiles(1, bytes).atVersion(3);
            removed.forEach(meanwhile::without);
            gate.format.commit(meanwhile.build());
        };
        gate.format.script().endsAfter(moves, new StepOutcome.Done(change, "Merged."));
        Policy weekly = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("weekly", Map.of());

        RunReport report = gate.gate().pass(ORDERS, weekly, YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        return ReportJson.of(report).at("/outputs/scorecard");
    }

    private static TableBuilder besideFilesOfAnotherDay(int files) {
        return ofAnEarlierPartitioning().inPartition("day", "7").withFiles(files, Bytes.ofMebibytes(100));
    }

    private void somebodyWritesToTheCurrentPartitioning() {
        bench.format.commit(ofAnEarlierPartitioning()
                .inPartition("day", "1")
                .withFiles(12, Bytes.ofMebibytes(1))
                .atVersion(2)
                .build());
    }

    private static TableBuilder ofAnEarlierPartitioning() {
        return TableBuilder.aTable().inPartition(EARLIER).withFiles(12, Bytes.ofMebibytes(1));
    }
}
