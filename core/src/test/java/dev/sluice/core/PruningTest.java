/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.plan.Step;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.RunWords;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.testing.TableBuilder;
import org.junit.jupiter.api.Test;

/** Deletes that apply to nothing go out of a table with a plan that names each. */
class PruningTest {

    private static TableBuilder healthy() {
        return aTable().withFiles(10, Bytes.ofMebibytes(100)).withDangling("a.parquet", "b.puffin#4");
    }

    @Test
    void a_healthy_table_is_pruned_once() {
        TestGate test = new TestGate(healthy());

        RunReport report = test.pass(YES);

        assertThat(report.status()).isEqualTo(Status.CLEANED);
        assertThat(test.eventsOf("prunes|compacts")).containsExactly("prunes, as approved by ada");
        assertThat(report.summary()).contains("Took out 2 delete files.");
        assertThat(report.hasChangedSomething()).isTrue();
        assertThat(report.verification().orElseThrow().passed()).isTrue();
        assertThat(new RunWords(report).compaction()).contains("skipped: the table does not need it");
        assertThat(ReportJson.of(report).at("/outputs/assess/dangling_deletes").asInt())
                .isEqualTo(2);
        RunReport second = test.pass(YES);
        assertThat(second.plan().orElseThrow().isEmpty()).isTrue();
        assertThat(second.status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void a_table_is_compacted_before_it_is_pruned_and_both_are_verified() {
        TestGate test = new TestGate(TestGate.partitions(1).withDangling("a.parquet"));

        RunReport report = test.pass(YES);

        assertThat(test.eventsOf("prunes|compacts"))
                .containsExactly("compacts, as approved by ada", "prunes, as approved by ada");
        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.verifications()).hasSize(2);
        assertThat(new RunWords(report).compaction().orElseThrow()).startsWith("12 files into 1;");
    }

    @Test
    void a_gate_for_a_part_of_a_table_prunes_nothing() {
        TestGate test = new TestGate(aTable().partitionedBy("day", PartitionColumn.Kind.DATE)
                .inPartition("day", "2026-11-28")
                .withFiles(10, Bytes.ofMebibytes(100))
                .withDangling("a.parquet"));

        RunReport report = test.pass(YES, "where=day >= today - 7d");

        assertThat(report.plan().orElseThrow().isEmpty()).isTrue();
    }

    @Test
    void nothing_is_pruned_without_a_yes() {
        TestGate test = new TestGate(healthy());

        RunReport report = test.pass(NO);

        assertThat(report.plan().orElseThrow().does(Step.Kind.PRUNE)).isTrue();
        assertThat(test.eventsOf("prunes")).isEmpty();
        assertThat(report.status()).isEqualTo(Status.DECLINED);
    }
}
