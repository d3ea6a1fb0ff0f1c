/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.Approvers.YES;
import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.WRITTEN;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.testing.TableBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Old versions are listed, and forgotten only where the gate says so, after what is less final. */
class ExpiryTest {

    private static final Expirable THREE = new Expirable(
            List.of(version(11), version(12), version(13)),
            5,
            1,
            7,
            Bytes.ofMebibytes(9),
            Optional.of(version(14)),
            Optional.empty());

    private final TestGate test = new TestGate(fragmented());

    private static Expirable.Version version(long id) {
        return new Expirable.Version(id, WRITTEN.minus(Duration.ofDays(30 - id)));
    }

    private static TableBuilder fragmented() {
        return aTable().inPartition("day", "1")
                .withFiles(10, Bytes.ofMebibytes(1))
                .inPartition("day", "2")
                .withFiles(10, Bytes.ofMebibytes(100));
    }

    private static Policy policy(String... inputs) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < inputs.length; i += 2) {
            given.put(inputs[i], inputs[i + 1]);
        }
        return Presets.named("iceberg-partition-compaction-and-maintenance-gate")
                .policy("weekly", given);
    }

    @Test
    void only_the_degraded_partition_is_compacted_and_then_versions_are_forgotten() {
        test.format.remembers(THREE);

        RunReport report = test.gate().pass(ORDERS, policy("expire_mode", "APPLY"), YES);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(test.events).containsSubsequence("compacts, as approved by ada", "expires, as approved by ada");
        assertThat(report.plan().orElseThrow().steps())
                .filteredOn(Step.Compact.class::isInstance)
                .singleElement()
                .satisfies(step -> assertThat(((Step.Compact) step).inputs()).isEqualTo(10));
        assertThat(report.expiration().orElseThrow().versions())
                .extracting(Expirable.Version::id)
                .containsExactly(11L, 12L, 13L);
        JsonNode outputs = ReportJson.of(report).get("outputs");
        assertThat(outputs.at("/expire/versions_expired").asInt()).isEqualTo(3);
        assertThat(outputs.at("/expire/data_files_deleted").asInt()).isEqualTo(6);
        assertThat(outputs.at("/scorecard/small_files_eliminated").asInt()).isEqualTo(9);
        assertThat(outputs.at("/scorecard/measured_speedup_factor").asDouble()).isEqualTo(10.0);
        assertThat(outputs.at("/assess/fragmented_partition_count").asInt()).isEqualTo(1);
        assertThat(outputs.has("orphans")).isTrue();
        assertThat(outputs.has("vacuum")).isFalse();
    }

    @Test
    void a_dry_run_lists_versions_files_and_bytes_and_forgets_none() {
        test.format.remembers(THREE);

        RunReport report = test.gate().pass(ORDERS, policy(), YES);

        assertThat(test.events).noneMatch(event -> event.startsWith("expires"));
        JsonNode expire = ReportJson.of(report).at("/outputs/expire");
        assertThat(expire.get("eligible_versions").asInt()).isEqualTo(3);
        assertThat(expire.get("eligible_files").asInt()).isEqualTo(6);
        assertThat(expire.get("eligible_bytes").asLong())
                .isEqualTo(Bytes.ofMebibytes(9).count());
        assertThat(expire.get("versions_expired").asInt()).isZero();
    }

    @Test
    void where_no_partition_is_degraded_nothing_is_changed() {
        TestGate healthy = new TestGate(aTable().withFiles(10, Bytes.ofMebibytes(100)));
        healthy.format.remembers(THREE);

        RunReport report = healthy.gate().pass(ORDERS, policy("expire_mode", "APPLY"), YES);

        assertThat(report.status()).isEqualTo(Status.HEALTHY);
        assertThat(healthy.events).noneMatch(event -> event.contains("approved"));
    }

    @Test
    void versions_are_forgotten_on_their_own_where_the_gate_says_always() {
        TestGate healthy = new TestGate(aTable().withFiles(10, Bytes.ofMebibytes(100)));
        healthy.format.remembers(THREE);

        RunReport report = healthy.gate().pass(ORDERS, policy("expire_mode", "APPLY", "expire-when", "always"), YES);

        assertThat(report.status()).isEqualTo(Status.CLEANED);
        assertThat(healthy.gate()
                        .pass(ORDERS, policy("expire_mode", "APPLY", "expire-when", "always"), YES)
                        .status())
                .as("a second run does nothing")
                .isEqualTo(Status.HEALTHY);
    }

    @Test
    void nothing_is_forgotten_when_the_compaction_before_it_did_not_end_well() {
        test.format.remembers(THREE);
        test.format.script().ends(new StepOutcome.Unknown("Nobody can tell."));

        RunReport report = test.gate().pass(ORDERS, policy("expire_mode", "APPLY"), YES);

        assertThat(report.status()).isEqualTo(Status.UNKNOWN);
        assertThat(test.events).noneMatch(event -> event.startsWith("expires"));
    }

    @Test
    void a_failed_expiry_leaves_the_compaction_in_place() {
        test.format.remembers(THREE);
        test.format.script().after(() -> {});
        test.format.script().fails(new GateException(Fault.STORAGE, ORDERS.toString(), "The store does not answer."));

        RunReport report = test.gate().pass(ORDERS, policy("expire_mode", "APPLY"), YES);

        assertThat(report.status()).isEqualTo(Status.PARTIAL);
        assertThat(test.format.newest().dataFiles()).hasSize(11);
    }
}
