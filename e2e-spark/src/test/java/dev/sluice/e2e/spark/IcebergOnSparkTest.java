/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.e2e.spark.Story.End;
import dev.sluice.e2e.spark.Story.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Iceberg tables that Spark writes, in every way it knows: Spark finds the same rows, versions and row ids after Sluice has
 * compacted them, forgotten old versions and removed orphans, and goes on writing to them.
 */
@Tag("spark-iceberg")
class IcebergOnSparkTest {

    /** So that a list of tables cannot shrink unseen. */
    private static final int TABLES = 90;

    /** Tables at a time; most of the time of each goes by in waiting for plans and commits. */
    private static final int LANES = 4;

    @TempDir
    Path scratch;

    @Test
    void spark_finds_every_row_again_in_the_tables_that_it_wrote_and_goes_on_writing() throws Exception {
        assumeThat(SluiceProcess.product().resolve("classpath"))
                .as("the packed product; `./dev it spark-iceberg` packs it")
                .isRegularFile();
        String wanted = System.getProperty("sluice.recipes", "");
        List<Recipe> recipes = Recipe.named(wanted);
        List<Story> stories = stories(recipes);
        assertThat(stories).filteredOn(story -> story.has(End.BROKEN)).isEmpty();
        if (wanted.isEmpty()) {
            assertThat(stories).hasSizeGreaterThanOrEqualTo(TABLES);
            for (End end : End.values()) {
                assertThat(count(stories, end) > 0).as(end.words).isEqualTo(end != End.BROKEN);
            }
        }
    }

    /** Several tables at a time, each lane with a session and a process of its own. */
    private List<Story> stories(List<Recipe> recipes) throws Exception {
        Path folder = scratch.toRealPath();
        Queue<Recipe> waiting = new ConcurrentLinkedQueue<>(recipes);
        Map<Recipe, Story> told = new ConcurrentHashMap<>();
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try (SparkLake spark = SparkLake.start(folder)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                Path own = Files.createDirectories(folder.resolve("lane-" + lane));
                ends.add(lanes.submit(() -> {
                    try (SluiceRuns sluice = SluiceRuns.start(folder, own)) {
                        SparkLake session = spark.another();
                        for (Recipe next = waiting.poll(); next != null; next = waiting.poll()) {
                            told.put(next, new RecipeCheck(session, sluice, folder, next).tell());
                            report(spark.version(), inOrder(recipes, told));
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            lanes.shutdownNow();
        }
        return inOrder(recipes, told);
    }

    private static List<Story> inOrder(List<Recipe> recipes, Map<Recipe, Story> told) {
        return recipes.stream().map(told::get).filter(Objects::nonNull).toList();
    }

    private static long count(List<Story> stories, End end) {
        return stories.stream().filter(story -> story.has(end)).count();
    }

    private static synchronized void report(String spark, List<Story> stories) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("## Iceberg tables written by Spark");
        lines.add("");
        lines.add("Spark %s with Iceberg %s writes each of %d tables, in a Hadoop catalog or in one that SQLite keeps."
                .formatted(spark, System.getProperty("sluice.iceberg"), stories.size()));
        lines.add(
                "`sluice run` compacts it, a second run follows, and a third one with a clock a year ahead forgets old");
        lines.add(
                "versions and removes orphans. Before, after the first and after the third run Spark accounts for the table:");
        lines.add(
                "number of rows, sum and xor of a hash of each row as JSON (so not the bits of a NaN), row ids and sequence");
        lines.add(
                "numbers where they are tracked, schema, properties, each branch and tag. After the first run it reads by rows");
        lines.add(
                "too, and looks for values that it has read, and for bounds, by what the metadata says. In the end it appends,");
        lines.add("deletes, merges, rewrites and expires, and the rows are those of a model that Sluice never saw.");
        lines.add("");
        for (End end : End.values()) {
            lines.add("- %s: %d".formatted(end.words, count(stories, end)));
        }
        lines.add("");
        lines.add(Stream.of(Stage.values()).map(s -> s.title).collect(Collectors.joining(" | ", "| table | ", " |")));
        lines.add("| --- | --- | --- | --- | --- | --- |");
        stories.forEach(story -> lines.add(story.row()));
        Path report = Path.of("target", "it", "spark-iceberg.md");
        Files.createDirectories(report.getParent());
        Files.write(report, lines);
    }
}
