/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.app.cli.Cli;
import dev.sluice.app.cli.Surroundings;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product as it is assembled, on a real Delta table and a real journal. */
class WiringTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Random random = new Random(1);
    private int exit;

    private JsonNode run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Surroundings around = new Surroundings(
                new BufferedReader(Reader.nullReader()),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                Map.of("SLUICE_STATE", "state"),
                folder,
                folder,
                "ada",
                Clock.systemUTC(),
                random);
        List<String> withJson = new ArrayList<>(Arrays.asList(args));
        withJson.add("--json");
        exit = new Cli(new Wiring(around.clock()), around).run(withJson.toArray(String[]::new));
        try {
            return new JsonMapper().readTree(out.toString(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(out.toString(StandardCharsets.UTF_8), e);
        }
    }

    private static long dataFiles(Path table) {
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(f -> f.toString().endsWith(".parquet")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_demo_compacts_forty_files_into_one_and_deletes_none() {
        JsonNode report = run("demo", "--keep=demo");

        assertThat(exit).isZero();
        assertThat(report.at("/status").asText()).isEqualTo("COMPACTED");
        assertThat(report.at("/outputs/assess/files").asInt()).isEqualTo(40);
        assertThat(report.at("/outputs/assess/small_files").asInt()).isEqualTo(40);
        assertThat(report.at("/outputs/compact/files_removed").asInt()).isEqualTo(40);
        assertThat(report.at("/outputs/compact/files_added").asInt()).isEqualTo(1);
        assertThat(report.at("/outputs/verify/rows_before").asInt()).isEqualTo(4000);
        assertThat(report.at("/outputs/verify/rows_after").asInt()).isEqualTo(4000);
        assertThat(report.at("/outputs/vacuum/unreferenced_files").asInt()).isEqualTo(40);
        assertThat(report.at("/outputs/vacuum/eligible_files").asInt()).isZero();
        assertThat(report.at("/outputs/vacuum/deleted_files").asInt()).isZero();
        assertThat(dataFiles(folder.resolve("demo/orders"))).isEqualTo(41);
    }

    @Test
    void the_aged_demo_removes_exactly_what_is_out_of_use() {
        JsonNode report = run("demo", "--aged", "--keep=demo");

        assertThat(exit).isZero();
        assertThat(report.at("/status").asText()).isEqualTo("COMPACTED");
        assertThat(report.at("/outputs/verify/rows_after").asInt()).isEqualTo(4000);
        assertThat(report.at("/outputs/vacuum/deleted_files").asInt()).isEqualTo(11);
        assertThat(report.at("/outputs/vacuum/failed_files").asInt()).isZero();
        assertThat(report.at("/outputs/vacuum/eligible_files").asInt()).isEqualTo(11);
        assertThat(run("run", "demo/orders", "--set", "vacuum_mode=APPLY")
                        .at("/status")
                        .asText())
                .isEqualTo("HEALTHY");
    }

    @Test
    void a_run_that_waits_is_approved_in_another_session() {
        run("demo", "--keep=demo", "--set", "min_small_files=1000");
        JsonNode waiting = run("run", "demo/orders", "--set", "mode=ask");
        assertThat(waiting.at("/status").asText()).isEqualTo("AWAITING_APPROVAL");
        assertThat(run("runs", "--waiting").at("/runs")).hasSize(1);

        JsonNode answered = run("approve", waiting.at("/run").asText(), "--reason", "seen");

        assertThat(answered.at("/status").asText()).isEqualTo("COMPACTED");
        assertThat(answered.at("/run")).isEqualTo(waiting.at("/run"));
        assertThat(run("runs", "--waiting").at("/runs")).isEmpty();
        run("decline", waiting.at("/run").asText());
        assertThat(exit).isEqualTo(64);
    }

    @Test
    void a_second_run_on_the_kept_table_does_nothing_and_says_why() {
        run("demo", "--keep=demo");

        JsonNode report = run("run", "demo/orders");

        assertThat(exit).isZero();
        assertThat(report.at("/status").asText()).isEqualTo("HEALTHY");
        assertThat(report.at("/outputs/compact/compacted").asBoolean()).isFalse();
        assertThat(report.at("/outputs/compact/version").asInt()).isEqualTo(40);
        assertThat(report.at("/outputs/assess/summary").asText()).startsWith("HEALTHY: ");
        assertThat(run("runs").at("/runs")).hasSize(1);
        assertThat(run("runs", "--state", "demo/state").at("/runs")).hasSize(1);
    }

    @Test
    void a_stored_plan_is_applied_once_and_is_stale_afterwards() {
        run("demo", "--keep=demo", "--set", "min_small_files=1000");
        JsonNode plan = run("plan", "demo/orders").at("/plan");
        assertThat(plan.at("/steps")).hasSize(1);

        JsonNode applied = run("apply", plan.at("/id").asText());
        assertThat(applied.at("/status").asText()).isEqualTo("COMPACTED");
        assertThat(run("show", applied.at("/run").asText())).isEqualTo(applied);

        JsonNode again = run("apply", plan.at("/id").asText());
        assertThat(exit).isEqualTo(20);
        assertThat(again.at("/error/fault").asText()).isEqualTo("PLAN_STALE");
    }

    @Test
    void assessing_leaves_no_trace() throws IOException {
        run("demo", "--keep=demo");
        List<Path> before = everything();

        run("assess", "demo/orders");
        run("explain", "delta:demo/orders");

        assertThat(exit).isZero();
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void a_fleet_leaves_no_trace_and_says_of_each_table_what_a_plan_of_its_own_says() throws IOException {
        run("demo", "--keep=demo", "--set", "min_small_files=1000");
        run("demo", "--aged", "--keep=lake/aged", "--set", "min_small_files=1000");
        run("demo", "--keep=lake/compacted");
        List<Path> before = everything();

        JsonNode fleet = run("fleet", "demo", "lake/**", "--exclude", "**/state", "--listing");

        assertThat(exit).isZero();
        assertThat(everything()).isEqualTo(before);
        assertThat(fleet.at("/rows")).hasSize(3);
        for (JsonNode row : fleet.at("/rows")) {
            JsonNode plan = run("plan", row.at("/table").asText());
            JsonNode assess = plan.at("/outputs/assess");
            JsonNode vacuum = plan.at("/outputs/vacuum");
            for (String same : List.of("version", "files", "small_files", "small_ratio")) {
                assertThat(row.get(same)).as(same).isEqualTo(assess.get(same));
            }
            for (String same :
                    List.of("unreferenced_files", "unreferenced_bytes", "eligible_files", "eligible_bytes")) {
                assertThat(row.get(same).asLong())
                        .as(same)
                        .isEqualTo(vacuum.get(same).asLong());
            }
            assertThat(row.at("/verdict")).isEqualTo(plan.at("/verdict"));
            long files = row.at("/files_rewritten").asLong();
            assertThat(plan.at("/plan/steps"))
                    .hasSize(files == 0 ? 0 : 1)
                    .allSatisfy(step -> assertThat(step.at("/text").asText())
                            .startsWith("compact %d files in 1 group".formatted(files)));
        }
    }

    private List<Path> everything() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted().toList();
        }
    }
}
