/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.RunWords;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.testing.TableBuilder;
import org.junit.jupiter.api.Test;

/** Small manifests are rewritten into fewer where a table's format says that it pays, with a plan that names each. */
class ManifestRewriteTest {

    private static TableBuilder healthy() {
        return aTable().withFiles(10, Bytes.ofMebibytes(100)).withManifests(12);
    }

    @Test
    void the_manifests_of_a_healthy_table_are_rewritten_once() {
        TestGate test = new TestGate(healthy());

        RunReport report = test.pass(YES);

        assertThat(report.status()).isEqualTo(Status.CLEANED);
        assertThat(test.eventsOf("rewrites|compacts")).containsExactly("rewrites manifests, as approved by ada");
        assertThat(Sentences.of(report.plan().orElseThrow().steps().get(0)))
                .isEqualTo("rewrite 12 small manifests towards 8.0 MiB");
        assertThat(report.summary()).contains("Rewrote 12 manifests.");
        assertThat(report.hasChangedSomething()).isTrue();
        assertThat(report.verification().orElseThrow().passed()).isTrue();
        assertThat(test.pass(YES).plan().orElseThrow().isEmpty()).isTrue();
    }

    @Test
    void the_report_says_how_many_there_were_and_how_many_there_are() {
        RunReport report = new TestGate(healthy()).pass(YES);

        JsonNode outputs = ReportJson.of(report).get("outputs");
        assertThat(outputs.at("/assess/manifests").asInt()).isEqualTo(12);
        JsonNode done = outputs.get("rewrite_manifests");
        assertThat(done.get("manifests_removed").asInt()).isEqualTo(12);
        assertThat(done.get("manifests_added").asInt()).isEqualTo(1);
        assertThat(done.get("manifests_after").asInt()).isEqualTo(1);
        assertThat(done.get("bytes_removed").asLong()).isEqualTo(12 * 4096);
        assertThat(done.get("bytes_added").asLong()).isEqualTo(1024);
        assertThat(done.get("version").asLong()).isEqualTo(2);
        assertThat(outputs.has("prune")).isFalse();
    }

    @Test
    void the_report_says_what_was_pruned() {
        RunReport report = new TestGate(
                        aTable().withFiles(10, Bytes.ofMebibytes(100)).withDangling("a.parquet", "b.puffin#4"))
                .pass(YES);

        JsonNode done = ReportJson.of(report).at("/outputs/prune");
        assertThat(done.get("delete_files_removed").asInt()).isEqualTo(2);
        assertThat(done.get("bytes_removed").asLong()).isEqualTo(2048);
        assertThat(done.get("version").asLong()).isEqualTo(2);
    }

    @Test
    void manifests_come_after_all_that_changes_what_they_list_and_before_what_is_final() {
        TestGate test =
                new TestGate(TestGate.partitions(1).withDangling("a.parquet").withManifests(9));

        RunReport report = test.pass(YES);

        assertThat(test.eventsOf("prunes|compacts|rewrites"))
                .containsExactly(
                        "compacts, as approved by ada",
                        "prunes, as approved by ada",
                        "rewrites manifests, as approved by ada");
        Step.RewriteManifests step =
                (Step.RewriteManifests) report.plan().orElseThrow().steps().get(2);
        assertThat(step.manifests()).hasSize(9);
        assertThat(step.toCome()).as("the manifest of the compaction itself").isEqualTo(1);
        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.verifications()).hasSize(3);
    }

    @Test
    void a_gate_for_a_part_of_a_table_rewrites_no_manifest() {
        TestGate test = new TestGate(aTable().partitionedBy("day", PartitionColumn.Kind.DATE)
                .inPartition("day", "2026-11-28")
                .withFiles(10, Bytes.ofMebibytes(100))
                .withManifests(40));

        RunReport report = test.pass(YES, "where=day >= today - 7d");

        assertThat(report.plan().orElseThrow().isEmpty()).isTrue();
    }

    @Test
    void a_table_that_must_not_be_changed_keeps_its_manifests() {
        for (Objection.Kind kind : Objection.Kind.values()) {
            TestGate test = new TestGate(healthy().objecting(kind, "It must not be touched."));

            assertThat(test.pass(YES).plan().orElseThrow().isEmpty())
                    .as(kind.name())
                    .isTrue();
            assertThat(test.eventsOf("rewrites")).isEmpty();
        }
    }

    @Test
    void nothing_is_rewritten_without_a_yes() {
        TestGate test = new TestGate(healthy());

        RunReport report = test.pass(NO);

        assertThat(report.plan().orElseThrow().does(Step.Kind.REWRITE_MANIFESTS))
                .isTrue();
        assertThat(test.eventsOf("rewrites")).isEmpty();
        assertThat(report.status()).isEqualTo(Status.DECLINED);
    }

    @Test
    void a_rewrite_that_no_longer_pays_is_told_with_its_reason() {
        TestGate test = new TestGate(healthy());
        test.format.script().ends(new StepOutcome.Skipped("Too few are left."));

        RunReport report = test.pass(YES);

        assertThat(report.status()).isEqualTo(Status.SKIPPED);
        assertThat(new RunWords(report).notDone()).containsExactly("rewrite-manifests: Too few are left.");
    }

    @Test
    void what_usually_stands_behind_a_failure_to_rewrite_is_told() {
        TestGate test = new TestGate(healthy());
        test.format.script().fails(new GateException(Fault.STORAGE, "m0.avro", "No space is left."));

        RunReport report = test.pass(YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(report.failure().orElseThrow().step()).isEqualTo("rewrite-manifests");
        assertThat(ReportJson.of(report).at("/error/causes/1").asText()).isEqualTo("The disk or the quota is full.");
    }
}
