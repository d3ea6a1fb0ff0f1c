/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PresetsTest {

    @Test
    void a_preset_is_found_by_its_name() {
        assertThat(Presets.all())
                .extracting(Preset::name)
                .containsExactly("delta-lake-table-health-gate", "iceberg-partition-compaction-and-maintenance-gate");
        assertThat(Presets.all())
                .allSatisfy(p -> assertThat(Presets.named(p.name())).isSameAs(p));
    }

    @Test
    void an_unknown_preset_is_refused_with_the_nearest_or_with_all() {
        assertThatThrownBy(() -> Presets.named("delta-lake-table-health"))
                .hasMessageContaining("There is no preset \"delta-lake-table-health\"; the nearest is"
                        + " delta-lake-table-health-gate.");
        assertThatThrownBy(() -> Presets.named("x"))
                .hasMessageContaining("There is no preset \"x\"; there is delta-lake-table-health-gate,"
                        + " iceberg-partition-compaction-and-maintenance-gate.");
    }

    @Test
    void every_default_of_every_preset_can_be_read_under_the_general_name() {
        for (Preset preset : Presets.all()) {
            assertThat(preset.violations("gate", preset.formats().get(0), List.of()))
                    .isEmpty();
            for (Key<?> key : preset.keys()) {
                key.fallback()
                        .ifPresent(text -> assertThat(preset.violations(
                                        "gate", preset.formats().get(0), List.of(Map.of(key.name(), text))))
                                .as(key.name())
                                .isEmpty());
            }
        }
    }

    @Test
    void no_two_settings_of_a_preset_share_a_name() {
        for (Preset preset : Presets.all()) {
            Set<String> seen = new HashSet<>();
            for (Key<?> key : preset.keys()) {
                assertThat(key.names().map(name -> name.replace('_', '-')).distinct())
                        .as(key.name())
                        .allMatch(seen::add);
            }
            assertThat(seen).doesNotContainAnyElementsOf(preset.notYet().keySet());
        }
    }

    @Test
    void every_general_key_is_one_of_those_that_the_semantics_name() {
        assertThat(Presets.generalKeys())
                .extracting(key -> "%s | %s | %s | %s"
                        .formatted(key.name(), key.type(), key.fallback().orElse("-"), key.floor()))
                .containsExactly(
                        "small-file | size | - | 1 B",
                        "min-small-files | count | - | 1",
                        "small-file-ratio | ratio | - | 0",
                        "fragmentation-ratio | ratio | - | above 0",
                        "target-file | size | - | the small-file limit",
                        "max-deleted-rows-percent | percent | - | above 0",
                        "fragments | count | - | 1",
                        "critical-fragments | count | - | fragments",
                        "tombstone-percent | percent | - | above 0",
                        "target-rows | count | - | 1",
                        "consecutive-runs | count | - | 1",
                        "pending-files | count | - | 1",
                        "pending-bytes | size | - | 1 B",
                        "max-wait | duration | - | 0m",
                        "retention | duration | - | 1d",
                        "retain-last | count | - | 1",
                        "expire-mode | DRY_RUN | APPLY | - | ",
                        "vacuum-mode | DRY_RUN | APPLY | - | ",
                        "orphan-mode | OFF | DRY_RUN | APPLY | - | ",
                        "orphan-age | duration | - | 24h",
                        "expire-when | degraded | always | - | ",
                        "max-versions | count | - | 1",
                        "where | filter | - | ",
                        "engine | embedded | embedded | ",
                        "mode | plan | ask | auto | - | ",
                        "verify | counts | content | - | ",
                        "quiet | duration | - | 0m",
                        "window | HH:MM-HH:MM | - | ",
                        "max-bytes-per-run | size | - | 1 B",
                        "commit-bytes | size | 20GiB | 1 B",
                        "max-run-time | duration | - | 1m",
                        "yield | true | false | true | ",
                        "take-over | true | false | false | ",
                        "other-writers | conditional-put | dynamodb | none-while-running | - | ");
    }

    @Test
    void a_preset_takes_every_general_key_or_says_why_not() {
        assertThat(Presets.all())
                .allSatisfy(preset -> assertThat(Presets.generalKeys())
                        .allSatisfy(key -> assertThat(preset.keys().stream().anyMatch(own -> own.isNamed(key.name()))
                                        ^ preset.notYet().containsKey(key.name().replace('-', '_')))
                                .as("%s of %s", key.name(), preset.name())
                                .isTrue()));
    }
}
