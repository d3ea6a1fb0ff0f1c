/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documented shape of a run report is the shape that it has, however a run ends. */
class ReportSchemaDocsTest {

    private final Terminal terminal = new Terminal(Path.of("/lake"));
    private final DocumentedShape shape = DocumentedShape.in("run-report.schema.json");

    @BeforeEach
    void has_tables() {
        terminal.parts.delta.orders("/lake/due");
        terminal.parts.delta.add("/lake/fine", 1, FakeTable.files(1, Bytes.ofMebibytes(100), FakeTable.day(1)));
        terminal.parts.delta.add("/lake/empty", 0, List.of());
    }

    private void fits(Terminal.Ending ending, Status status) {
        JsonNode report = Json.only(ending);
        shape.isThatOf(report);
        assertThat(report.path("status").asText()).isEqualTo(status.name());
    }

    @ParameterizedTest
    @CsvSource({
        "due,   auto, COMPACTED",
        "due,   plan, COMPACTION_REQUIRED",
        "due,   ask,  AWAITING_APPROVAL",
        "fine,  auto, HEALTHY",
        "empty, auto, HEALTHY"
    })
    void fits_a_run(String table, String mode, Status status) {
        fits(terminal.run("run", table, "--json", "--set", "mode=" + mode), status);
        fits(terminal.run("show", terminal.parts.journal.newestRun(), "--json"), status);
    }

    @Test
    void fits_a_run_that_was_declined() {
        terminal.whereSomebodyTypes("no\n");

        fits(terminal.run("run", "due", "--set", "mode=ask", "--json"), Status.DECLINED);
    }

    @Test
    void fits_a_run_that_removes() {
        terminal.parts
                .delta
                .table(new TableRef("delta", "/lake/fine"))
                .eligible
                .add(FakeTable.stored("/lake/fine/old.parquet"));

        fits(terminal.run("run", "fine", "--set", "vacuum_mode=APPLY", "--json"), Status.CLEANED);
    }

    @Test
    void fits_a_run_that_prunes_and_rewrites_manifests() {
        terminal.parts.delta.table(new TableRef("delta", "/lake/fine")).carries(2, 12);

        fits(terminal.run("run", "fine", "--json"), Status.CLEANED);
    }

    @Test
    void fits_a_run_that_was_put_off() {
        fits(terminal.run("run", "due", "--set", "quiet=2d", "--json"), Status.SKIPPED);
        fits(
                terminal.run("run", "due", "--set", "commit-bytes=1MB", "--set", "window=04:00-05:00", "--json"),
                Status.SKIPPED);
    }

    @Test
    void fits_what_answers_print() {
        terminal.run("run", "due", "--set", "mode=ask");
        fits(terminal.run("decline", terminal.parts.journal.newestRun(), "--json"), Status.DECLINED);
        terminal.run("run", "due", "--set", "mode=ask");
        String superseded = terminal.parts.journal.newestRun();
        terminal.run("run", "due", "--set", "mode=ask", "--set", "target_file_mb=256");
        fits(terminal.run("show", superseded, "--json"), Status.CANCELLED);
        fits(terminal.run("approve", terminal.parts.journal.newestRun(), "--json"), Status.COMPACTED);
    }

    @Test
    void fits_what_apply_and_demo_print() {
        terminal.run("plan", "due");

        fits(terminal.run("apply", terminal.parts.journal.onlyPlan(), "--json"), Status.COMPACTED);
        fits(terminal.run("apply", terminal.parts.journal.onlyPlan(), "--json"), Status.FAILED);
        fits(terminal.run("demo", "--json"), Status.COMPACTED);
    }

    @Test
    void fits_a_run_that_does_not_get_to_its_end() {
        terminal.parts.delta.endsWith = Optional.of(new StepOutcome.Conflicted("Another writer came first."));
        fits(terminal.run("run", "due", "--json"), Status.CONFLICTED);
        terminal.parts.delta.endsWith = Optional.of(new StepOutcome.Unknown("No answer."));
        fits(terminal.run("run", "due", "--json"), Status.UNKNOWN);
        terminal.parts.delta.endsWith = Optional.empty();
        terminal.parts.delta.rowsLost = 1;
        fits(terminal.run("run", "due", "--json"), Status.PARTIAL);
        terminal.parts.delta.breaksWith = Optional.of(new GateException(Fault.STORAGE, "/lake/due", "It went wrong."));
        fits(terminal.run("run", "delta:due", "--json"), Status.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "gate", "table", "status", "outputs", "steps", "summary", "started_at", "ended_at"})
    void refuses_a_report_that_lacks_something(String key) {
        ObjectNode report = (ObjectNode) Json.only(terminal.run("run", "due", "--json"));
        report.remove(key);

        assertThat(shape.refusals(report)).hasSize(1);
    }

    @Test
    void refuses_a_name_that_it_does_not_document() {
        ObjectNode report = (ObjectNode) Json.only(terminal.run("run", "due", "--json"));
        ((ObjectNode) report.path("outputs").path("assess")).put("fragments", 3);

        assertThat(shape.refusals(report)).hasSize(1);
    }

    @Test
    void its_closed_lists_are_those_of_the_program() {
        shape.lists("/properties/status", Status.values());
        shape.lists("/properties/verdict", Verdict.Level.values());
        shape.lists("/$defs/reason/properties/code", Code.values());
        shape.lists("/$defs/reason/properties/urgency", Finding.Urgency.values());
        shape.lists("/$defs/step/properties/outcome", StepRecord.Outcome.values());
        shape.lists("/$defs/error/properties/fault", Fault.values());
    }
}
