/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.table.TableRef;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who says yes, and what counts as one. */
class ApprovalTest {

    private final Terminal terminal = new Terminal(Path.of("/lake"));

    @BeforeEach
    void has_a_table_that_is_due() {
        terminal.parts.delta.orders("/lake/due");
    }

    private long version() {
        return terminal.parts.delta.inspect(new TableRef("delta", "/lake/due")).version();
    }

    private Answer answer() {
        return terminal.parts.journal.answers.get(0);
    }

    @Test
    void an_automatic_gate_is_approved_by_its_policy() {
        terminal.run("run", "due");

        assertThat(version()).isEqualTo(413);
        assertThat(answer().by()).isEqualTo("policy:delta-lake-table-health-gate");
    }

    @Test
    void a_yes_beforehand_is_the_callers_own() {
        terminal.run("run", "due", "--set", "mode=ask", "--yes");

        assertThat(version()).isEqualTo(413);
        assertThat(answer().by()).isEqualTo("ada");
    }

    @Test
    void applying_a_plan_is_the_callers_own_approval() {
        terminal.run("plan", "due");
        assertThat(version()).isEqualTo(412);

        terminal.run("apply", terminal.parts.journal.onlyPlan());

        assertThat(version()).isEqualTo(413);
        assertThat(answer().by()).isEqualTo("ada");
    }

    @Test
    void a_gate_that_only_plans_changes_nothing_whatever_the_caller_says() {
        terminal.run("run", "due", "--set", "mode=plan", "--yes");

        assertThat(version()).isEqualTo(412);
    }

    @Test
    void without_a_person_a_question_waits() {
        Terminal.Ending ending = terminal.run("run", "due", "--set", "mode=ask");

        assertThat(version()).isEqualTo(412);
        assertThat(ending.out())
                .contains("waiting for approval")
                .contains("sluice approve " + terminal.parts.journal.newestRun());
    }

    @Test
    void only_a_typed_out_yes_is_one() {
        terminal.whereSomebodyTypes("y\nok\n YES \n").run("run", "due", "--set", "mode=ask");

        assertThat(version()).isEqualTo(413);
        assertThat(answer().by()).isEqualTo("ada");
    }

    @Test
    void a_no_is_final() {
        Terminal.Ending ending = terminal.whereSomebodyTypes("no\n").run("run", "due", "--set", "mode=ask");

        assertThat(version()).isEqualTo(412);
        assertThat(answer().kind()).isEqualTo(Answer.Kind.NO);
        assertThat(ending.out()).contains("declined, nothing was done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "y\n", "maybe\n\n"})
    void without_an_answer_the_question_stays_open(String typed) {
        Terminal.Ending ending =
                terminal.whereSomebodyTypes(typed).run("run", "due", "--set", "mode=ask", "--exit-code");

        assertThat(version()).isEqualTo(412);
        assertThat(ending.exit()).isEqualTo(3);
        assertThat(terminal.parts.journal.answers).isEmpty();
    }

    @Test
    void the_question_is_not_asked_on_standard_output() {
        Terminal.Ending ending = terminal.whereSomebodyTypes("yes\n").run("run", "due", "--set", "mode=ask", "--json");

        assertThat(Json.only(ending).path("status").asText()).isEqualTo("COMPACTED");
        assertThat(ending.err()).contains("Carry out exactly these steps?");
    }
}
