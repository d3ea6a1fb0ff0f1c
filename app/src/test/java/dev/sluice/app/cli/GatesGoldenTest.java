/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates of a configuration as commands take them. */
class GatesGoldenTest {

    private static final String GATES = """
            gates:
              nightly:
                table: delta:/lake/orders
                preset: delta-lake-table-health-gate
                small-file: 64MB
              asking:
                table: delta:/lake/orders
                preset: delta-lake-table-health-gate
                mode: ask
                approvers: [grace, ada]
              planning:
                table: delta:/lake/orders
                preset: delta-lake-table-health-gate
                mode: plan
              strict:
                table: delta:/lake/orders
                preset: delta-lake-table-health-gate
                mode: ask
                approvers: grace
              many:
                tables: { include: "delta:/lake/**", exclude: "delta:/lake/tmp" }
                preset: delta-lake-table-health-gate
              trial:
                preset: delta-lake-table-health-gate
            approval: { expires: 5h }
            """;

    @TempDir
    private Path folder;

    private Terminal terminal = new Terminal(Path.of("/"));
    private final StringBuilder page = new StringBuilder();

    @BeforeEach
    void an_estate_and_its_gates() throws IOException {
        Files.writeString(folder.resolve("sluice.yaml"), GATES);
        terminal = new Terminal(folder);
        FakeFormat delta = terminal.parts.delta;
        delta.orders("/lake/orders");
        delta.add("/lake/customers", 7, FakeTable.files(3, Bytes.ofMebibytes(120), FakeTable.day(1)));
        delta.orders("/lake/tmp/orders");
        delta.orders("/lake/broken").breaksWith = Optional.of(new GateException(
                Fault.TABLE_DAMAGED, "delta:/lake/broken", "Version 3 is gone, and version 4 needs it."));
    }

    private Terminal.Ending says(String... args) {
        Terminal.Ending ending = terminal.run(args);
        page.append(page.isEmpty() ? "" : "\n").append(ending.transcript());
        return ending;
    }

    private void holds(String name) {
        Golden.holds(name, page.toString().replace(folder.toString(), "/home/ada"));
    }

    @Test
    void a_gate_is_assessed_explained_planned_and_run_by_its_name() {
        says("assess", "nightly");
        says("explain", "nightly");
        says("plan", "nightly");
        says("run", "nightly", "--set", "small_file_mb=16", "--set", "min_small_files=1000");
        says("run", "nightly");
        says("explain", "nightly");
        says("runs");

        assertThat(terminal.parts.journal.runs(9)).extracting(Run::gate).containsOnly("nightly");
        holds("gate.txt");
    }

    @Test
    void each_table_of_a_pattern_has_a_run_and_one_that_is_refused_stops_no_other() {
        terminal.parts.showFolders();

        Terminal.Ending ending = says("run", "many");

        assertThat(ending.exit()).isEqualTo(Fault.TABLE_DAMAGED.exitCode());
        assertThat(terminal.parts.journal.runs(9))
                .extracting(run -> run.table() + " " + run.status())
                .containsExactlyInAnyOrder(
                        "delta:/lake/orders COMPACTED", "delta:/lake/customers HEALTHY", "delta:/lake/broken FAILED");
        assertThat(Json.only(terminal.run("assess", "many", "--json")).at("/tables"))
                .hasSize(3);
        holds("gate-many.txt");
    }

    @Test
    void what_the_gate_does_not_let_somebody_approve_is_not_applied_by_them() {
        says("plan", "strict");
        String plan = terminal.parts.journal.onlyPlan();
        says("apply", plan);
        says("run", "strict", "--yes");
        Terminal.Ending waiting = says("run", "strict");
        says("approve", terminal.parts.journal.newestRun());

        assertThat(waiting.out()).contains("within 5 h");
        assertThat(terminal.parts
                        .delta
                        .table(new TableRef("delta", "/lake/orders"))
                        .version())
                .isEqualTo(412);
        says("decline", terminal.parts.journal.newestRun());
        holds("gate-approvers.txt");
    }

    @Test
    void an_approver_answers_and_is_on_record() {
        terminal.whereSomebodyTypes("yes\n");

        Terminal.Ending ending = terminal.run("run", "asking", "--json");

        JsonNode report = Json.only(ending);
        assertThat(report.at("/status").asText()).isEqualTo("COMPACTED");
        assertThat(report.at("/gate").asText()).isEqualTo("asking");
        assertThat(report.at("/approval/by").asText()).isEqualTo("ada");
    }

    @Test
    void a_gate_that_plans_only_plans() {
        JsonNode report = Json.only(terminal.run("run", "planning", "--json"));

        assertThat(report.at("/status").asText()).isEqualTo("COMPACTION_REQUIRED");
    }

    @Test
    void a_run_waits_for_as_long_as_the_configuration_says() {
        terminal.run("run", "strict");
        String run = terminal.parts.journal.newestRun();
        assertThat(Json.only(terminal.run("runs", "--waiting", "--json"))
                        .at("/runs/0/expires_at")
                        .asText())
                .isEqualTo("2026-11-29T08:00:00Z");
        terminal.now = terminal.now.plus(Duration.ofHours(5).plusSeconds(1));

        terminal.run("decline", run);

        assertThat(terminal.parts.journal.run(run).orElseThrow().status()).isEqualTo(Status.DECLINED);
        assertThat(terminal.parts.journal.run(run).orElseThrow().summary())
                .isEqualTo("Declined by nobody: expired after 5 h.");
    }

    @Test
    void a_gate_without_a_table_runs_the_demo_by_its_own_limits() {
        says("run", "trial");
        says("plan", "trial");

        assertThat(terminal.parts.delta.orders("/lake/orders").version()).isEqualTo(412);
        Golden.holds(
                "gate-demo.txt",
                page.toString()
                        .replaceAll("/[^ ]*sluice-demo-\\d+", "/tmp/sluice-demo-1")
                        .replaceAll("plan       p[0-9a-f]{8}", "plan       p00000000"));
    }

    @Test
    void a_word_that_is_neither_gate_nor_table_is_told_as_both_and_a_gate_goes_before_a_folder() throws IOException {
        says("assess", "nightli");
        says("run", "nightly", "--preset", "delta-lake-table-health-gate");
        says("run", "nightly", "--set", "retention=1h");
        says("run", "/lake/*");
        Files.createDirectory(folder.resolve("nightly"));
        says("assess", "nightly");
        says("assess", "./nightly");
        holds("gate-names.txt");
    }
}
