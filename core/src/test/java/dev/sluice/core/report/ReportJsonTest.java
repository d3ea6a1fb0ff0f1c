/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.testing.Approvers;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.TestClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportJsonTest {

    private static final Policy NIGHTLY =
            Presets.named("delta-lake-table-health-gate").policy("nightly", Map.of());

    private final TestClock clock = TestClock.at("2026-11-29T03:00:00Z");
    private final FakeFormat format = new FakeFormat(
            aTable().withFiles(36, Bytes.ofMebibytes(1))
                    .withFiles(4, Bytes.ofMebibytes(200))
                    .keepingVersions(41)
                    .build(),
            new ArrayList<>());
    private final InMemoryJournal journal = new InMemoryJournal(clock);

    @Test
    void a_runs_report_has_the_names_that_the_product_promises() {
        JsonNode json = ReportJson.of(gate().pass(ORDERS, NIGHTLY, Approvers.YES));

        assertThat(names(json))
                .containsExactly(
                        "run",
                        "gate",
                        "preset",
                        "table",
                        "status",
                        "verdict",
                        "reasons",
                        "outputs",
                        "steps",
                        "plan",
                        "approval",
                        "summary",
                        "started_at",
                        "ended_at");
        assertThat(names(json.at("/reasons/0"))).containsExactly("code", "urgency", "text", "value", "limit");
        assertThat(names(json.get("outputs"))).containsExactly("assess", "compact", "vacuum", "verify");
        assertThat(names(json.at("/outputs/assess")))
                .containsExactly(
                        "version",
                        "files",
                        "small_files",
                        "small_ratio",
                        "size_mb",
                        "delete_files",
                        "deleted_rows_percent",
                        "versions",
                        "metadata_mb",
                        "partitions",
                        "compactable_partition_count",
                        "needs_compaction",
                        "summary",
                        "evaluated_at");
        assertThat(names(json.at("/outputs/compact")))
                .containsExactly(
                        "compacted",
                        "files_removed",
                        "files_added",
                        "files_after",
                        "version",
                        "bytes_read",
                        "bytes_written",
                        "rows",
                        "skipped_partitions");
        assertThat(names(json.at("/outputs/vacuum")))
                .containsExactly(
                        "unreferenced_files",
                        "unreferenced_bytes",
                        "eligible_files",
                        "eligible_bytes",
                        "archived_files",
                        "deleted_files",
                        "deleted_bytes",
                        "failed_files",
                        "kept_files");
        assertThat(names(json.at("/outputs/verify")))
                .containsExactly("rows_before", "rows_after", "verification_passed", "verified_at");
        assertThat(names(json.at("/steps/0"))).containsExactly("name", "outcome", "started_at", "seconds", "text");
        assertThat(names(json.get("plan")))
                .containsExactly("id", "hash", "version", "steps", "remaining", "left_alone");
    }

    @Test
    void a_compaction_is_told_in_numbers() {
        JsonNode json = ReportJson.of(gate().pass(ORDERS, NIGHTLY, Approvers.YES));

        assertThat(json.get("gate").asText()).isEqualTo("nightly");
        assertThat(json.get("preset").asText()).isEqualTo("delta-lake-table-health-gate");
        assertThat(json.get("table").asText()).isEqualTo("fake:/lake/orders");
        assertThat(json.get("status").asText()).isEqualTo("COMPACTED");
        assertThat(json.get("verdict").asText()).isEqualTo("WARNING");
        assertThat(json.at("/reasons/0").toString())
                .isEqualTo(
                        "{\"code\":\"SMALL_FILES\",\"urgency\":\"DUE\",\"text\":\"36 of 40 files are small (90%, limit"
                                + " 50%)\",\"value\":0.9,\"limit\":0.5}");
        assertThat(json.at("/outputs/assess").toString())
                .isEqualTo("{\"version\":1,\"files\":40,\"small_files\":36,\"small_ratio\":0.900,\"size_mb\":836.00,"
                        + "\"delete_files\":0,\"deleted_rows_percent\":0.00,\"versions\":41,\"metadata_mb\":0.04,"
                        + "\"partitions\":1,\"compactable_partition_count\":1,\"needs_compaction\":true,"
                        + "\"summary\":\"WARNING: 36 of 40 files are small (90%, limit 50%).\","
                        + "\"evaluated_at\":\"2026-11-29T03:00:00Z\"}");
        assertThat(json.at("/outputs/compact").toString())
                .isEqualTo("{\"compacted\":true,\"files_removed\":36,\"files_added\":1,\"files_after\":5,\"version\":2,"
                        + "\"bytes_read\":37748736,\"bytes_written\":37748736,\"rows\":3600,\"skipped_partitions\":0}");
        assertThat(json.at("/outputs/verify").toString())
                .isEqualTo("{\"rows_before\":4000,\"rows_after\":4000,\"verification_passed\":true,"
                        + "\"verified_at\":\"2026-11-29T03:00:00Z\"}");
        assertThat(json.at("/plan/steps/0/text").asText()).isEqualTo("compact 36 files in 1 group towards 128.0 MiB");
    }

    @Test
    void a_run_that_compacted_nothing_says_so_in_zeros() {
        JsonNode json = ReportJson.of(gate().pass(ORDERS, NIGHTLY, Approvers.NO));

        assertThat(json.at("/outputs/compact").toString())
                .isEqualTo(
                        "{\"compacted\":false,\"files_removed\":0,\"files_added\":0,\"files_after\":40,\"version\":1,"
                                + "\"bytes_read\":0,\"bytes_written\":0,\"rows\":0,\"skipped_partitions\":0}");
        assertThat(json.get("outputs").has("verify")).isFalse();
    }

    @Test
    void both_listings_are_told() {
        StoredFile old = new StoredFile(Location.local("/lake/orders/old"), Bytes.ofMebibytes(2), Instant.EPOCH);
        format.lies(new Leftovers(40, Bytes.ofMebibytes(40), List.of(old)));

        JsonNode json = ReportJson.of(gate().pass(ORDERS, NIGHTLY, Approvers.NOT_YET));

        assertThat(json.at("/outputs/vacuum").toString())
                .isEqualTo(
                        "{\"unreferenced_files\":40,\"unreferenced_bytes\":41943040,\"eligible_files\":1,"
                                + "\"eligible_bytes\":2097152,\"archived_files\":0,\"deleted_files\":0,\"deleted_bytes\":0,\"failed_files\":0,\"kept_files\":0}");
    }

    @Test
    void a_failure_names_the_step_and_what_was_committed() {
        format.script().fails(new GateException(Fault.STORAGE, "part-00001.parquet", "The file ends at byte 7."));

        JsonNode json = ReportJson.of(gate().pass(ORDERS, NIGHTLY, Approvers.YES));

        assertThat(json.get("error").toString())
                .isEqualTo(
                        "{\"fault\":\"STORAGE\",\"subject\":\"part-00001.parquet\",\"reason\":\"The file ends at byte"
                                + " 7.\",\"remedy\":\"Check that the storage can be reached and that its permissions suffice,"
                                + " then try again.\",\"step\":\"compact\",\"committed\":\"Nothing was committed.\","
                                + "\"causes\":[\"A data file is damaged, or was deleted by somebody else.\","
                                + "\"The credentials have expired, or may not write below the table.\","
                                + "\"The disk or the quota is full.\","
                                + "\"The storage cannot be reached, or is slow to answer.\"]}");
        assertThat(json.get("reopened").asText())
                .isEqualTo("The table was opened again after that and can be read; it is at version 1.");
    }

    @Test
    void a_healthy_run_has_its_preset_and_its_empty_plan() {
        format.commit(aTable().withFiles(3, Bytes.ofMebibytes(200)).atVersion(2).build());

        JsonNode json = ReportJson.of(gate().pass(ORDERS, NIGHTLY, Approvers.YES));

        assertThat(json.get("preset").asText()).isEqualTo("delta-lake-table-health-gate");
        assertThat(json.at("/plan/steps")).isEmpty();
        assertThat(json.at("/reasons/0/code").asText()).isEqualTo("NOMINAL");
    }

    @Test
    void an_assessment_and_a_proposal_speak_alike() {
        Assessment found = gate().assess(ORDERS, NIGHTLY);
        Proposal proposal = gate().plan(ORDERS, NIGHTLY);

        assertThat(names(ReportJson.of(found)))
                .containsExactly("table", "gate", "preset", "verdict", "reasons", "outputs", "objections");
        assertThat(ReportJson.of(proposal).at("/outputs/assess"))
                .isEqualTo(ReportJson.of(found).at("/outputs/assess"));
        assertThat(names(ReportJson.of(proposal).get("outputs"))).containsExactly("assess", "vacuum");
        assertThat(ReportJson.of(proposal).at("/plan/id").asText())
                .isEqualTo(proposal.plan().id());
    }

    @Test
    void the_journal_keeps_the_same_report() {
        RunReport report = gate().pass(ORDERS, NIGHTLY, Approvers.YES);

        assertThat(journal.run(report.run().text()).orElseThrow().reportJson())
                .contains(ReportJson.of(report).toPrettyString());
    }

    @ParameterizedTest
    @CsvSource({
        "delta-lake-table-health-gate, /outputs/vacuum",
        "iceberg-partition-compaction-and-maintenance-gate, /outputs/orphans"
    })
    void where_nobody_may_list_nothing_is_said_of_how_many_files_lie_about(String preset, String output) {
        format.lies(Leftovers.notAssessed("The files cannot be listed."));
        Policy policy = Presets.named(preset).policy("nightly", Map.of());

        JsonNode json =
                ReportJson.of(gate().pass(ORDERS, policy, Approvers.YES)).at(output);

        assertThat(json.path("assessed").isBoolean()).isTrue();
        assertThat(json.path("assessed").asBoolean()).isFalse();
        assertThat(json.path("objection").asText()).isEqualTo("The files cannot be listed.");
        assertThat(names(json))
                .doesNotContain(
                        "listed", "eligible", "bytes", "unreferenced_files", "unreferenced_bytes", "eligible_files");
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private Gate gate() {
        Formats formats = new Formats(List.of(format));
        return new Gate(
                formats,
                new EmbeddedEngine(formats),
                new Recorder(journal, new InMemoryLeases(), Watcher.NONE, clock, new Random(1)));
    }
}
