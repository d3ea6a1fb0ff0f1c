/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Notice.Standing;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outbox;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every outbox promises. Times go to the millisecond; an outbox may drop what is finer. */
public abstract class OutboxContract {

    protected static final Instant NOW = Instant.parse("2026-11-29T05:00:00.123Z");

    /** The runs that the notices are on; whoever needs it has them in the journal. */
    protected static final List<RunId> RUNS = List.of(
            new RunId("20261129T050000-00000a"),
            new RunId("20261129T050000-00000b"),
            new RunId("20261129T050000-00000c"));

    private static final String SLACK = "slack ${env:SLACK_WEBHOOK_URL}";
    private static final String HOOK = "webhook ${env:HOOK_URL}";
    private static final Instant LATER = NOW.plus(Duration.ofMinutes(5));

    protected Outbox outbox;

    /** An outbox that holds nothing, beside a journal that holds the runs. */
    protected abstract Outbox empty();

    /** The journal beside the outbox that was made last. */
    protected abstract Journal beside();

    @BeforeEach
    void begin_with_an_empty_outbox() {
        outbox = empty();
    }

    private static Notice notice(int run, String notifier, Occasion occasion, Instant at) {
        Message message = new Message(
                occasion,
                "delta:/lake/o'rders: \"failed\"",
                "brief\nand more",
                List.of(new Message.Fact("Table", "delta:/lake/o'rders \\ <!channel>")),
                List.of(new Message.Section("What happened", List.of("one", "zwei \uD83D\uDC1F"))),
                "more");
        return new Notice(
                RUNS.get(run),
                notifier,
                message,
                "{\"run\":\"%d\"}".formatted(run),
                at,
                Standing.WAITING,
                0,
                at,
                at,
                "");
    }

    private static Notice notice(int run, Occasion occasion) {
        return notice(run, SLACK, occasion, NOW);
    }

    private List<Notice> take() {
        return outbox.take(SLACK, 10, NOW, LATER);
    }

    private static Notice standing(Notice notice, Standing standing, Instant notBefore, String reason) {
        return new Notice(
                notice.run(),
                notice.notifier(),
                notice.message(),
                notice.report(),
                notice.writtenAt(),
                standing,
                notice.attempts() + 3,
                notBefore,
                NOW.plusSeconds(1),
                reason);
    }

    @Test
    void keeps_a_notice_as_it_was_written() {
        outbox.put(notice(0, Occasion.FAILED));

        assertThat(outbox.of(RUNS.get(0))).containsExactly(notice(0, Occasion.FAILED));
        assertThat(outbox.of(RUNS.get(1))).isEmpty();
    }

    @Test
    void the_same_notice_is_kept_once() {
        outbox.put(notice(0, Occasion.FAILED));
        outbox.put(notice(0, SLACK, Occasion.FAILED, NOW.plusSeconds(9)));
        outbox.put(notice(0, SLACK, Occasion.WAITING, NOW.plusSeconds(9)));
        outbox.put(notice(0, HOOK, Occasion.FAILED, NOW.plusSeconds(9)));

        assertThat(outbox.of(RUNS.get(0)))
                .containsExactly(
                        notice(0, Occasion.FAILED),
                        notice(0, SLACK, Occasion.WAITING, NOW.plusSeconds(9)),
                        notice(0, HOOK, Occasion.FAILED, NOW.plusSeconds(9)));
    }

    @Test
    void a_runs_end_and_the_message_on_it_are_kept_as_one() {
        outbox.atOnce(() -> {
            ends(RUNS.get(0));
            outbox.put(notice(0, Occasion.FAILED));
        });

        assertThat(statusOf(RUNS.get(0))).isEqualTo(Status.FAILED);
        assertThat(outbox.of(RUNS.get(0))).containsExactly(notice(0, Occasion.FAILED));
    }

    @Test
    void of_an_act_that_breaks_off_nothing_is_kept_whatever_broke_it() {
        for (Throwable reason : List.of(new IllegalStateException("no word for it"), new AssertionError("dead"))) {
            assertThatThrownBy(() -> outbox.atOnce(() -> {
                        ends(RUNS.get(0));
                        outbox.put(notice(0, Occasion.FAILED));
                        throwIt(reason);
                    }))
                    .isSameAs(reason);
        }

        assertThat(statusOf(RUNS.get(0))).isEqualTo(Status.RUNNING);
        assertThat(outbox.of(RUNS.get(0))).isEmpty();
    }

    @Test
    void what_was_written_before_an_act_that_breaks_off_stays_and_more_can_be_written_after_it() {
        outbox.put(notice(0, Occasion.WAITING));

        assertThatThrownBy(() -> outbox.atOnce(() -> {
                    outbox.put(notice(1, Occasion.FAILED));
                    throw new IllegalStateException("no word for it");
                }))
                .hasMessage("no word for it");
        outbox.put(notice(2, Occasion.CHANGED));
        ends(RUNS.get(2));

        assertThat(RUNS.stream().flatMap(run -> outbox.of(run).stream()))
                .extracting(Notice::occasion)
                .containsExactly(Occasion.WAITING, Occasion.CHANGED);
        assertThat(statusOf(RUNS.get(2))).isEqualTo(Status.FAILED);
    }

