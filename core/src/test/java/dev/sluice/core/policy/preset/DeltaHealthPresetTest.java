/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.OtherWriters;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Where;
import dev.sluice.core.policy.Window;
import dev.sluice.core.policy.rule.TooManyDeletedRows;
import dev.sluice.core.policy.rule.TooManySmallFiles;
import dev.sluice.core.policy.rule.TooMuchToRemove;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeltaHealthPresetTest {

    private static final Preset PRESET = Presets.named("delta-lake-table-health-gate");

    @Test
    void its_defaults_are_those_of_job_1() {
        assertThat(policy(Map.of()))
                .isEqualTo(new Policy(
                        "nightly",
                        "delta-lake-table-health-gate",
                        Mode.AUTO,
                        List.of(new TooManySmallFiles(10, 0.5), new TooMuchToRemove(RemovalMode.DRY_RUN)),
                        Bytes.ofMebibytes(32),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        new Retention(Duration.ofHours(168)),
                        RemovalMode.DRY_RUN,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Pace.DEFAULT,
                        Proof.CONTENT,
                        Optional.empty()));
    }

    @Test
    void its_inputs_are_those_of_job_1_each_an_alias_of_a_general_key() {
        assertThat(PRESET.keys())
                .extracting(k -> "%s | %s | %s | %s | %s"
                        .formatted(
                                k.name(),
                                k.alias().orElse("-"),
                                k.type(),
                                k.fallback().orElse("-"),
                                k.floor()))
                .containsExactly(
                        "small-file | small_file_mb | size | 32MB | 1 B",
                        "min-small-files | min_small_files | count | 10 | 1",
                        "small-file-ratio | small_file_ratio | ratio | 0.5 | 0",
                        "target-file | target_file_mb | size | 128MB | the small-file limit",
                        "retention | retention_hours | duration | 168h | 168h",
                        "vacuum-mode | vacuum_mode | DRY_RUN | APPLY | DRY_RUN | ",
                        "max-deleted-rows-percent | - | percent | - | above 0",
                        "where | - | filter | - | ",
                        "mode | - | plan | ask | auto | auto | ",
                        "take-over | - | true | false | false | ",
                        "other-writers | - | conditional-put | dynamodb | none-while-running | - | ",
                        "verify | - | counts | content | content | ",
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
        Policy policy = policy(Map.of(
                "small_file_mb", "16",
                "min_small_files", "3",
                "small_file_ratio", "0.25",
                "target_file_mb", "256",
                "retention_hours", "200",
                "vacuum_mode", "DRY_RUN",
                "max-deleted-rows-percent", "15%",
                "where", "day >= today - 7d",
                "mode", "ask",
                "take_over", "true"));

        assertThat(policy)
                .isEqualTo(new Policy(
                        "nightly",
                        "delta-lake-table-health-gate",
                        Mode.ASK,
                        List.of(
                                new TooManySmallFiles(3, 0.25),
                                new TooMuchToRemove(RemovalMode.DRY_RUN),
                                new TooManyDeletedRows(15)),
                        Bytes.ofMebibytes(16),
                        Optional.of(Bytes.ofMebibytes(256)),
                        OptionalDouble.of(15),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        new Retention(Duration.ofHours(200)),
                        RemovalMode.DRY_RUN,
                        Optional.empty(),
                        Optional.of(new Where("day >= today - 7d")),
                        true,
                        Pace.DEFAULT,
                        Proof.CONTENT,
                        Optional.empty()));
    }

    @Test
    void every_general_key_reaches_the_policy_too() {
        Policy policy = policy(Map.of(
                "small-file", "512KB",
                "min-small-files", "3",
                "small-file-ratio", "0",
                "target-file", "1.5 GiB",
                "retention", "14d",
                "vacuum-mode", "apply",
                "mode", "PLAN",
                "take-over", "false"));

        assertThat(policy.smallFile()).isEqualTo(Bytes.ofKibibytes(512));
        assertThat(policy.rules()).containsExactly(new TooManySmallFiles(3, 0), new TooMuchToRemove(RemovalMode.APPLY));
        assertThat(policy.vacuumMode()).isEqualTo(RemovalMode.APPLY);
        assertThat(policy.targetFile()).contains(Bytes.ofMebibytes(1536));
        assertThat(policy.retention()).isEqualTo(new Retention(Duration.ofDays(14)));
        assertThat(policy.mode()).isEqualTo(Mode.PLAN);
        assertThat(policy.takeOver()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "conditional-put, CONDITIONAL_PUT",
        "none-while-running, NONE_WHILE_RUNNING",
        "None_While_Running, NONE_WHILE_RUNNING"
    })
    void what_the_owner_says_of_other_writers_reaches_the_policy(String text, OtherWriters stated) {
        assertThat(policy(Map.of("other-writers", text)).otherWriters()).contains(stated);
        assertThat(policy(Map.of()).otherWriters()).isEmpty();
    }

    @Test
    void how_gently_it_works_is_the_owners_word() {
        Policy policy = policy(Map.of(
                "commit-bytes", "1GiB",
                "max-bytes-per-run", "10GiB",
                "max-run-time", "90m",
                "quiet", "30m",
                "window", "22:00-05:30",
                "yield", "false"));

        assertThat(policy.pace())
                .isEqualTo(new Pace(
                        Bytes.ofGibibytes(1),
                        Optional.of(Bytes.ofGibibytes(10)),
                        Optional.of(Duration.ofMinutes(90)),
                        Optional.of(Duration.ofMinutes(30)),
                        Optional.of(new Window(LocalTime.of(22, 0), LocalTime.of(5, 30))),
                        false));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        small_file_mb, 33554432B
        small_file_mb, 32
        small-file-mb, 32
        small-file-mb, 32MB
        small-file,    32 MiB
        small-file,    32768K
        small_file,    0.03125g
        """)
    void a_size_can_be_given_in_any_unit_and_under_either_name(String key, String text) {
        assertThat(policy(Map.of(key, text)).smallFile()).isEqualTo(Bytes.ofMebibytes(32));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        retention_hours, 336
        retention-hours, 14d
        retention,       336h
        retention,       20160m
        retention,       1209600 s
        """)
    void a_duration_can_be_given_in_any_unit_and_under_either_name(String key, String text) {
        assertThat(policy(Map.of(key, text)).retention().keepFor()).isEqualTo(Duration.ofDays(14));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        small_file_mb            | 0        | small_file_mb is "0"; it must be at least 1.
        small_file_mb            | 0.4      | small_file_mb is "0.4"; it must be a whole number or carry a unit, like 512KB.
        small_file_mb            | -1       | small_file_mb is "-1"; it must be a size, like 32MB.
        small_file_mb            | many     | small_file_mb is "many"; it must be a size, like 32MB.
        small_file_mb            | 9999999999999999 | small_file_mb is "9999999999999999"; it must be a size, like 32MB.
        small-file               | 32       | small-file is "32"; it needs a unit, like 32MB.
        small-file               | 0MB      | small-file is "0MB"; it must be at least 1.
        min_small_files          | 0        | min_small_files is "0"; it must be at least 1.
        min_small_files          | 1.5      | min_small_files is "1.5"; it must be a whole number.
        min_small_files          | -3       | min_small_files is "-3"; it must be a whole number.
        small_file_ratio         | 1.01     | small_file_ratio is "1.01"; it must be a number from 0 to 1, like 0.5.
        small_file_ratio         | -0.1     | small_file_ratio is "-0.1"; it must be a number from 0 to 1, like 0.5.
        small_file_ratio         | NaN      | small_file_ratio is "NaN"; it must be a number from 0 to 1, like 0.5.
        small_file_ratio         | 50%      | small_file_ratio is "50%"; it must be a number from 0 to 1, like 0.5.
        max-deleted-rows-percent | 0        | max-deleted-rows-percent is "0"; it must be a number above 0 and up to 100, like 15.
        max-deleted-rows-percent | 101      | max-deleted-rows-percent is "101"; it must be a number above 0 and up to 100, like 15.
        target_file_mb           | 31       | target_file_mb is 31.0 MiB; it must be at least small_file_mb, which is 32.0 MiB.
        small_file_mb            | 129      | target_file_mb is 128.0 MiB; it must be at least small_file_mb, which is 129.0 MiB.
        retention_hours          | 167      | retention_hours is "167"; it must be at least 168 h, since readers and writers that are still running would lose files.
        retention                | 6d       | retention is "6d"; it must be at least 168 h, since readers and writers that are still running would lose files.
        retention                | 168      | retention is "168"; it needs a unit, like 7d or 168h.
        retention_hours          | a week   | retention_hours is "a week"; it must be a length of time, like 7d or 168h.
        vacuum_mode              | OFF      | vacuum_mode is "OFF"; it must be DRY_RUN or APPLY.
        commit-bytes             | 20       | commit-bytes is "20"; it needs a unit, like 32MB.
        max-bytes-per-run        | 0GB      | max-bytes-per-run is "0GB"; it must be at least 1.
        max-run-time             | 59s      | max-run-time is "59s"; it must be at least 1 min.
        quiet                    | 30       | quiet is "30"; it needs a unit, like 30m or 2h.
        window                   | 22:00    | window is "22:00"; it must be two times of day in UTC, like 22:00-05:30.
        window                   | 22-5     | window is "22-5"; it must be two times of day in UTC, like 22:00-05:30.
        window                   | 24:00-05:00 | window is "24:00-05:00"; it must be two times of day in UTC, like 22:00-05:30.
        window                   | 03:00-03:00 | window is "03:00-03:00"; it must not begin and end at the same minute.
        yield                    | maybe    | yield is "maybe"; it must be true or false.
        mode                     | never    | mode is "never"; it must be plan, ask or auto.
        other-writers            | dynamodb | other-writers is "dynamodb"; Sluice does not speak the protocol of the DynamoDB log store, so a table that is written through it may be assessed and not changed.
        other-writers            | none     | other-writers is "none"; it must be conditional-put or none-while-running.
        take-over                | yes      | take-over is "yes"; it must be true or false.
        where                    | day >    | where is "day >"; at position 6: expected a value, found the end.
        demo_mode                | true     | demo_mode cannot be set here: it belongs to a gate of the configuration, or call `sluice demo`.
        table-uri                | s3://a/b | table-uri cannot be set here: it belongs to a gate of the configuration, or name the table as the command's argument.
        notify_slack             | false    | notify_slack cannot be set here: it belongs to a gate of the configuration.
        fragments                | 5        | fragments cannot be set here: this preset goes by small_file_ratio and max-deleted-rows-percent.
        orphan-mode              | OFF      | orphan-mode cannot be set here: on Delta tables vacuum_mode and retention say it.
        engine                   | spark    | engine is "spark"; it must be embedded, as Sluice hands nothing to Spark yet.
        smal_file_mb             | 32       | smal_file_mb is not known; the nearest known input is small_file_mb.
        min-smal-file            | 32       | min-smal-file is not known; the nearest known input is min-small-files.
        Retention-Hour           | 168      | Retention-Hour is not known; the nearest known input is retention_hours.
        frobnicate               | 1        | frobnicate is not known; known are small-file, small_file_mb, min-small-files, min_small_files, small-file-ratio, small_file_ratio, target-file, target_file_mb, retention, retention_hours, vacuum-mode, vacuum_mode, max-deleted-rows-percent, where, mode, take-over, other-writers, verify, engine, commit-bytes, max-bytes-per-run, max-run-time, quiet, window, yield.
        """)
    void a_wrong_input_is_refused_with_its_name_its_value_and_what_is_allowed(String key, String text, String why) {
        assertThatThrownBy(() -> policy(Map.of(key, text))).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.reason()).isEqualTo(why);
            assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID);
            assertThat(e.subject()).isEqualTo("nightly");
        });
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        small-file,      32MB, small_file_mb,   32, small-file and small_file_mb are the same setting; give only one of them.
        min-small-files, 10,   min_small_files, 10, min-small-files and min_small_files are the same setting; give only one of them.
        retention,       7d,   retention-hours, 1,  retention and retention-hours are the same setting; give only one of them.
        """)
    void both_names_of_one_setting_at_once_are_refused(
            String key, String text, String alias, String aliasText, String why) {
        assertThatThrownBy(() -> policy(Map.of(key, text, alias, aliasText))).hasMessageContaining(why);
    }

    @Test
    void everything_that_is_wrong_is_named_together() {
        Map<String, String> wrong = Map.of(
                "small_file_mb", "0",
                "small_file_ratio", "2",
                "retention_hours", "1",
                "vacuum_mode", "NEVER",
                "notify_slack", "true",
                "colour", "blue");

        assertThatThrownBy(() -> policy(wrong))
                .isInstanceOfSatisfying(
                        GateException.class,
                        e -> assertThat(e.reason())
                                .contains(
                                        "small_file_mb is \"0\"",
                                        "small_file_ratio is \"2\"",
                                        "retention_hours is \"1\"",
                                        "vacuum_mode is \"NEVER\"",
                                        "notify_slack cannot be set here",
                                        "colour is not known"));
        assertThat(PRESET.violations("nightly", "delta", List.of(wrong)))
                .extracting(Violation::spelling)
                .containsExactlyInAnyOrder(
                        "small_file_mb",
                        "small_file_ratio",
                        "retention_hours",
                        "vacuum_mode",
                        "notify_slack",
                        "colour");
    }

    @Test
    void a_target_is_not_held_against_a_small_file_limit_that_cannot_be_read() {
        assertThat(PRESET.violations(
                        "nightly", "delta", List.of(Map.of("small_file_mb", "lots", "target_file_mb", "16"))))
                .extracting(Violation::spelling)
                .containsExactly("small_file_mb");
    }

    @Test
    void an_override_for_one_run_goes_before_the_gate_under_whichever_name() {
        Policy policy = PRESET.policy(
                "nightly",
                "delta",
                List.of(Map.of("small-file", "64MB", "min-small-files", "4"), Map.of("small_file_mb", "16")));

        assertThat(policy.smallFile()).isEqualTo(Bytes.ofMebibytes(16));
        assertThat(policy.rules()).contains(new TooManySmallFiles(4, 0.5));
    }

    @Test
    void a_gate_needs_a_name() {
        assertThatThrownBy(() -> PRESET.policy(" ", Map.of())).hasMessageContaining("A gate needs a name.");
    }

    @Test
    void the_tables_own_target_goes_before_the_presets_and_after_the_owners() {
        var plain = aTable().build();
        var asking = aTable().preferringFilesOf(Bytes.ofMebibytes(64)).build();

        assertThat(policy(Map.of()).targetFor(plain)).isEqualTo(Bytes.ofMebibytes(128));
        assertThat(policy(Map.of()).targetFor(asking)).isEqualTo(Bytes.ofMebibytes(64));
        assertThat(policy(Map.of("target_file_mb", "256")).targetFor(asking)).isEqualTo(Bytes.ofMebibytes(256));
    }

    private static Policy policy(Map<String, String> inputs) {
        return PRESET.policy("nightly", inputs);
    }
}
