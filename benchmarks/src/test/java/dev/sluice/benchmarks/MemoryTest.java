/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every shape is compacted and checked in a heap of 512 MiB with two threads, whatever the target size is: {@code ./dev it
 * memory}. By default a smaller part of each in a smaller heap.
 */
@Tag("memory")
final class MemoryTest {

    private static final boolean FULL = Boolean.getBoolean("sluice.full");

    private static final List<String> ROWS = Collections.synchronizedList(new ArrayList<>());

    /** Where the benchmarks keep theirs, so that both write them once. */
    private static final Path FILES = Path.of("target", "data").toAbsolutePath();

    /**
     * A compaction.
     *
     * @param times how often the shape's files are taken: the whole of a shape need not fill a large output
     * @param target in MiB
     */
    private record Compaction(String shape, String heap, int times, int target) {}

    static List<Compaction> compactions() {
        return FULL
                ? List.of(
                        new Compaction("A", "512m", 1, 128),
                        new Compaction("A", "512m", 6, 512),
                        new Compaction("A-snappy", "512m", 1, 512),
                        new Compaction("B", "512m", 1, 128),
                        new Compaction("B", "512m", 1, 512),
                        new Compaction("C", "512m", 1, 128),
                        new Compaction("C", "512m", 2, 512),
                        new Compaction("D", "512m", 1, 128),
                        new Compaction("D", "512m", 1, 512),
                        new Compaction("pages", "512m", 1, 512))
                : List.of(
                        new Compaction("A", "128m", 1, 128),
                        new Compaction("A-snappy", "128m", 1, 128),
                        new Compaction("B", "128m", 1, 128),
                        new Compaction("C", "128m", 1, 128),
                        new Compaction("D", "128m", 1, 512),
                        new Compaction("pages", "512m", 2, 512));
    }

    @ParameterizedTest
    @MethodSource("compactions")
    @Timeout(1_800)
    void every_shape_is_compacted_and_checked_in_a_small_heap(Compaction compaction) throws Exception {
        Files.createDirectories(FILES);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + compaction.heap(),
                        "-XX:+UseParallelGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemoryRun.class.getName(),
                        compaction.shape(),
                        FULL ? "full" : "quick",
                        FILES.toString(),
                        String.valueOf(compaction.times()),
                        String.valueOf(compaction.target()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        List<String> rows = output.lines().filter(line -> line.startsWith("| ")).toList();
        assertThat(rows).as(output).hasSize(1);
        ROWS.addAll(rows);
    }

    @AfterAll
    static void report() {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "Each row is a process of its own: a compaction with two threads, then the content check of what it wrote. The"
                        + " most in use is with garbage, pool by pool; after a collection, without most of it.",
                "",
                "| shape | " + String.join(" | ", MemoryRun.HEADS) + " |",
                "| --- |" + " ---: |".repeat(MemoryRun.HEADS.size())));
        lines.addAll(ROWS);
        try {
            Path report = Path.of("target", "it", "memory.md");
            Files.createDirectories(report.getParent());
            Files.write(report, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
