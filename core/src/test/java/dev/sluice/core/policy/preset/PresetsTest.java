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
}
