/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.NOT_ASKED;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.Approvers.YES_TO_ANOTHER;
import static dev.sluice.core.testing.Approvers.declining;
import static dev.sluice.core.testing.Approvers.yesAfter;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Leases;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A gate that asks: its run waits, holding nothing, until somebody answers or nobody did in time. */
class WaitingTest {

    private static final String ASK = "mode=ask";

    private final TestGate bench = new TestGate(partitions(2));

    @Test
    void a_run_waits_without_holding_the_table() {
        RunReport waiting = bench.pass(NOT_YET, ASK);

        assertThat(waiting.status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(waiting.summary()).isEqualTo("24 of 24 files are small (100%, limit 50%).");
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        assertThat(bench.run(waiting).endedAt()).isEmpty();
        assertThat(ReportJson.of(waiting).has("approval")).isFalse();
        assertThat(bench.format.versions()).hasSize(1);
    }

    @Test
    void a_yes_carries_out_the_plan_under_the_name_of_the_run_that_waited() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.clock.advance(Duration.ofHours(5));

        RunReport report = answer(waiting, YES);

        assertThat(report.run()).isEqualTo(waiting.run());
        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.startedAt()).isEqualTo(waiting.startedAt());
        assertThat(report.plan()).isEqualTo(waiting.plan());
        assertThat(report.after().orElseThrow().files()).isEqualTo(2);
        assertThat(bench.journal.runs(10)).hasSize(1);
        assertThat(bench.run(report).status()).isEqualTo(Status.COMPACTED);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
        JsonNode json = ReportJson.of(report);
        assertThat(json.get("approval").toString())
                .isEqualTo(
                        "{\"answer\":\"YES\",\"by\":\"ada\",\"at\":\"1970-01-01T00:00:00Z\",\"plan_hash\":\"%s\",\"reason\":\"\"}"
                                .formatted(waiting.plan().orElseThrow().hash()));
        assertThat(json.get("preset").asText()).isEqualTo("delta-lake-table-health-gate");
    }

    @Test
    void it_says_that_it_goes_on_before_it_acts() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.events.clear();

        answer(waiting, YES);

        assertThat(bench.eventsOf("resumes|answered|compacts|ends"))
                .containsExactly("resumes", "answered YES", "compacts, as approved by ada", "ends COMPACTED");
    }

    @Test
    void a_no_is_kept_with_its_reason() {
        RunReport waiting = bench.pass(NOT_YET, ASK);

        RunReport report = answer(waiting, declining("The loads run until Monday"));

        assertThat(report.status()).isEqualTo(Status.DECLINED);
        assertThat(report.summary()).isEqualTo("Declined by ada: The loads run until Monday.");
        assertThat(bench.run(report).summary()).isEqualTo(report.summary());
        assertThat(bench.journal.answer(report.run()).orElseThrow().reason()).isEqualTo("The loads run until Monday");
        assertThat(ReportJson.of(report).at("/approval/reason").asText()).isEqualTo("The loads run until Monday");
        assertThat(bench.format.versions()).hasSize(1);
    }

    @Test
    void the_first_answer_is_final() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        answer(waiting, NO);

        assertThatThrownBy(() -> answer(waiting, YES)).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.USAGE);
            assertThat(e.subject()).isEqualTo("run " + waiting.run());
            assertThat(e.reason()).isEqualTo("The run does not wait for an answer; it is DECLINED.");
        });
        assertThat(bench.journal.answer(waiting.run()).orElseThrow().kind()).isEqualTo(Answer.Kind.NO);
        assertThat(bench.format.versions()).hasSize(1);
    }

    @Test
    void an_answer_to_a_run_that_nobody_knows_is_refused() {
        assertThatThrownBy(() -> bench.gate().answer("20261129T030000-000000", YES))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.USAGE);
                    assertThat(e.reason()).isEqualTo("There is no run of this name.");
                });
    }

    @Test
    void an_answer_that_comes_while_another_run_works_on_the_table_can_be_given_again() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        Approver meanwhile = yesAfter(() -> assertThatThrownBy(() -> answer(waiting, NO))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_BUSY)));
        bench.pass(meanwhile);

        assertThat(bench.run(waiting).status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(answer(waiting, NO).status()).isEqualTo(Status.DECLINED);
    }

    @Test
    void of_two_answers_at_once_only_the_first_counts() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        AtomicBoolean first = new AtomicBoolean(true);
        Leases slow = table -> {
            if (first.getAndSet(false)) {
                answer(waiting, NO);
            }
            return bench.leases.claim(table);
        };

        assertThatThrownBy(() ->
                        bench.gate(slow, Watcher.NONE).answer(waiting.run().text(), YES))
                .hasMessageContaining("The run does not wait for an answer; it is DECLINED.");
        assertThat(bench.run(waiting).status()).isEqualTo(Status.DECLINED);
        assertThat(bench.format.versions()).hasSize(1);
        assertThat(bench.leases.isHeld(ORDERS)).isFalse();
    }

    @Test
    void an_answer_that_leaves_it_open_lets_the_run_wait_on() {
        RunReport waiting = bench.pass(NOT_YET, ASK);

        assertThat(answer(waiting, NOT_YET).status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(answer(waiting, YES).status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void a_yes_to_another_plan_is_none() {
        RunReport waiting = bench.pass(NOT_YET, ASK);

        RunReport report = answer(waiting, YES_TO_ANOTHER);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.PLAN_STALE);
    }

    @Test
    void a_yes_to_a_plan_that_no_longer_fits_is_refused_and_no_other_plan_is_made() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.format.commit(
                partitions(2).withFingerprint("schema-2").atVersion(2).build());

        RunReport report = answer(waiting, YES);

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.PLAN_STALE);
        assertThat(bench.format.versions()).hasSize(2);
        assertThat(bench.eventsOf("inspect.*DONE")).hasSize(1);
    }

    @Test
    void a_run_that_waited_for_too_long_is_declined_whatever_the_answer() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.clock.advance(Duration.ofHours(72).plusSeconds(1));

        RunReport report = answer(waiting, YES);

        assertThat(report.status()).isEqualTo(Status.DECLINED);
        assertThat(report.summary()).isEqualTo("Declined by nobody: expired after 72 h.");
        assertThat(report.answer().orElseThrow().reason()).isEqualTo("expired after 72 h");
        assertThat(ReportJson.of(report).at("/approval/reason").asText()).isEqualTo("expired after 72 h");
        assertThat(bench.format.versions()).hasSize(1);
    }

    @Test
    void the_owner_says_for_how_long_a_run_waits() {
        bench.patience = new Patience(Duration.ofMinutes(90));
        RunReport waiting = bench.pass(NOT_YET, ASK);
        assertThat(waiting.expiresAt()).contains(waiting.startedAt().plus(Duration.ofMinutes(90)));
        assertThat(ReportJson.of(waiting).get("expires_at").asText())
                .isEqualTo(waiting.startedAt().plus(Duration.ofMinutes(90)).toString());
        bench.clock.advance(Duration.ofMinutes(90).plusSeconds(1));

        RunReport report = answer(waiting, YES);

        assertThat(report.summary()).isEqualTo("Declined by nobody: expired after 90 min.");
        assertThat(report.expiresAt()).isEmpty();
        assertThat(ReportJson.of(report).has("expires_at")).isFalse();
    }

    @Test
    void seventy_two_hours_are_not_too_long() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.clock.advance(Duration.ofHours(72));

        assertThat(answer(waiting, YES).status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void the_time_it_waited_is_not_the_time_it_worked() {
        RunReport waiting = bench.pass(NOT_YET, ASK, "max-run-time=30m");
        bench.clock.advance(Duration.ofHours(5));

        assertThat(answer(waiting, YES).status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void a_start_meanwhile_with_the_same_plan_leaves_the_question_to_the_run_that_waits() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.clock.advance(Duration.ofMinutes(10));

        RunReport second = bench.pass(NOT_YET, ASK);

        assertThat(second.status()).isEqualTo(Status.SKIPPED);
        assertThat(second.summary()).isEqualTo("Run %s waits for an answer to the same plan.".formatted(waiting.run()));
        assertThat(bench.run(waiting).status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(answer(waiting, YES).status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void files_to_remove_do_not_make_it_another_plan_as_time_goes_by() {
        bench.liesAbout(2);
        bench.pass(NOT_YET, ASK, "vacuum-mode=APPLY");
        bench.clock.advance(Duration.ofMinutes(10));

        assertThat(bench.pass(NOT_YET, ASK, "vacuum-mode=APPLY").status()).isEqualTo(Status.SKIPPED);
    }

    @Test
    void a_start_meanwhile_with_another_plan_takes_the_place_of_the_run_that_waits() throws Exception {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.format.commit(partitions(3).atVersion(2).build());

        RunReport second = bench.pass(NOT_YET, ASK);

        assertThat(second.status()).isEqualTo(Status.AWAITING_APPROVAL);
        Run first = bench.run(waiting);
        assertThat(first.status()).isEqualTo(Status.CANCELLED);
        assertThat(first.endedAt()).isPresent();
        assertThat(first.summary()).isEqualTo("Run %s asks with a newer plan.".formatted(second.run()));
        JsonNode json = new ObjectMapper().readTree(first.reportJson().orElseThrow());
        assertThat(json.get("status").asText()).isEqualTo("CANCELLED");
        assertThat(json.get("summary").asText()).isEqualTo(first.summary());
        assertThat(json.at("/outputs/assess/files").asLong()).isEqualTo(24);
        assertThatThrownBy(() -> answer(waiting, YES))
                .hasMessageContaining("The run does not wait for an answer; it is CANCELLED.");
        assertThat(answer(second, YES).change().orElseThrow().removed()).hasSize(36);
    }

    @Test
    void a_start_meanwhile_that_finds_nothing_to_do_leaves_the_run_that_waits() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.format.commit(
                aTable().withFiles(2, Bytes.ofMebibytes(200)).atVersion(2).build());

        assertThat(bench.pass(NOT_YET, ASK).status()).isEqualTo(Status.HEALTHY);
        assertThat(bench.run(waiting).status()).isEqualTo(Status.AWAITING_APPROVAL);
    }

    @Test
    void the_question_of_another_gate_is_left_alone() {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.format.commit(partitions(3).atVersion(2).build());

        var weekly = Presets.named("delta-lake-table-health-gate").policy("weekly", Map.of("mode", "ask"));

        assertThat(bench.gate().pass(ORDERS, weekly, NOT_YET).status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(bench.run(waiting).status()).isEqualTo(Status.AWAITING_APPROVAL);
    }

    @Test
    void the_next_start_declines_a_run_that_waited_for_too_long_and_asks_itself() throws Exception {
        RunReport waiting = bench.pass(NOT_YET, ASK);
        bench.clock.advance(Duration.ofHours(73));

        RunReport second = bench.pass(NOT_YET, ASK);

        Run first = bench.run(waiting);
        assertThat(first.status()).isEqualTo(Status.DECLINED);
        assertThat(first.summary()).isEqualTo("Declined by nobody: expired after 72 h.");
        Answer no = bench.journal.answer(first.id()).orElseThrow();
        assertThat(no.reason()).isEqualTo("expired after 72 h");
        assertThat(no.planHash()).isEqualTo(waiting.plan().orElseThrow().hash());
        JsonNode json = new ObjectMapper().readTree(first.reportJson().orElseThrow());
        assertThat(json.get("status").asText()).isEqualTo("DECLINED");
        assertThat(json.get("ended_at").asText()).isEqualTo("2026-12-02T04:00:00Z");
        assertThat(second.status()).isEqualTo(Status.AWAITING_APPROVAL);
    }

    @Test
    void nothing_of_a_gate_that_only_plans_waits() {
        assertThat(bench.gate().pass(ORDERS, nightly("mode=plan"), NOT_ASKED).status())
                .isEqualTo(Status.COMPACTION_REQUIRED);
        assertThat(bench.journal.runs(ORDERS, Status.AWAITING_APPROVAL)).isEmpty();
    }

    private RunReport answer(RunReport waiting, Approver approver) {
        return bench.gate().answer(waiting.run().text(), approver);
    }
}
