/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.rule.DegradedPartitions;
import dev.sluice.core.policy.rule.StaleVersions;
import dev.sluice.core.policy.rule.TooManyDeletedRows;
import dev.sluice.core.policy.rule.TooMuchToRemove;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IcebergMaintenancePresetTest {

    private static final Preset PRESET = Presets.named("iceberg-partition-compaction-and-maintenance-gate");

    @Test
    void its_defaults_are_those_of_job_2() {
        Expiry expiry = new Expiry(RemovalMode.DRY_RUN, Duration.ofDays(7), 1, true);
        assertThat(iceberg(Map.of()))
                .isEqualTo(new Policy(
                        "weekly",
                        "iceberg-partition-compaction-and-maintenance-gate",
                        Mode.AUTO,
                        List.of(
                                new DegradedPartitions(0.35),
                                new StaleVersions(expiry, 0.35),
                                new TooMuchToRemove(RemovalMode.DRY_RUN)),
                        Bytes.ofMebibytes(64),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(0.35),
                        Optional.empty(),
                        new Retention(Duration.ofDays(3)),
                        RemovalMode.DRY_RUN,
                        Optional.of(expiry),
                        Optional.empty(),
                        false,
                        Pace.DEFAULT,
                        Proof.CONTENT,
                        Optional.empty()));
        assertThat(Policy.DEFAULT_TARGET).isEqualTo(Bytes.ofMebibytes(128));
    }

    @Test
    void its_inputs_are_those_of_job_2_each_an_alias_of_a_general_key() {
        assertThat(PRESET.keys())
                .extracting(k -> "%s | %s | %s | %s | %s"
                        .formatted(
                                k.name(),
                                k.alias().orElse("-"),
                                k.type(),
                                k.fallback().orElse("-"),
                                k.floor()))
                .containsExactly(
                        "small-file | small_file_threshold_mb | size | 64MB | 1 B",
                        "fragmentation-ratio | fragmentation_ratio_threshold | ratio | 0.35 | above 0",
                        "target-file | target_file_mb | size | 128MB | the small-file limit",
                        "retention | snapshot_retention_days | duration | 7d | 1d",
                        "retain-last | - | count | 1 | 1",
                        "expire-mode | expire_mode | DRY_RUN | APPLY | DRY_RUN | ",
                        "expire-when | - | degraded | always | degraded | ",
                        "orphan-mode | - | OFF | DRY_RUN | APPLY | DRY_RUN | ",
                        "orphan-age | - | duration | 3d | 24h",
                        "max-deleted-rows-percent | - | percent | - | above 0",
                        "where | - | filter | - | ",
                        "mode | - | plan | ask | auto | auto | ",
                        "take-over | - | true | false | false | ",
                        "verify | - | counts | content | content | ",
                        "other-writers | - | conditional-put | dynamodb | none-while-running | - | ",
                        "engine | - | embedded | embedded | ",
                        "commit-bytes | - | size | - | 1 B",
                        "max-bytes-per-run | - | size | - | 1 B",
                        "max-run-time | - | duration | - | 1m",
                        "quiet | - | duration | - | 0m",
                        "window | - | HH:MM-HH:MM | - | ",
                        "yield | - | true | false | - | ");
        assertThat(PRESET.keys())
                .allSatisfy(k -> assertThat(k.meaning()).isNotBlank().doesNotEndWith("."));
    }

    @Test
    void every_input_reaches_the_policy_under_its_own_name() {
        Policy policy = iceberg(Map.of(
                "small_file_threshold_mb", "16",
                "fragmentation_ratio_threshold", "0.5",
                "target_file_mb", "256",
                "snapshot_retention_days", "3",
                "retain-last", "5",
                "expire_mode", "APPLY",
                "expire-when", "always",
                "orphan-mode", "APPLY",
                "orphan-age", "48h",
                "max-deleted-rows-percent", "15"));

        Expiry expiry = new Expiry(RemovalMode.APPLY, Duration.ofDays(3), 5, false);
        assertThat(policy.smallFile()).isEqualTo(Bytes.ofMebibytes(16));
        assertThat(policy.targetFile()).contains(Bytes.ofMebibytes(256));
        assertThat(policy.degradedFrom()).hasValue(0.5);
        assertThat(policy.expiry()).contains(expiry);
        assertThat(policy.retention().keepFor()).isEqualTo(Duration.ofHours(48));
        assertThat(policy.vacuumMode()).isEqualTo(RemovalMode.APPLY);
        assertThat(policy.rules())
                .containsExactly(
                        new DegradedPartitions(0.5),
                        new StaleVersions(expiry, 0.5),
                        new TooMuchToRemove(RemovalMode.APPLY),
                        new TooManyDeletedRows(15));
    }

    @Test
    void on_a_delta_table_the_log_is_left_to_delta_and_expiry_is_the_clean_up_of_unreferenced_files() {
        Policy policy = delta(Map.of("snapshot_retention_days", "14", "expire_mode", "APPLY"));

        assertThat(policy.expiry()).isEmpty();
        assertThat(policy.retention().keepFor()).isEqualTo(Duration.ofDays(14));
        assertThat(policy.vacuumMode()).isEqualTo(RemovalMode.APPLY);
        assertThat(policy.rules())
                .containsExactly(new DegradedPartitions(0.35), new TooMuchToRemove(RemovalMode.APPLY));
    }

    @Test
    void on_a_delta_table_the_retention_has_the_floor_of_delta() {
        assertThatThrownBy(() -> delta(Map.of("snapshot_retention_days", "6")))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("snapshot_retention_days is 144 h; for a table of the format delta it must be at"
                        + " least 168 h, since readers and writers that are still running would lose files.");
        assertThat(iceberg(Map.of("snapshot_retention_days", "6"))
                        .expiry()
                        .orElseThrow()
                        .keepFor())
                .isEqualTo(Duration.ofDays(6));
    }

    @ParameterizedTest
    @CsvSource({
        "fragmentation_ratio_threshold, 0, it must be a number above 0 and up to 1",
        "fragmentation_ratio_threshold, 1.5, it must be a number above 0 and up to 1",
        "snapshot_retention_days, 0, it must be at least 1",
        "retention, 23h, it must be at least 24 h",
        "orphan-age, 23h, it must be at least 24 h",
        "retain-last, 0, it must be at least 1",
        "expire_mode, OFF, it must be DRY_RUN or APPLY",
        "small_file_threshold_mb, 129, it must be at least small_file_threshold_mb"
    })
    void a_wrong_value_is_refused_with_what_is_allowed(String key, String value, String why) {
        assertThatThrownBy(() -> iceberg(Map.of(key, value))).hasMessageContaining(why);
    }

    @Test
    void it_is_not_for_tables_of_another_format() {
        assertThatThrownBy(() -> PRESET.policy("weekly", "lance", List.of()))
                .hasMessageContaining(
                        "The preset is for tables of the format iceberg and delta, and this one is of the format lance.");
    }

    private static Policy iceberg(Map<String, String> inputs) {
        return PRESET.policy("weekly", inputs);
    }

    private static Policy delta(Map<String, String> inputs) {
        return PRESET.policy("weekly", "delta", List.of(inputs));
    }
}
