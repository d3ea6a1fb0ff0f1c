/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.app.config.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a configuration file, word for word. */
class ConfigGoldenTest {

    private static final String MISTAKES = """
            catalog:
              lakehouse: { type: rest }
            storage:
              - prefix: s3://lake/
                credentials: { type: static, access-key: AKIAIOSFODNN7, secret-key: "${env:LAKE_SECRET}" }
            defaults:
              small-file: 64
            gates:
              orders:
                table: delta:/lake/orders
                preset: delta-lake-table-health-gate
                target-file: 16MB
                small_file_ratio: 1.5
                retenton: 7d
              customers:
                table: delta:/lake/customers
                tables: delta:/lake/**
                preset: delta-lake-table-health-gate
                triggers: { schedule: { cron: "0 3 31 2 *" } }
              clicks:
                table: iceberg:lakehouse/web.clicks
                preset: delta-lake-table-health-gat
            approval: { expires: a week }
            """;

    @TempDir
    private Path folder;

    private Terminal terminal = new Terminal(Path.of("/"));
    private final StringBuilder page = new StringBuilder();

    @BeforeEach
    void has_a_working_folder() {
        terminal = new Terminal(folder);
    }

    private void write(String yaml) {
        write("sluice.yaml", yaml);
    }

    private void write(String name, String yaml) {
        try {
            Files.writeString(folder.resolve(name), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Terminal.Ending says(String... args) {
        Terminal.Ending ending = terminal.run(args);
        page.append(page.isEmpty() ? "" : "\n").append(ending.transcript());
        return ending;
    }

    private void holds(String name) {
        Golden.holds(name, page.toString().replace(folder.toString(), "/home/ada"));
    }

    @Test
    void ten_different_mistakes_are_ten_messages_each_with_its_place() {
        write(MISTAKES);

        Terminal.Ending ending = says("config", "check");
        JsonNode json = Json.only(says("config", "check", "--json"));
        says("assess", "delta:/lake/orders");

        assertThat(ending.exit()).isEqualTo(78);
        assertThat(ending.err().lines().filter(line -> line.matches("sluice\\.yaml:\\d+:\\d+: .*")))
                .hasSize(10)
                .doesNotHaveDuplicates();
        assertThat(json.at("/problems")).hasSize(10);
        assertThat(json.at("/problems").findValuesAsText("key")).doesNotHaveDuplicates();
        assertThat(page.toString()).doesNotContain("AKIAIOSFODNN7");
        holds("config-mistakes.txt");
    }

    @Test
    void a_sound_file_is_told_with_where_each_value_came_from() {
        terminal.environment.put("CATALOG_TOKEN", "hunter2");
        terminal.environment.put("SMALL", "8MB");
        write("""
                catalogs:
                  lakehouse: { type: rest, uri: "https://catalog.example", credentials: "${env:CATALOG_TOKEN}" }
                defaults: { retention: 14d }
                gates:
                  orders:
                    table: delta:/lake/orders
                    preset: delta-lake-table-health-gate
                    small-file: ${env:SMALL}
                    triggers: { schedule: { enabled: true } }
                """);

        Terminal.Ending ending = says("config", "check");
        says("config", "check", "--json");

        assertThat(ending.exit()).isZero();
        assertThat(page.toString()).doesNotContain("hunter2");
        holds("config-check.txt");
    }

    @Test
    void the_file_is_the_one_that_was_named_or_the_usual_one() {
        says("config", "check");
        says("config", "check", "--config", "gone.yaml");
        write("other.yaml", "gate: {}");
        says("config", "check", "--config", "other.yaml");
        terminal.environment.put("SLUICE_CONFIG", "other.yaml");
        says("config", "check");
        write("approval: { expires: 1h }");
        says("config", "check", "--config", "sluice.yaml");
        holds("config-file.txt");
    }

    @Test
    void what_cannot_be_reached_is_told_with_the_reason() {
        write("approval: { expires: 1h }");
        terminal.parts.connections = List.of(
                new Connection("storage s3://lake", "listed, and something lies there", Optional.empty()),
                new Connection("catalog lakehouse", "", Optional.of("catalog.example:443 cannot be reached: no.")));

        Terminal.Ending ending = says("config", "check", "--connect");
        says("config", "check", "--connect", "--json");
        assertThat(terminal.run("config", "check").out()).doesNotContain("lakehouse");

        assertThat(ending.exit()).isEqualTo(41);
        holds("config-connect.txt");
    }

    @Test
    void the_schema_is_one_object_in_either_voice() {
        JsonNode schema = Json.only(terminal.run("config", "schema"));

        assertThat(schema).isEqualTo(Json.only(terminal.run("config", "schema", "--json")));
        assertThat(schema.at("/$schema").asText()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
    }

    @Test
    void a_configuration_that_is_wrong_stops_what_would_need_it_and_nothing_else() {
        write("gate: {}");

        assertThat(terminal.run("assess", "delta:/lake/orders").exit()).isEqualTo(78);
        assertThat(terminal.run("runs").exit()).isEqualTo(78);
        assertThat(terminal.run("runs", "--state", "state").exit()).isZero();
        assertThat(terminal.run("demo").exit()).isZero();
        assertThat(terminal.run("--help").exit()).isZero();
    }

    @Test
    void the_state_is_where_the_configuration_says_unless_something_nearer_does() {
        write("state: kept");
        terminal.run("runs");
        terminal.environment.put("SLUICE_STATE", "from-the-environment");
        terminal.run("runs");
        terminal.run("runs", "--state", "from-the-call");

        assertThat(terminal.parts.stateFolders)
                .containsExactly(
                        folder.resolve("kept"),
                        folder.resolve("from-the-environment"),
                        folder.resolve("from-the-call"));
    }
}
