/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.TestGate.nightly;
import static dev.sluice.core.TestGate.partitions;
import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Another writer may make a table forget the version that is being looked at: the newest is looked at instead. */
class ForgottenVersionTest {

    private static final Policy WEEKLY = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
            .policy("weekly", Map.of("expire_mode", "APPLY", "orphan_mode", "APPLY"));

    private final TestGate bench = new TestGate(partitions(1));

    @ParameterizedTest
    @CsvSource({"inspect, 1", "inspect, 2", "leftovers, 1", "leftovers, 2", "expirable, 1", "expirable, 2"})
    void a_run_looks_again(String look, int times) {
        bench.format.forgetsDuring(look, times);

        RunReport report = bench.gate().pass(ORDERS, WEEKLY, YES);

        assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
        assertThat(report.failure()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "leftovers", "expirable"})
    void also_after_its_commit(String look) {
        bench.format.script().after(() -> bench.format.forgetsDuring(look, 2));

        RunReport report = bench.gate().pass(ORDERS, WEEKLY, YES);

        assertThat(bench.eventsOf("compacts")).hasSize(1);
        assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "leftovers", "expirable"})
    void a_plan_and_an_assessment_look_again(String look) {
        bench.format.forgetsDuring(look, 2);

        assertThat(bench.gate().plan(ORDERS, WEEKLY).plan().steps()).isNotEmpty();

        bench.format.forgetsDuring("inspect", 2);

        assertThat(bench.gate().assess(ORDERS, nightly()).health().files()).isEqualTo(12);
    }

    @Test
    void a_table_that_forgets_faster_than_it_can_be_read_is_told_as_that() {
        bench.format.forgetsDuring("leftovers", 3);

        assertThatThrownBy(() -> bench.gate().plan(ORDERS, WEEKLY))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERSION_FORGOTTEN));
    }

    @Test
    void a_step_that_is_done_again_has_its_number_whatever_others_begin_with_its_name() {
        bench.format.forgetsDuring("expirable", 1);

        RunReport report = bench.gate().pass(ORDERS, WEEKLY, YES);

        assertThat(report.steps().stream().map(StepRecord::name).filter(name -> name.startsWith("list")))
                .containsExactly("list", "list-versions", "list-2", "list-versions-2");
    }
}
