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
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.core.testing.TableBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that go to the table's current partitioning may lie beside small ones there: the same run looks again. */
class MovedFilesTest {

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
        TableBuilder moved = ofAnEarlierPartitioning()
                .inPartition("day", "1")
                .rowsPerFile(1200)
                .withFiles(1, Bytes.ofMebibytes(12))
                .atVersion(2);
        List<String> removed = IntStream.range(0, 12)
                .mapToObj(i -> "part-%05d.parquet".formatted(i))
                .toList();
        removed.forEach(moved::without);
        Bytes bytes = Bytes.ofMebibytes(12);
        Change change = new Change(
                1,
                2,
                removed,
                List.of(new Change.AddedFile("part-00012.parquet", bytes, 1200)),
                bytes,
                bytes,
                1200,
                1200,
                List.of());
        bench.format
                .script()
                .endsAfter(() -> bench.format.commit(moved.build()), new StepOutcome.Done(change, "Merged."));
        Policy weekly = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("weekly", Map.of());

        RunReport report = bench.gate().pass(ORDERS, weekly, YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        JsonNode card = ReportJson.of(report).at("/outputs/scorecard");
        assertThat(card.get("small_files_eliminated").asInt()).isEqualTo(11);
        assertThat(card.get("measured_speedup_factor").asDouble()).isEqualTo(12.0);
    }

    private void somebodyWritesToTheCurrentPartitioning() {
        bench.format.commit(ofAnEarlierPartitioning()
                .inPartition("day", "1")
                .withFiles(12, Bytes.ofMebibytes(1))
                .atVersion(2)
                .build());
    }

    private static TableBuilder ofAnEarlierPartitioning() {
        return TableBuilder.aTable().inPartition(Partition.EARLIER, "0").withFiles(12, Bytes.ofMebibytes(1));
    }
}
