/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.cli.HookedMain;
import dev.sluice.app.cli.HookedMain.Hook;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Leases;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.table.TableRef;
import dev.sluice.state.JdbcJournal;
import dev.sluice.state.StateFolder;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs in real child processes: whatever befalls one, its parent has an answer and lives on. */
class WorkerProcessTest {

    private static final TableRef ORDERS = new TableRef("delta", "/lake/orders");
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final List<String> seen = new ArrayList<>();

    private final Watcher watcher = new Watcher() {
        @Override
        public void starts(RunId run) {
            seen.add("starts " + run);
        }

        @Override
        public void begins(String step) {
            seen.add("begins " + step);
        }

        @Override
        public void progress(String what, long done, long total) {
            seen.add("%d of %d %s".formatted(done, total, what));
        }

        @Override
        public void ends(StepRecord step) {
            seen.add("ends %s: %s".formatted(step.name(), step.outcome()));
        }
    };

    private static Path state(Path folder) {
        return folder.resolve("state");
    }

    private Task pass(String... settings) {
        Map<String, String> map = new HashMap<>();
        for (String setting : settings) {
            map.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        return new Task.Pass(state(folder).toString(), "", ORDERS, "delta-lake-table-health-gate", map);
    }

    private List<String> command(Hook hook) {
        List<String> command = new ArrayList<>(WorkerCommandLine.ofThisProgram(HookedMain.class));
        command.addAll(
                1,
                List.of(
                        "-Dsluice.hook=" + hook,
                        "-Dsluice.hook.folder=" + folder,
                        "-Xmx256m",
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("crash.log")));
        return command;
    }

    private WorkerProcess start(Hook hook, Task task) {
        return WorkerProcess.start(command(hook), task, LONG);
    }

    private List<Run> runs() {
        try (JdbcJournal journal = StateFolder.open(state(folder)).journal(Clock.systemUTC())) {
            return journal.runs(10);
        }
    }

    @Test
    void tells_all_of_a_run_and_gives_its_report_back() {
        Ending ending = start(Hook.NONE, pass()).follow(watcher);

        assertThat(ending.status()).isEqualTo(Status.COMPACTED);
        assertThat(ending.fault()).isEmpty();
        assertThat(ending.report()).hasValueSatisfying(report -> {
            assertThat(report.at("/outputs/compact/files_removed").asInt()).isEqualTo(36);
            assertThat(report.at("/outputs/verify/verification_passed").asBoolean())
                    .isTrue();
        });
        String run = ending.run().orElseThrow();
        assertThat(seen)
                .startsWith("starts " + run, "begins inspect", "ends inspect: DONE")
                .contains("12 of 36 files", "36 of 36 files", "ends compact: DONE", "ends verify: DONE");
        assertThat(runs()).singleElement().satisfies(only -> {
            assertThat(only.id()).hasToString(run);
            assertThat(only.status()).isEqualTo(Status.COMPACTED);
        });
    }

    @Test
    void carries_out_a_plan_that_waits_once_somebody_says_yes() {
        Ending asked = start(Hook.NONE, pass("mode=ask")).follow(watcher);
        assertThat(asked.status()).isEqualTo(Status.AWAITING_APPROVAL);
        String run = asked.run().orElseThrow();

        Ending answered = start(
                        Hook.NONE, new Task.Answer(state(folder).toString(), "", run, true, "grace", "looks right"))
                .follow(watcher);

        assertThat(answered.status()).isEqualTo(Status.COMPACTED);
        assertThat(answered.run()).contains(run);
        try (JdbcJournal journal = StateFolder.open(state(folder)).journal(Clock.systemUTC())) {
            assertThat(journal.answer(new RunId(run))).hasValueSatisfying(answer -> {
                assertThat(answer.by()).isEqualTo("grace");
                assertThat(answer.reason()).isEqualTo("looks right");
            });
        }
    }

    @Test
    void carries_nothing_out_that_somebody_says_no_to() {
        Ending asked = start(Hook.NONE, pass("mode=ask")).follow(watcher);

        Ending answered = start(
                        Hook.NONE,
                        new Task.Answer(
                                state(folder).toString(), "", asked.run().orElseThrow(), false, "grace", "not today"))
                .follow(watcher);

        assertThat(answered.status()).isEqualTo(Status.DECLINED);
    }

    @Test
    void applies_a_stored_plan() {
        Ending planned = start(Hook.NONE, pass("mode=plan")).follow(watcher);
        String plan = planned.report().orElseThrow().at("/plan/id").asText();

        Ending applied = start(Hook.NONE, new Task.Apply(state(folder).toString(), "", plan, "grace"))
                .follow(watcher);

        assertThat(applied.status()).isEqualTo(Status.COMPACTED);
    }

    @Test
    void says_why_no_run_was_begun() {
        try (Leases.Lease held =
                StateFolder.open(state(folder)).leases().claim(ORDERS).orElseThrow()) {
            assertThat(held).isNotNull();
            Ending busy = start(Hook.NONE, pass()).follow(watcher);

            assertThat(busy.fault()).contains(Fault.TABLE_BUSY);
            assertThat(busy.run()).isEmpty();
        }
        Ending wrong = start(Hook.NONE, pass("small_file_ratio=7")).follow(watcher);
        assertThat(wrong.fault()).contains(Fault.CONFIG_INVALID);
        assertThat(wrong.summary()).contains("small_file_ratio");
        Ending unknown = start(Hook.NONE, new Task.Apply(state(folder).toString(), "", "p0", "grace"))
                .follow(watcher);
        assertThat(unknown.fault()).contains(Fault.USAGE);
    }

    @Test
    void a_worker_that_is_killed_is_one_failed_run_and_the_next_run_finds_out_what_it_did() {
        WorkerProcess worker = start(Hook.HANGS, pass());
        Ending ending = worker.follow(new Watcher() {
            @Override
            public void begins(String step) {
                if (step.equals("compact")) {
                    worker.kill();
                }
            }

            @Override
            public void progress(String what, long done, long total) {}

            @Override
            public void ends(StepRecord step) {}
        });

        assertThat(ending.status()).isEqualTo(Status.FAILED);
        assertThat(ending.fault()).contains(Fault.INTERNAL);
        assertThat(ending.summary()).contains("ended with exit code 137 in step \"compact\"");
        assertThat(ending.report()).isEmpty();
        assertThat(runs()).singleElement().satisfies(dead -> {
            assertThat(dead.id()).hasToString(ending.run().orElseThrow());
            assertThat(dead.status()).isEqualTo(Status.RUNNING);
        });

        assertThat(start(Hook.NONE, pass()).follow(watcher).status()).isEqualTo(Status.COMPACTED);

        assertThat(runs()).hasSize(2).last().satisfies(dead -> {
            assertThat(dead.status()).isEqualTo(Status.FAILED);
            assertThat(dead.summary()).isEqualTo("The process ended before anything was committed.");
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Hook.class,
            names = {"RUNS_OUT_OF_MEMORY", "CRASHES"})
    void a_worker_that_breaks_down_is_one_failed_run(Hook hook) {
        Ending ending = start(hook, pass()).follow(watcher);

        assertThat(ending.status()).isEqualTo(Status.FAILED);
        assertThat(ending.fault()).contains(Fault.INTERNAL);
        assertThat(ending.run()).isPresent();
        assertThat(ending.summary()).contains("in step \"compact\"");
        assertThat(start(Hook.NONE, pass()).follow(watcher).status()).isEqualTo(Status.COMPACTED);
        assertThat(runs()).extracting(Run::status).containsExactly(Status.COMPACTED, Status.FAILED);
    }

    @Test
    void a_worker_ends_with_its_parent() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(command(Hook.HANGS))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        try (Writer in = child.outputWriter(StandardCharsets.UTF_8)) {
            in.write(Wire.write(pass()) + "\n");
            in.flush();
            while (!Files.exists(folder.resolve("compacting")) && child.isAlive()) {
                Thread.onSpinWait();
            }
            assertThat(child.isAlive()).isTrue();
        }

        assertThat(child.waitFor(LONG.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(1);
        assertThat(runs()).extracting(Run::status).containsExactly(Status.RUNNING);
    }

    @Test
    void a_cancelled_run_ends_before_its_next_step() {
        WorkerProcess worker = start(Hook.WAITS_FOR_A_SECOND_LINE, pass("commit-bytes=10MB"));
        worker.cancel();

        Ending ending = worker.follow(watcher);

        assertThat(ending.status()).isEqualTo(Status.CANCELLED);
        assertThat(ending.fault()).isEmpty();
        assertThat(runs()).extracting(Run::status).containsExactly(Status.CANCELLED);
    }

    @Test
    void a_commit_that_has_begun_comes_to_its_end_and_is_verified_before_a_cancelled_run_ends() {
        WorkerProcess worker = start(Hook.WAITS_FOR_A_SECOND_LINE, pass("commit-bytes=10MB"));

        Ending ending = worker.follow(new Watcher() {
            @Override
            public void begins(String step) {
                seen.add(step);
                if (step.equals("compact")) {
                    worker.cancel();
                }
            }

            @Override
            public void progress(String what, long done, long total) {}

            @Override
            public void ends(StepRecord step) {
                seen.add("%s: %s".formatted(step.name(), step.outcome()));
            }
        });

        assertThat(ending.status()).isEqualTo(Status.CANCELLED);
        assertThat(ending.report()
                        .orElseThrow()
                        .at("/outputs/compact/files_removed")
                        .asInt())
                .isEqualTo(12);
        assertThat(seen)
                .contains("compact: DONE", "verify: DONE", "compact-2: SKIPPED", "compact-3: SKIPPED")
                .doesNotContain("look");
    }

    @Test
    void a_cancelled_worker_that_does_not_stop_is_killed() {
        WorkerProcess worker = WorkerProcess.start(command(Hook.HANGS), pass(), Duration.ofMillis(300));

        Ending ending = worker.follow(new Watcher() {
            @Override
            public void begins(String step) {
                if (step.equals("compact")) {
                    worker.cancel();
                }
            }

            @Override
            public void progress(String what, long done, long total) {}

            @Override
            public void ends(StepRecord step) {}
        });

        assertThat(ending.status()).isEqualTo(Status.FAILED);
        assertThat(ending.summary())
                .contains("exit code 137 in step \"compact\" after it had been cancelled and gave no report");
    }

    @Test
    void a_worker_that_does_not_even_start_is_told_with_its_last_words() {
        List<String> command = new ArrayList<>(command(Hook.NONE));
        command.set(command.size() - 2, "dev.sluice.NoSuchClass");

        Ending ending = WorkerProcess.start(command, pass(), LONG).follow(watcher);

        assertThat(ending.run()).isEmpty();
        assertThat(ending.summary())
                .startsWith("worker: The worker process ended with exit code 1 before its first step")
                .contains("ClassNotFoundException");
        assertThatThrownBy(() -> WorkerProcess.start(List.of("/no/such/java"), pass(), LONG))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("worker: The process cannot be started");
    }
}
