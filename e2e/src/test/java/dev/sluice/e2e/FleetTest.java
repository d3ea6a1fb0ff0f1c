/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.store.Location;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.e2e.PackedProduct.Result;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first minute on a real estate: {@code sluice fleet} over a folder with 1,000 tables of 1 to 12 files, of which 20 are
 * broken in four ways, in a heap of 512 MiB.
 */
class FleetTest {

    private static final int TABLES = 1_000;
    private static final int BROKEN = 20;
    private static final int MOST_FILES = 12;
    private static final int SAMPLE = 6;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path home;

    private Path lake;

    @BeforeEach
    void an_estate() throws IOException {
        PackedProduct.mustBeThere();
        Path template = home.resolve("template");
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(Location.local(template), commits -> {});
        List<Path> log = sorted(template.resolve("_delta_log"), ".json");
        Map<Path, Path> dataOf = dataFiles(template, log);
        lake = home.resolve("lake");
        for (int i = 0; i < TABLES; i++) {
            Path table = lake.resolve("area%d/team%d/table%04d".formatted(i % 10, i % 37, i));
            Files.createDirectories(table.resolve("_delta_log"));
            for (Path commit : log.subList(0, 1 + (i * 7) % MOST_FILES)) {
                Files.createLink(table.resolve("_delta_log").resolve(commit.getFileName()), commit);
                Path data = dataOf.get(commit);
                Files.createLink(table.resolve(data.getFileName()), data);
            }
            if (i % (TABLES / BROKEN) == 0) {
                damage(table, log.get(0).getFileName(), i / (TABLES / BROKEN));
            }
        }
    }

    @Test
    void a_thousand_tables_of_which_twenty_are_broken_are_a_thousand_rows_with_the_figures_of_a_plan()
            throws Exception {
        PackedProduct.sluice(home, "runs"); // what only a first start does is not to be measured
        Set<Path> before = everything();
        long start = System.nanoTime();

        Result fleet = PackedProduct.sluice(
                home,
                Map.of("JDK_JAVA_OPTIONS", "-Xmx512m"),
                "fleet",
                lake.toString(),
                "--listing",
                "--json",
                "--csv",
                home.resolve("fleet.csv").toString(),
                "--html",
                home.resolve("fleet.html").toString());

        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(fleet.exit()).as(fleet.err()).isIn(10, 11, 12, 41);
        JsonNode report = JSON.readTree(fleet.out());
        assertThat(report.at("/totals/tables").asInt()).isEqualTo(TABLES);
        assertThat(report.at("/totals/broken").asInt()).isEqualTo(BROKEN);
        assertThat(report.at("/rows")).hasSize(TABLES);
        assertThat(everything()).isEqualTo(before);
        assertThat(fleet.err()).contains("Looked at 1,000 tables in ");
        assertThat(Files.readAllLines(home.resolve("fleet.csv"))).hasSize(TABLES + 1);
        assertThat(Files.readString(home.resolve("fleet.html")).split("<tr data-kind", -1))
                .hasSize(TABLES + 1);
        ranked(report.at("/rows"));
        for (int i = 0; i < SAMPLE; i++) {
            hasTheFiguresOfAPlan(report.at("/rows").get(i * (TABLES - 1) / (SAMPLE - 1)));
        }
        tell(report, took);
    }

    /** Some of the first to the last: the first save most, the last cannot be read. */
    private void hasTheFiguresOfAPlan(JsonNode row) throws Exception {
        Result result = PackedProduct.sluice(home, "plan", row.at("/table").asText(), "--json");
        JsonNode plan = JSON.readTree(result.out());
        if (row.has("error")) {
            assertThat(plan.at("/error")).isEqualTo(row.at("/error"));
            return;
        }
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(row.at("/verdict")).isEqualTo(plan.at("/verdict"));
        for (String same : List.of("version", "files", "small_files", "small_ratio")) {
            assertThat(row.get(same))
                    .as(same)
                    .isEqualTo(plan.at("/outputs/assess").get(same));
        }
        for (String same : List.of("unreferenced_files", "unreferenced_bytes", "eligible_files", "eligible_bytes")) {
            assertThat(row.get(same))
                    .as(same)
                    .isEqualTo(plan.at("/outputs/vacuum").get(same));
        }
        long files = row.at("/files_rewritten").asLong();
        assertThat(plan.at("/plan/steps").toString())
                .contains(files == 0 ? "[]" : "compact %d files in 1 group".formatted(files));
    }

    private static void ranked(JsonNode rows) {
        List<Long> saved = new ArrayList<>();
        rows.forEach(
                row -> saved.add(row.has("error") ? -1 : row.at("/files_saved").asLong()));
        assertThat(saved).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(saved.get(0)).isEqualTo(MOST_FILES - 1);
    }

    /** Takes away and writes anew, since all tables share their template's files. */
    private static void damage(Path table, Path first, int how) throws IOException {
        Path commit = table.resolve("_delta_log").resolve(first);
        String text = Files.readString(commit);
        Files.delete(commit);
        switch (how % 4) {
            case 1 -> Files.writeString(commit, "{\"commitInfo\"");
            case 2 -> Files.writeString(commit, text.replace("\"minReaderVersion\":1", "\"minReaderVersion\":99"));
            case 3 -> {
                for (Path each : sorted(table.resolve("_delta_log"), "")) {
                    Files.delete(each);
                }
            }
            default -> {
                // The first commit is gone, and the others need it.
            }
        }
    }

    private static Map<Path, Path> dataFiles(Path table, List<Path> log) throws IOException {
        Map<Path, Path> files = new TreeMap<>();
        for (Path commit : log) {
            for (String line : Files.readAllLines(commit)) {
                JsonNode path = JSON.readTree(line).at("/add/path");
                if (path.isTextual()) {
                    files.put(commit, table.resolve(path.asText()));
                }
            }
        }
        return files;
    }

    private static List<Path> sorted(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private Set<Path> everything() throws IOException {
        try (Stream<Path> files = Files.walk(lake)) {
            return new TreeSet<>(files.toList());
        }
    }

    /** For {@code ./dev it fleet}. */
    private static void tell(JsonNode report, Duration took) throws IOException {
        Path file = Path.of("target", "it", "fleet.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """

                `sluice fleet` over %,d tables of 1 to %d files (%,d files in all), %d of them broken, with a listing of each, in a
                heap of 512 MiB:

                - %.1f s from the command to its end, of which %.1f s looking at tables: %.1f ms a table
                - figures of %d rows, from the first to the last, equal to those of `sluice plan` for the same table
                """.formatted(
                        report.at("/totals/tables").asInt(),
                        MOST_FILES,
                        report.at("/totals/files").asLong(),
                        report.at("/totals/broken").asInt(),
                        took.toMillis() / 1000.0,
                        report.at("/seconds").asDouble(),
                        report.at("/seconds").asDouble() * 1000 / TABLES,
                        SAMPLE));
    }
}
