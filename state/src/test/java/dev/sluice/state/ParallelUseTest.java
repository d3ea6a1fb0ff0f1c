/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelUseTest {

    private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final int RUNS = 5;
    private static final int FILES = 3;

    @TempDir
    Path temporary;

    @Test
    void threads_with_a_connection_each_share_a_folder_from_its_first_moment() throws Exception {
        for (int round = 0; round < 10; round++) {
            Path folder = temporary.resolve("state" + round);
            CyclicBarrier start = new CyclicBarrier(4);
            inParallel(List.of("a", "b", "c", "d"), name -> {
                start.await();
                try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
                    record(journal, name);
                }
            });
            assertAllThere(folder, List.of("a", "b", "c", "d"));
        }
    }

    @Test
    void threads_share_one_journal() throws Exception {
        try (JdbcJournal journal = StateFolder.open(temporary).journal(CLOCK)) {
            CyclicBarrier start = new CyclicBarrier(4);
            inParallel(List.of("a", "b", "c", "d"), name -> {
                start.await();
                record(journal, name);
            });
        }
        assertThat(temporary.toFile().list())
                .as("a connection that nobody closed would leave its log behind")
                .containsExactly("sluice.db");
        assertAllThere(temporary, List.of("a", "b", "c", "d"));
    }

    @Test
    void processes_share_a_folder_and_lose_nothing_when_they_are_killed() throws Exception {
        List<Process> processes = List.of(start("a"), start("b"));
        for (Process process : processes) {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isEqualTo(137);
        }

        assertAllThere(temporary, List.of("a", "b"));
    }

    private Process start(String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        // A killed process leaves the driver's native library behind; let it lie where it is tidied up.
                        "-Dorg.sqlite.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        temporary.toString(),
                        name)
                .redirectErrorStream(true)
                .start();
    }

    /** A process that writes to a journal and is killed without closing it. */
    static final class Killed {
        public static void main(String... arguments) {
            record(StateFolder.open(Path.of(arguments[0])).journal(CLOCK), arguments[1]);
            Runtime.getRuntime().halt(137);
        }
    }

    private static void record(JdbcJournal journal, String name) {
        for (int i = 0; i < RUNS; i++) {
            RunId run = new RunId(name + i);
            journal.begin(Run.begun(run, "nightly", new TableRef("delta", "/lake/" + name), NOW));
            journal.step(run, new StepRecord("compact", StepRecord.Outcome.STARTED, NOW, Duration.ZERO, ""));
            for (int file = 0; file < FILES; file++) {
                journal.writes(run, Location.local("/lake/" + name + "/" + file));
            }
            journal.step(run, new StepRecord("compact", StepRecord.Outcome.DONE, NOW, Duration.ZERO, "Done."));
            journal.end(run, Status.COMPACTED, "Done.", "{}");
        }
    }

    private static void assertAllThere(Path folder, List<String> names) {
        try (JdbcJournal journal = StateFolder.open(folder).journal(CLOCK)) {
            assertThat(journal.runs(1_000))
                    .hasSize(names.size() * RUNS)
                    .allMatch(run -> run.status() == Status.COMPACTED)
                    .allSatisfy(run -> assertThat(journal.written(run.id())).hasSize(FILES))
                    .allSatisfy(run -> assertThat(journal.steps(run.id()))
                            .singleElement()
                            .matches(step -> step.outcome() == StepRecord.Outcome.DONE));
        }
    }

    /** Something that is done under a name and may fail. */
    private interface Task {
        void run(String name) throws Exception;
    }

    private static void inParallel(List<String> names, Task task) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(names.size());
        try {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (String name : names) {
                calls.add(() -> {
                    task.run(name);
                    return true;
                });
            }
            for (Future<Boolean> ended : threads.invokeAll(calls)) {
                ended.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
