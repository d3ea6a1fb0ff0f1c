/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The worker's side of the talk with its parent, as far as it needs no process. */
class WorkerTest {

    private static final String TASK =
            "{\"do\":\"apply\",\"state\":\"s\",\"config\":\"c\",\"plan\":\"p1\",\"by\":\"ada\"}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int work(String in, Worker.Bench bench) {
        return new Worker(
                        new BufferedReader(new StringReader(in)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        bench,
                        () -> {})
                .work();
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_task_is_read_as_it_was_written() {
        assertThat(Wire.task(TASK)).isEqualTo(new Task.Apply("s", "c", "p1", "ada"));
        assertThat(Wire.write(new Task.Apply("s", "c", "p1", "ada")))
                .isEqualTo(TASK)
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "{}", "{\"do\":\"apply\"}", "{\"do\":\"fly\"}", "[]", TASK + TASK})
    void refuses_a_line_that_is_no_task(String line) {
        int exit = work(line + "\n", (task, watcher, cancellation) -> {
            throw new IllegalStateException("nothing is to be carried out");
        });

        assertThat(exit).isEqualTo(64);
        assertThat(said())
                .contains("\"fault\":\"USAGE\"")
                .contains("is no task")
                .hasLineCount(1);
    }

    @Test
    void does_nothing_where_its_parent_says_nothing() {
        assertThat(work("", (task, watcher, cancellation) -> {
                    throw new IllegalStateException("nothing is to be carried out");
                }))
                .isZero();
        assertThat(said()).isEmpty();
    }

    @Test
    void tells_a_refusal_and_a_fault_of_its_own_as_its_last_word() {
        assertThat(work(TASK, (task, watcher, cancellation) -> {
                    throw new GateException(Fault.STORAGE, "orders", "It cannot be read.");
                }))
                .isEqualTo(41);
        assertThat(work(TASK, (task, watcher, cancellation) -> {
                    throw new IllegalStateException("a broken promise");
                }))
                .isEqualTo(70);
        assertThat(said())
                .contains("\"fault\":\"STORAGE\",\"subject\":\"orders\",\"reason\":\"It cannot be read.\"")
                .contains("\"fault\":\"INTERNAL\"")
                .contains("IllegalStateException: a broken promise.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-agentlib:jdwp=transport=dt_socket",
                "-javaagent:agent.jar",
                "-XX:ArchiveClassesAtExit=x.jsa",
                "-XX:+UseG1GC",
                "-Dsluice.terminals=in,err"
            })
    void keeps_from_a_worker_what_is_the_parents_own(String option) {
        assertThat(WorkerCommandLine.isHandedOn(option)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dorg.sqlite.lib.path=/native",
                "-Xmx2g",
                "-Xshare:auto",
                "-XX:SharedArchiveFile=sluice.jsa",
                "-Xlog:cds=off",
                "--add-opens=java.base/java.nio=ALL-UNNAMED"
            })
    void hands_a_worker_what_it_needs_as_well(String option) {
        assertThat(WorkerCommandLine.isHandedOn(option)).isTrue();
    }
}
