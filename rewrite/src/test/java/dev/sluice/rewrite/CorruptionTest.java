/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rewrite.CorruptionJudge.End;
import dev.sluice.testkit.Tally;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of many makes, each damaged somewhere: the rewrite fails clearly or gives the right rows, which {@link
 * CorruptionJudge} defines. A sample by default; 10,000 cases in {@code ./dev it corruption}. {@code -Dsluice.seed=N}
 * repeats a run, and a case on its own: each has the seed of its number.
 */
@Tag("corruption")
final class CorruptionTest {

    private static final boolean FULL = Boolean.getBoolean("sluice.full");
    private static final int CASES = FULL ? 10_000 : 400;

    /** So small that a size of a few hundred mebibytes, if it is believed, is the end of the process. */
    private static final String HEAP = "-Xmx128m";

    @TempDir
    Path folder;

    @Test
    @Timeout(3_600)
    void a_damaged_file_fails_clearly_or_gives_the_right_rows() throws Exception {
        String given = System.getProperty("sluice.seed", "");
        long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-XX:+UseParallelGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dsluice.root=" + System.getProperty("sluice.root"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CorruptionRun.class.getName(),
                        folder.toString(),
                        String.valueOf(seed),
                        String.valueOf(CASES))
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();

        List<String[]> cases = output.lines()
                .map(line -> line.split("\t", -1))
                .filter(fields -> fields.length == 6)
                .toList();
        assertThat(cases.stream().filter(fields -> fields[0].equals(End.WRONG.name())))
                .as("Repeat a case with -Dsluice.seed= and the number in its row; the first of this run is %d", seed)
                .isEmpty();
        assertThat(exit).as(Files.readString(folder.resolve("errors.txt"))).isZero();
        assertThat(cases).hasSize(CASES);
        report(cases);
    }

    private static void report(List<String[]> cases) {
        Tally kinds =
                new Tally("%,d damaged files, by what was done to them. Well-formed means that parquet-java, verifying"
                                .formatted(cases.size())
                        + " checksums, and DuckDB read the same other rows from the damaged file as were written: a change under no"
                        + " checksum that no reader can tell from a value.");
        Tally makes = new Tally("The same by the file that was damaged:");
        for (String[] fields : cases) {
            String end = End.valueOf(fields[0]).toString();
            kinds.count(fields[1], end);
            makes.count(fields[2], end);
        }
        kinds.write("corruption-1");
        makes.write("corruption-2");
    }
}