    private void ends(RunId run) {
        beside().end(run, Status.FAILED, "The disk was full.", "{}");
    }

    private Status statusOf(RunId run) {
        return beside().run(run.text()).orElseThrow().status();
    }

    private static void throwIt(Throwable reason) {
        if (reason instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) reason;
    }

    @Test
    void gives_the_most_urgent_first_and_then_the_oldest() {
        outbox.put(notice(0, SLACK, Occasion.CHANGED, NOW.minusSeconds(9)));
        outbox.put(notice(1, SLACK, Occasion.FAILED, NOW.minusSeconds(1)));
        outbox.put(notice(2, SLACK, Occasion.FAILED, NOW.minusSeconds(5)));
        outbox.put(notice(0, SLACK, Occasion.WAITING, NOW));
        outbox.put(notice(0, HOOK, Occasion.FAILED, NOW));

        assertThat(take())
                .extracting(n -> RUNS.indexOf(n.run()) + " " + n.occasion())
                .containsExactly("2 FAILED", "1 FAILED", "0 WAITING", "0 CHANGED");
    }

    @Test
    void gives_no_more_than_was_asked_for_and_these_are_the_most_urgent() {
        outbox.put(notice(0, Occasion.CHANGED));
        outbox.put(notice(1, Occasion.FAILED));

        assertThat(outbox.take(SLACK, 1, NOW, LATER))
                .extracting(Notice::occasion)
                .containsExactly(Occasion.FAILED);
    }

    @Test
    void what_is_taken_nobody_else_gets_nor_anything_else_of_the_same_notifier() {
        outbox.put(notice(0, Occasion.FAILED));
        outbox.put(notice(0, HOOK, Occasion.FAILED, NOW));
        assertThat(take()).hasSize(1);
        outbox.put(notice(1, Occasion.FAILED));

        assertThat(outbox.take(SLACK, 10, LATER.minusMillis(1), LATER.plusSeconds(9)))
                .isEmpty();
        assertThat(outbox.take(HOOK, 10, NOW, LATER)).hasSize(1);
        assertThat(outbox.take(SLACK, 10, LATER, LATER.plusSeconds(9)))
                .as("after its time")
                .hasSize(2);
    }

    @Test
    void what_was_sent_is_not_given_again_and_says_when() {
        outbox.put(notice(0, Occasion.FAILED));
        Notice sent = standing(take().get(0), Standing.SENT, NOW, "");

        outbox.update(sent);

        assertThat(outbox.of(RUNS.get(0))).containsExactly(sent);
        assertThat(outbox.take(SLACK, 10, LATER, LATER)).isEmpty();
        assertThat(outbox.lastSent(SLACK)).contains(NOW.plusSeconds(1));
        assertThat(outbox.lastSent(HOOK)).isEmpty();
    }

    @Test
    void what_was_given_up_is_kept_with_its_reason_and_not_given_again() {
        outbox.put(notice(0, Occasion.FAILED));
        Notice given = standing(take().get(0), Standing.UNDELIVERED, NOW, "It answered 404: \"it's gone\".");

        outbox.update(given);

        assertThat(outbox.of(RUNS.get(0))).containsExactly(given);
        assertThat(outbox.take(SLACK, 10, LATER, LATER)).isEmpty();
        assertThat(outbox.lastSent(SLACK)).isEmpty();
    }

    @Test
    void what_is_put_off_is_given_again_at_its_time() {
        outbox.put(notice(0, Occasion.FAILED));
        Instant until = NOW.plusSeconds(60);
        outbox.update(standing(take().get(0), Standing.WAITING, until, "It answered 503."));

        assertThat(outbox.take(SLACK, 10, until.minusMillis(1), LATER)).isEmpty();
        List<Notice> again = outbox.take(SLACK, 10, until, LATER);
        assertThat(again).extracting(Notice::reason).containsExactly("It answered 503.");
        assertThat(again).extracting(Notice::attempts).containsExactly(3);
    }

    @Test
    void what_somebody_else_has_settled_meanwhile_stays_settled() {
        outbox.put(notice(0, Occasion.FAILED));
        Notice taken = take().get(0);
        outbox.update(standing(taken, Standing.SENT, NOW, ""));

        outbox.update(standing(taken, Standing.WAITING, NOW, "It answered 503."));

        assertThat(outbox.of(RUNS.get(0))).extracting(Notice::standing).containsExactly(Standing.SENT);
    }

    @Test
    void a_notice_that_was_never_put_is_not_made_by_an_update() {
        outbox.update(notice(0, Occasion.FAILED));

        assertThat(outbox.of(RUNS.get(0))).isEmpty();
    }
}
