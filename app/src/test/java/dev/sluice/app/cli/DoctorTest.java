/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.emulator.Mishap;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.RiggedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code sluice doctor} finds, on this machine and on S3; and that it changes nothing. */
class DoctorTest {

    private static final String ON_S3 = "delta:s3://lake/orders";

    @TempDir
    private Path folder;

    private Lake lake;
    private Path table;

    @BeforeEach
    void a_table_on_s3() {
        lake = new Lake(folder);
        table = lake.writeDemo("orders");
    }

    @AfterEach
    void close() {
        lake.close();
    }

    private Terminal terminal() {
        Terminal terminal = new Terminal(folder, new RealParts(lake.stores()));
        terminal.now = Instant.now();
        return terminal;
    }

    @Test
    void a_local_table_lacks_nothing() {
        Path local = folder.resolve("local");
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(Location.local(local), committed -> {});
        Map<String, String> before = Lake.snapshot(local);

        Terminal.Ending ending = terminal().run("doctor", "local", "--exit-code");

        assertThat(ending.exit()).isZero();
        assertThat(ending.err()).isEmpty();
        assertThat(ending.out())
                .startsWith("local: nothing is missing\n")
                .contains("OK       list             " + local + " can be listed.")
                .contains("It is a table of the format delta, at version 39.")
                .contains("A data file can be read.")
                .doesNotContain("MISSING", "UNKNOWN");
        assertThat(Lake.snapshot(local)).isEqualTo(before);
    }

    @Test
    void a_gate_stands_for_its_tables_and_what_it_says_of_them() throws IOException {
        somebodyCommits("OPTIMIZE", "Spark");
        Files.writeString(folder.resolve("sluice.yaml"), """
                gates:
                  orders: { table: "%1$s", preset: delta-lake-table-health-gate, take-over: true }
                  all: { tables: "%2$s/*", preset: delta-lake-table-health-gate }
                  gone: { table: "%2$s/gone", preset: delta-lake-table-health-gate }
                  demo: { preset: delta-lake-table-health-gate }
                """.formatted(table, table.getParent()));

        Terminal.Ending one = terminal().run("doctor", "orders");
        Terminal.Ending many = terminal().run("doctor", "all", "--exit-code");
        Terminal.Ending gone = terminal().run("doctor", "gone");
        Terminal.Ending demo = terminal().run("doctor", "demo", "orders");

        assertThat(one.out()).startsWith(table + ": nothing is missing\n");
        assertThat(many.out())
                .startsWith("delta:" + table + ": one thing is missing\n")
                .contains("MISSING  owner");
        assertThat(many.exit()).isEqualTo(2);
        assertThat(gone.out()).startsWith(table.resolveSibling("gone") + ": 3 things are missing\n");
        assertThat(demo.err()).contains("gate demo: It works on a throwaway table");
        assertThat(demo.out()).as("the other is looked at").contains("nothing is missing");
        assertThat(demo.exit()).isEqualTo(64);
    }

    @Test
    void a_folder_of_the_table_that_may_not_be_written_is_named() {
        Path local = folder.resolve("local");
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(Location.local(local), committed -> {});
        Location closed = Location.local(local.resolve("_delta_log"));
        Store store = RiggedStore.of(
                new LocalStore(),
                Map.of(
                        "access",
                        (below, arguments) -> arguments[0].equals(closed)
                                ? new Access(
                                        List.of(), Optional.empty(), Access.Versioning.UNVERSIONED, Optional.of(false))
                                : below.access((Location) arguments[0])));
        Terminal terminal = new Terminal(folder, new RealParts(store));
        terminal.now = Instant.now();

        Map<String, JsonNode> checks = checks(terminal.run("doctor", "local", "--json", "--exit-code"), 2);

        assertThat(result(checks, "folders")).isEqualTo("MISSING");
        assertThat(check(checks, "folders").path("text").asText())
                .contains("Files may not be written in " + closed + ".");
    }

    @Test
    void where_no_table_is_it_says_so_and_what_to_do() {
        Map<String, JsonNode> checks = checks(terminal().run("doctor", "nothing", "--json", "--exit-code"), 2);

        assertThat(result(checks, "list")).isEqualTo("MISSING");
        assertThat(result(checks, "table")).isEqualTo("MISSING");
        assertThat(check(checks, "table").path("text").asText()).contains("There is no such folder.");
        assertThat(check(checks, "table").path("remedy").asText()).contains("Check the address");
    }

    @Test
    void somebody_else_who_compacts_is_named_until_the_gate_takes_over() throws IOException {
        somebodyCommits("OPTIMIZE", "Spark");

        Map<String, JsonNode> checks = checks(terminal().run("doctor", table.toString(), "--json"), 0);
        Map<String, JsonNode> taken =
                checks(terminal().run("doctor", table.toString(), "--json", "--set", "take-over=true"), 0);

        assertThat(result(checks, "owner")).isEqualTo("MISSING");
        assertThat(check(checks, "owner").path("text").asText()).startsWith("Spark compacted the table 0 days ago");
        assertThat(result(taken, "owner")).isEqualTo("OK");
    }

