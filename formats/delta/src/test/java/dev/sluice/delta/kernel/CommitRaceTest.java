/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitRaceTest {

    private static final int RACERS = 3;
    private static final int ROUNDS = 300;

    @TempDir
    private Path folder;

    @Test
    void of_three_processes_exactly_one_wins_each_commit() throws IOException, InterruptedException {
        List<Process> racers = new ArrayList<>();
        try {
            for (int racer = 0; racer < RACERS; racer++) {
                racers.add(start(racer));
            }
            for (int racer = 0; racer < RACERS; racer++) {
                assertThat(racers.get(racer).waitFor(3, TimeUnit.MINUTES)).isTrue();
                assertThat(racers.get(racer).exitValue())
                        .as(() -> "the racers' words: " + words())
                        .isZero();
            }
        } finally {
            racers.forEach(Process::destroyForcibly);
        }

        int[] winners = new int[ROUNDS + 1];
        for (int racer = 0; racer < RACERS; racer++) {
            for (String round : Files.readAllLines(folder.resolve("won-" + racer))) {
                winners[Integer.parseInt(round)]++;
                assertThat(folder.resolve("_delta_log/%020d.json".formatted(Integer.parseInt(round))))
                        .hasContent("racer " + racer + "\n");
            }
        }
        assertThat(winners).startsWith(0);
        for (int round = 1; round <= ROUNDS; round++) {
            assertThat(winners[round]).as("winners of round " + round).isEqualTo(1);
        }
        try (Stream<Path> files = Files.list(folder.resolve("_delta_log"))) {
            assertThat(files).hasSize(ROUNDS);
        }
    }

    private Process start(int racer) throws IOException {
        ProcessBuilder process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                CommitRace.class.getName(),
                folder.toString(),
                Integer.toString(racer),
                Integer.toString(RACERS),
                Integer.toString(ROUNDS));
        process.environment()
                .put(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        return process.redirectOutput(folder.resolve("won-" + racer).toFile())
                .redirectError(folder.resolve("said-" + racer).toFile())
                .start();
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        for (int racer = 0; racer < RACERS; racer++) {
            try {
                words.addAll(Files.readAllLines(folder.resolve("said-" + racer)));
            } catch (IOException e) {
                words.add(e.toString());
            }
        }
        return words;
    }
}
