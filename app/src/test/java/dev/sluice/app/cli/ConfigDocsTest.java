/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.ConfigShape;
import dev.sluice.app.config.shape.Setting;
import dev.sluice.core.policy.preset.Key;
import dev.sluice.core.policy.preset.Preset;
import dev.sluice.core.policy.preset.Presets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages and the schema of the configuration are what the program reads by. */
class ConfigDocsTest {

    private static final Path SAMPLE = Path.of("../docs/reference/sluice.yaml");

    @Test
    void the_schema_for_editors_is_the_programs_own() {
        Golden.document(
                "docs/reference/config.schema.json", ConfigShape.schema().toPrettyString() + "\n");
    }

    @Test
    void the_page_lists_every_key() {
        StringBuilder page = new StringBuilder("""
                # Configuration

                Written by `./dev docs` from the program itself. One YAML 1.2 file: `sluice.yaml` in the working folder, or what
                `--config` or `SLUICE_CONFIG` names. [sluice.yaml](sluice.yaml) has something of everything; its first line lets an
                editor check it by [config.schema.json](config.schema.json). `sluice config check` says what is in force and where
                each value came from, or everything that is wrong at once.

                - A key is written with `-` or with `_`.
                - Sizes and durations carry units: `32MB` (MB is MiB), `7d`, `168h`, `30m`, `45s`.
                - A secret never stands in the file: it is `${env:NAME}` or `${file:/path}`, is read at each use, and is printed as
                  that reference. `${env:NAME}` may stand in other values too.
                - What holds: the program's own value, before it the preset, before that `defaults`, the gate, and first of all
                  `--set` for one run. `notify` under `defaults` speaks for gates of a preset that has `notify_slack` only where the
                  gate itself says `notify_slack: true`.
                - `sluice run NAME` means the gate of that name; a table in a folder of the same name is written `./NAME`.

                | key | type | default | meaning |
                | --- | --- | --- | --- |
                """);
        ConfigShape.settings().forEach(setting -> list("", setting, page));
        page.append("""

                ## Inputs of presets

                They stand beside the other keys of a gate, or under `defaults`.

                | key | type | default | least | meaning |
                | --- | --- | --- | --- | --- |
                """);
        Presets.generalKeys()
                .forEach(key -> page.append(
                        row(key.name(), key.type(), key.fallback().orElse(""), key.floor(), key.meaning())));
        Presets.all().forEach(preset -> list(preset, page));
        Golden.document("docs/reference/config.md", page.toString());
    }

    private static void list(String above, Setting<?> setting, StringBuilder page) {
        String fallback =
                setting.required() ? "required" : setting.shownFallback().orElse("");
        String others = setting.aliases().isEmpty() ? "" : "; also " + String.join(", ", setting.aliases());
        page.append(row(above + setting.name(), setting.shape().type(), fallback, setting.meaning() + others));
        boolean named = setting.shape().type().startsWith("names");
        boolean listed = setting.shape().type().startsWith("list");
        String below = above + setting.name() + (named ? ".NAME." : listed ? "[]." : ".");
        setting.shape().settings().forEach(each -> list(below, each, page));
    }

    private static void list(Preset preset, StringBuilder page) {
        page.append("\n### Preset `%s`\n\n%s Its schedule, off until its owner switches it on: `%s`.\n\n"
                .formatted(preset.name(), preset.summary(), preset.schedule().orElse("none")));
        page.append("| key | its name in the preset | default |\n| --- | --- | --- |\n");
        for (Key<?> key : preset.keys()) {
            page.append(row(key.name(), key.alias().orElse(""), key.fallback().orElse("")));
        }
        page.append("\nNot among its inputs:\n\n");
        preset.notYet().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> page.append("- `%s`: %s\n".formatted(each.getKey(), each.getValue())));
    }

    private static String row(String key, String... cells) {
        StringBuilder row = new StringBuilder("| `" + key + "` |");
        for (String cell : cells) {
            row.append(" ").append(cell.replace("|", "\\|")).append(" |");
        }
        return row.append("\n").toString();
    }

    @Test
    void the_sample_is_sound_by_the_schema_and_by_the_program() throws IOException {
        String sample = Files.readString(SAMPLE);
        Map<String, String> environment = Map.of("SLACK_WEBHOOK_URL", "https://hooks.slack.com/x");

        assertThat(sample).startsWith("# yaml-language-server: $schema=config.schema.json\n");
        assertThat(complaints(sample)).isEmpty();
        assertThat(ConfigFile.read(SAMPLE, "sluice.yaml", environment, false).problems())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gate: {}",
                "state: [a]",
                "gates: { a: { table: /a } }",
                "gates: { a: { preset: p, smal-file: 1MB } }",
                "gates: { a: { preset: p, small-file: many } }",
                "gates: { a: { preset: p, small_file_ratio: 1.5 } }",
                "gates: { a: { preset: p, mode: never } }",
                "defaults: { notify: { slack: { webhook: \"https://hooks.slack.com/services/T0/B0/x\" } } }",
                "approval: { expires: soon }"
            })
    void what_the_program_refuses_for_its_form_an_editor_underlines_too(String yaml) throws IOException {
        assertThat(complaints(yaml)).isNotEmpty();
    }

    private static List<com.networknt.schema.Error> complaints(String yaml) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(ConfigShape.schema().toString(), InputFormat.JSON);
        return schema.validate(yaml, InputFormat.YAML);
    }
}
