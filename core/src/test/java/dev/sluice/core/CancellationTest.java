/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.Approvers.yesAfter;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import org.junit.jupiter.api.Test;

/** A run that is cancelled begins no further step, and breaks none off. */
class CancellationTest {

    private final TestGate bench = new TestGate(partitions(3));
    private boolean asked;

    @Test
    void a_run_that_is_cancelled_before_it_acts_does_nothing() {
        asked = true;

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.CANCELLED);
        assertThat(report.summary()).isEqualTo("The run was cancelled; nothing was done.");
        assertThat(report.steps()).isEmpty();
        assertThat(bench.run(report).status()).isEqualTo(Status.CANCELLED);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
    }

    @Test
    void between_two_steps_it_keeps_what_it_has_committed_and_begins_no_other() {
        bench.liesAbout(2);
        bench.format.script().after(() -> asked = true);

        RunReport report = pass(YES, "commit-bytes=12MB", "vacuum-mode=APPLY");

        assertThat(report.status()).isEqualTo(Status.CANCELLED);
        assertThat(report.summary()).isEqualTo("Merged 12 files into 1. The run was cancelled after that.");
        assertThat(report.verification().orElseThrow().passed()).isTrue();
        assertThat(bench.eventsOf("compacts|removes")).hasSize(1);
        assertThat(report.steps())
                .filteredOn(step -> step.outcome() == StepRecord.Outcome.SKIPPED)
                .extracting(StepRecord::name, StepRecord::text)
                .containsExactly(
                        tuple("compact-2", "The run was cancelled before this step."),
                        tuple("compact-3", "The run was cancelled before this step."),
                        tuple("remove", "The run was cancelled before this step."));
        assertThat(bench.eventsOf("look")).isEmpty();
        JsonNode compact = ReportJson.of(report).at("/outputs/compact");
        assertThat(compact.get("compacted").asBoolean()).isTrue();
        assertThat(compact.get("version").asLong()).isEqualTo(2);
        assertThat(compact.get("files_after").asLong()).isEqualTo(25);
    }

    @Test
    void a_run_that_did_all_its_work_stays_what_it_is() {
        bench.format.script().after(() -> asked = true);

        RunReport report = pass(YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.after()).isPresent();
    }

    @Test
    void after_a_yes_no_step_is_begun_either() {
        RunReport report = pass(yesAfter(() -> asked = true));

        assertThat(report.status()).isEqualTo(Status.CANCELLED);
        assertThat(report.answer()).isPresent();
        assertThat(bench.format.versions()).hasSize(1);
    }

    @Test
    void a_run_that_goes_on_after_an_answer_can_be_cancelled_too() {
        RunReport waiting = bench.pass(NOT_YET, "mode=ask");
        asked = true;

        RunReport report = bench.gate(() -> asked).answer(waiting.run().text(), YES);

        assertThat(report.status()).isEqualTo(Status.CANCELLED);
        assertThat(bench.format.versions()).hasSize(1);
    }

    private RunReport pass(Approver approver, String... inputs) {
        return bench.gate(() -> asked).pass(ORDERS, nightly(inputs), approver);
    }
}
