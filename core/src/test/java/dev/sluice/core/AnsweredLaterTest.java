/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.NO;
import static dev.sluice.core.testing.Approvers.NOT_YET;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who says yes in the morning gets the report of a run that did not have to wait. */
class AnsweredLaterTest {

    private final TestGate bench = new TestGate(partitions(2));

    @Test
    void a_run_that_was_approved_later_is_reported_on_as_one_that_did_not_wait() {
        JsonNode atOnce = ReportJson.of(new TestGate(partitions(2)).gate().pass(ORDERS, weekly(), YES));

        JsonNode later = ReportJson.of(answer(waits(), YES));

        assertThat(later.at("/outputs/assess/total_small_files").asInt()).isEqualTo(24);
        assertThat(later.at("/outputs/scorecard/small_files_eliminated").asInt())
                .isEqualTo(22);
        assertThat(later.get("outputs").toPrettyString())
                .isEqualTo(atOnce.get("outputs").toPrettyString());
        assertThat(later.get("verdict")).isEqualTo(atOnce.get("verdict"));
        assertThat(later.get("reasons")).isEqualTo(atOnce.get("reasons"));
        assertThat(later.findValuesAsText("name")).isEqualTo(atOnce.findValuesAsText("name"));
    }

    @Test
    void what_was_set_for_the_run_alone_is_told_also_after_it_waited() {
        RunReport waiting = bench.pass(NOT_YET, "mode=ask", "small-file=64MB");

        JsonNode later = ReportJson.of(answer(waiting, YES));

        assertThat(later.get("overrides")).isEqualTo(ReportJson.of(waiting).get("overrides"));
    }

    @Test
    void the_scorecard_is_measured_from_the_table_as_it_was_when_the_yes_came() {
        RunReport waiting = waits();
        bench.format.commit(partitions(3).atVersion(2).build());

        JsonNode outputs = ReportJson.of(answer(waiting, YES)).get("outputs");

        assertThat(outputs.at("/assess/files").asInt()).as("as it was judged").isEqualTo(24);
        assertThat(outputs.at("/scorecard/fragmented_partition_count").asInt()).isEqualTo(3);
        assertThat(outputs.at("/scorecard/compacted_partitions").asInt()).isEqualTo(2);
    }

    @Test
    void a_no_is_reported_on_with_what_the_table_was_like() {
        RunReport waiting = waits();

        JsonNode declined = ReportJson.of(answer(waiting, NO));

        JsonNode asked = ReportJson.of(waiting);
        assertThat(declined.get("status").asText()).isEqualTo("DECLINED");
        assertThat(declined.at("/outputs/compact/compacted").asBoolean(true)).isFalse();
        assertThat(declined.get("outputs").toPrettyString())
                .isEqualTo(asked.get("outputs").toPrettyString());
        assertThat(declined.get("verdict")).isEqualTo(asked.get("verdict"));
    }

    @Test
    void a_run_that_waited_for_too_long_keeps_what_was_told_of_it() {
        RunReport waiting = waits();
        bench.clock.advance(Duration.ofHours(73));

        JsonNode expired = ReportJson.of(answer(waiting, YES));

        assertThat(expired.get("status").asText()).isEqualTo("DECLINED");
        assertThat(expired.at("/outputs/assess").toPrettyString())
                .isEqualTo(ReportJson.of(waiting).at("/outputs/assess").toPrettyString());
        assertThat(expired.get("reasons")).isEqualTo(ReportJson.of(waiting).get("reasons"));
    }

    @Test
    void a_run_that_goes_on_waiting_forgets_nothing() throws Exception {
        RunReport waiting = waits();
        answer(waiting, NOT_YET);

        JsonNode kept =
                new ObjectMapper().readTree(bench.run(waiting).reportJson().orElseThrow());

        assertThat(kept.at("/outputs/assess/files").asInt()).isEqualTo(24);
        assertThat(ReportJson.of(answer(waiting, YES)).get("verdict").asText()).isEqualTo("WARNING");
    }

    @Test
    void a_plan_that_is_applied_later_has_its_scorecard_too() {
        MaintenancePlan plan = bench.gate().plan(ORDERS, weekly()).plan();

        RunReport report = bench.gate().carryOut(plan, YES);

        JsonNode outputs = ReportJson.of(report).get("outputs");
        assertThat(outputs.has("assess")).as("nobody judged").isFalse();
        assertThat(outputs.at("/scorecard/small_files_eliminated").asInt()).isEqualTo(22);
        assertThat(outputs.at("/scorecard/projected_speedup_factor").asDouble()).isEqualTo(24.0);
    }

    @Test
    void a_gate_that_does_not_look_at_each_partition_has_no_scorecard() {
        RunReport waiting = bench.pass(NOT_YET, "mode=ask");

        assertThat(answer(waiting, YES).scorecard()).isEmpty();
    }

    private RunReport waits() {
        RunReport waiting = bench.gate().pass(ORDERS, weekly(), NOT_YET);
        assertThat(waiting.status()).isEqualTo(Status.AWAITING_APPROVAL);
        return waiting;
    }

    private RunReport answer(RunReport waiting, Approver approver) {
        return bench.gate().answer(waiting.run().text(), approver);
    }

    private static Policy weekly() {
        return Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("weekly", Map.of("mode", "ask"));
    }
}