    @Test
    void of_a_table_on_s3_it_says_how_it_is_reached_and_what_only_a_change_would_tell() {
        Map<String, String> before = Lake.snapshot(table);

        Terminal.Ending ending = terminal().run("doctor", ON_S3, "--json");

        Map<String, JsonNode> checks = checks(ending, 0);
        assertThat(check(checks, "endpoint").path("text").asText()).isEqualTo(lake.proxy.address() + ".");
        assertThat(check(checks, "credentials").path("text").asText()).isEqualTo("static, ${env:LAKE_KEY}.");
        assertThat(result(checks, "clock")).isEqualTo("OK");
        assertThat(result(checks, "list")).isEqualTo("OK");
        assertThat(result(checks, "data")).isEqualTo("OK");
        assertThat(result(checks, "write")).isEqualTo("UNKNOWN");
        assertThat(check(checks, "write").path("remedy").asText())
                .isEqualTo("Allow s3:PutObject, s3:AbortMultipartUpload and s3:DeleteObject below s3://lake/orders.");
        assertThat(result(checks, "conditional put")).isEqualTo("UNKNOWN");
        assertThat(ending.out()).doesNotContain(S3Emulator.SECRET_KEY, S3Emulator.ACCESS_KEY);
        assertThat(lake.proxy.requests()).noneMatch(request -> request.is("PutObject") || request.is("DeleteObject"));
        assertThat(Lake.snapshot(table)).isEqualTo(before);
    }

    @Test
    void other_writers_are_missing_until_the_gate_says_how_they_commit() throws IOException {
        somebodyCommits("WRITE", "Apache-Spark/3.5.1");

        Map<String, JsonNode> silent = checks(terminal().run("doctor", ON_S3, "--json"), 0);
        Map<String, JsonNode> said =
                checks(terminal().run("doctor", ON_S3, "--json", "--set", "other-writers=none-while-running"), 0);

        assertThat(result(silent, "other writers")).isEqualTo("MISSING");
        assertThat(check(silent, "other writers").path("text").asText())
                .startsWith("Of late it was written by Apache-Spark/3.5.1 (1 commit, last on ")
                .contains("(40 commits, last on ", "may overwrite a commit of Sluice's");
        assertThat(result(said, "other writers")).isEqualTo("OK");
    }

    @Test
    void what_a_run_has_found_of_the_service_is_remembered() {
        Terminal terminal = terminal();
        terminal.parts.journal.proves(new Bucket(lake.proxy.address().toString(), "lake"), Instant.now());

        Map<String, JsonNode> checks = checks(terminal.run("doctor", ON_S3, "--json"), 0);

        assertThat(result(checks, "conditional put")).isEqualTo("OK");
    }

    @Test
    void a_permission_that_is_missing_is_named() {
        lake.proxy.planning(request -> request.is("ListObjectsV2") ? Mishap.answer(403, "AccessDenied") : Mishap.NONE);

        Terminal.Ending ending = terminal().run("doctor", ON_S3, "--exit-code");

        assertThat(ending.exit()).isEqualTo(2);
        assertThat(ending.out()).contains("MISSING  list", "lack the permission s3:ListBucket");
    }

    @Test
    void a_clock_that_is_wrong_is_told_before_the_service_refuses_it() {
        Terminal terminal = terminal();
        terminal.now = Instant.now().plus(Duration.ofMinutes(9));

        Map<String, JsonNode> checks = checks(terminal.run("doctor", ON_S3, "--json"), 0);

        assertThat(result(checks, "clock")).isEqualTo("MISSING");
        assertThat(check(checks, "clock").path("text").asText())
                .matches("This machine's clock is 5[34]\\d s ahead of the store's\\.");
        assertThat(check(checks, "clock").path("remedy").asText()).contains("NTP", "15 min");
    }

    private void somebodyCommits(String operation, String engine) throws IOException {
        Files.writeString(
                table.resolve("_delta_log/%020d.json".formatted(40)),
                "{\"commitInfo\":{\"timestamp\":%d,\"operation\":\"%s\",\"engineInfo\":\"%s\"}}\n"
                        .formatted(System.currentTimeMillis(), operation, engine));
    }

    private static Map<String, JsonNode> checks(Terminal.Ending ending, int exit) {
        assertThat(ending.exit()).as(ending.transcript()).isEqualTo(exit);
        Map<String, JsonNode> checks = new LinkedHashMap<>();
        Json.only(ending)
                .path("checks")
                .forEach(check -> checks.put(check.path("name").asText(), check));
        return checks;
    }

    private static JsonNode check(Map<String, JsonNode> checks, String name) {
        return Objects.requireNonNull(checks.get(name), name);
    }

    private static String result(Map<String, JsonNode> checks, String name) {
        return check(checks, name).path("result").asText();
    }
}
