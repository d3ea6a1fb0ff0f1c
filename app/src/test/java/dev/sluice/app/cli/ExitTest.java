/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.store.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way to end has its exit code, documented and stable. */
class ExitTest {

    private final Terminal terminal = new Terminal(Path.of("/lake"));

    @BeforeEach
    void has_a_table_that_is_due_and_one_that_is_not() {
        terminal.parts.delta.orders("/lake/due");
        terminal.parts.delta.add("/lake/fine", 1, FakeTable.files(1, Bytes.ofMebibytes(100), FakeTable.day(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "assess due,                               0",
        "assess due --exit-code,                   2",
        "assess fine --exit-code,                  0",
        "assess due fine --exit-code,              2",
        "plan due,                                 0",
        "explain due,                              0",
        "run due --exit-code,                      0",
        "run fine --exit-code,                     0",
        "run due --set mode=plan,                  0",
        "run due --set mode=plan --exit-code,      2",
        "run due --set mode=plan --yes --exit-code, 2",
        "run due --set mode=ask,                   0",
        "run due --set mode=ask --exit-code,       3",
        "run due --set mode=ask --yes --exit-code, 0",
        "runs,                                     0",
        "--help,                                   0",
        "assess --help,                            0",
        "--version,                                0",
        "assess,                                  64",
        "bogus,                                   64"
    })
    void tells_how_it_ended(String line, int exit) {
        assertThat(terminal.run(line.split(" ")).exit()).isEqualTo(exit);
    }

    @Test
    void a_declined_plan_is_four_where_asked_for() {
        terminal.whereSomebodyTypes("no\n");

        assertThat(terminal.run("run", "due", "--set", "mode=ask").exit()).isZero();
        assertThat(terminal.run("run", "due", "--set", "mode=ask", "--exit-code")
                        .exit())
                .isEqualTo(4);
    }

    @Test
    void a_table_that_another_run_works_on_is_twenty_one() {
        terminal.parts.busy = true;

        assertThat(terminal.run("run", "due").exit()).isEqualTo(21);
        assertThat(terminal.run("assess", "due").exit()).isZero();
    }

    @Test
    void answers_end_as_what_they_lead_to() {
        terminal.run("run", "due", "--set", "mode=ask");
        assertThat(terminal.run("decline", terminal.parts.journal.newestRun()).exit())
                .isZero();
        terminal.run("run", "due", "--set", "mode=ask");
        terminal.parts.delta.endsWith = Optional.of(new StepOutcome.Unknown("No answer."));
        assertThat(terminal.run("approve", terminal.parts.journal.newestRun()).exit())
                .isEqualTo(40);
        assertThat(terminal.run("approve", "nothing").exit()).isEqualTo(64);
    }

    @Test
    void a_lost_race_is_that_of_a_stale_plan() {
        terminal.parts.delta.endsWith = Optional.of(new StepOutcome.Conflicted("Another writer came first."));

        assertThat(terminal.run("run", "due").exit()).isEqualTo(20);
    }

    @Test
    void an_unknown_commit_is_forty() {
        terminal.parts.delta.endsWith = Optional.of(new StepOutcome.Unknown("No answer."));

        assertThat(terminal.run("run", "due").exit()).isEqualTo(40);
    }

    @Test
    void a_break_in_the_midst_of_a_commit_is_an_unknown_one() {
        terminal.parts.delta.breaksInChange = Optional.of(new IllegalStateException("a broken promise"));

        Terminal.Ending ending = terminal.run("run", "due");

        assertThat(ending.exit()).isEqualTo(40);
        assertThat(ending.err()).contains("It cannot be told whether anything was committed.");
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void every_fault_ends_every_command_with_its_own(Fault fault) {
        terminal.parts.delta.breaksWith = Optional.of(new GateException(fault, "/lake/due", "It went wrong."));

        for (String command : new String[] {"assess", "plan", "run", "explain"}) {
            Terminal.Ending ending = terminal.run(command, "delta:due");
            assertThat(ending.exit()).as(command).isEqualTo(fault.exitCode());
            assertThat(ending.err()).as(command).contains("/lake/due: It went wrong. " + fault.remedy());
        }
    }

    @Test
    void the_journal_is_closed_however_a_command_ends() {
        terminal.run("assess", "due");
        terminal.run("run", "due");
        terminal.run("show", "nothing");

        assertThat(terminal.parts.journal.closed)
                .isEqualTo(terminal.parts.journal.opened)
                .isEqualTo(3);
    }
}
