/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatusTest {

    @Test
    void the_list_of_statuses_is_closed() {
        assertThat(Status.values())
                .containsExactly(
                        Status.QUEUED,
                        Status.RUNNING,
                        Status.AWAITING_APPROVAL,
                        Status.HEALTHY,
                        Status.COMPACTION_REQUIRED,
                        Status.COMPACTED,
                        Status.CLEANED,
                        Status.PARTIAL,
                        Status.DECLINED,
                        Status.CONFLICTED,
                        Status.FAILED,
                        Status.UNKNOWN,
                        Status.CANCELLED,
                        Status.SKIPPED);
    }

    @Test
    void all_but_three_are_final() {
        assertThat(Status.values())
                .filteredOn(status -> !status.isFinal())
                .containsExactly(Status.QUEUED, Status.RUNNING, Status.AWAITING_APPROVAL);
    }

    @Test
    void an_answer_tells_how_a_run_stands() {
        assertThat(Answer.Kind.values())
                .extracting(kind -> Status.after(new Answer(kind, "ada", Instant.EPOCH, "", "")))
                .containsExactly(Status.RUNNING, Status.DECLINED, Status.AWAITING_APPROVAL, Status.COMPACTION_REQUIRED);
    }

    @Test
    void an_outcome_that_one_cannot_go_on_from_tells_how_a_run_ends() {
        assertThat(Status.after(new StepOutcome.Conflicted(""))).isEqualTo(Status.CONFLICTED);
        assertThat(Status.after(new StepOutcome.Unknown(""))).isEqualTo(Status.UNKNOWN);
        assertThat(Status.after(new StepOutcome.Skipped(""))).isEqualTo(Status.RUNNING);
    }

    @Test
    void only_a_sure_end_lets_a_step_clean_up() {
        assertThat(new StepOutcome.Conflicted("").mayCleanUp()).isTrue();
        assertThat(new StepOutcome.Skipped("").mayCleanUp()).isTrue();
        assertThat(new StepOutcome.Unknown("").mayCleanUp()).isFalse();
        assertThat(new StepOutcome.Unknown("").mayContinue()).isFalse();
        assertThat(new StepOutcome.Conflicted("").mayContinue()).isFalse();
    }

    @Test
    void a_run_is_named_by_the_second_it_began_in() {
        TestClock clock = TestClock.at("2026-11-29T03:00:00.999Z");
        String first = RunId.next(clock, new Random(1)).text();
        clock.advance(Duration.ofSeconds(1));

        assertThat(first).matches("20261129T030000-[0-9a-f]{6}");
        assertThat(RunId.next(clock, new Random(1)).text()).isGreaterThan(first);
    }
}
