/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.RunId;
import dev.sluice.core.testing.FakeNotifier;
import dev.sluice.core.testing.InMemoryOutbox;
import dev.sluice.core.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CourierTest {

    private static final String SLACK = "slack ${env:SLACK_WEBHOOK_URL}";

    private final TestClock clock = TestClock.at("2026-11-29T05:00:00Z");
    private final InMemoryOutbox outbox = new InMemoryOutbox();
    private final FakeNotifier slack = new FakeNotifier(SLACK);
    private final List<Duration> pauses = new ArrayList<>();
    private int written;

    private List<Notice> deliver() {
        return new Courier(outbox, this::pause, clock, new Random(7)).deliver(List.of(slack));
    }

    private void pause(Duration time) {
        pauses.add(time);
        clock.advance(time);
    }

    private Notice writes(Occasion occasion) {
        return writes(occasion, SLACK);
    }

    private Notice writes(Occasion occasion, String notifier) {
        written++;
        Message message = new Message(
                occasion, "table %d".formatted(written), "brief %d".formatted(written), List.of(), List.of(), "more");
        Notice notice = Notice.written(
                new RunId("run-%03d".formatted(written)),
                notifier,
                message,
                "{\"run\":%d}".formatted(written),
                clock.instant());
        outbox.put(notice);
        return notice;
    }

    private static Outcome notNow(int seconds) {
        return new Outcome.NotNow(
                "It answered 503.", seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)));
    }

    private Notice only() {
        assertThat(outbox.all()).hasSize(1);
        return outbox.all().get(0);
    }

    @Test
    void a_message_is_sent_once() {
        writes(Occasion.CHANGED);

        assertThat(deliver()).extracting(Notice::standing).containsExactly(Notice.Standing.SENT);
        assertThat(deliver()).isEmpty();

        assertThat(slack.told()).extracting(Message::title).containsExactly("table 1");
        assertThat(slack.reports()).containsExactly(List.of("{\"run\":1}"));
        assertThat(only().attempts()).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void a_receiver_that_cannot_now_is_tried_three_times_five_seconds_apart() {
        writes(Occasion.CHANGED);
        slack.answers(notNow(0), notNow(0), notNow(0), notNow(0));

        deliver();

        assertThat(slack.told()).hasSize(3);
        assertThat(pauses)
                .hasSize(2)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6)));
        assertThat(only().standing()).isEqualTo(Notice.Standing.WAITING);
        assertThat(only().reason()).isEqualTo("It answered 503.");
        assertThat(only().attempts()).isEqualTo(3);
    }

    @Test
    void a_receiver_that_asks_for_time_gets_it() {
        writes(Occasion.CHANGED);
        slack.answers(notNow(2), notNow(20));

        deliver();

        assertThat(only().standing()).isEqualTo(Notice.Standing.SENT);
        assertThat(pauses.get(0)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
        assertThat(pauses.get(1)).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));
    }

    @Test
    void one_that_asks_for_more_than_half_a_minute_is_not_waited_for_and_left_alone_for_so_long() {
        writes(Occasion.CHANGED);
        slack.answers(notNow(600));

        deliver();
        clock.advance(Duration.ofSeconds(599));
        writes(Occasion.FAILED);
        deliver();

        assertThat(slack.told()).hasSize(1);
        assertThat(pauses).isEmpty();

        clock.advance(Duration.ofSeconds(1));
        deliver();

        assertThat(slack.told()).hasSize(2);
        assertThat(outbox.all()).extracting(Notice::standing).containsOnly(Notice.Standing.SENT);
    }

    @Test
    void one_that_asks_for_a_year_is_asked_again_after_an_hour() {
        writes(Occasion.CHANGED);
        slack.answers(notNow(31_536_000));

        deliver();

        assertThat(only().notBefore()).isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    }

    @Test
    void what_is_rejected_is_not_tried_again() {
        writes(Occasion.CHANGED);
        slack.answers(new Outcome.Rejected("It answered 404."));

        deliver();
        clock.advance(Duration.ofHours(2));
        deliver();

        assertThat(slack.told()).hasSize(1);
        assertThat(only().standing()).isEqualTo(Notice.Standing.UNDELIVERED);
        assertThat(only().reason()).isEqualTo("It answered 404.");
    }

    @Test
    void after_it_was_rejected_the_receiver_is_not_told_more_in_the_same_breath() {
        for (int i = 0; i < 201; i++) {
            writes(Occasion.CHANGED);
        }
        slack.answers(new Outcome.Rejected("It answered 404."));

        deliver();

        assertThat(slack.told()).hasSize(1);
    }

    @Test
    void what_was_given_up_is_tried_again_by_whoever_delivers_next_after_ever_longer_rests() {
        writes(Occasion.CHANGED);
        List<Duration> rests = new ArrayList<>();
        for (int round = 0; round < 7; round++) {
            slack.answers(notNow(0), notNow(0), notNow(0));
            deliver();
            rests.add(Duration.between(clock.instant(), only().notBefore()));
            clock.advance(rests.get(round));
        }

        assertThat(rests).extracting(Duration::toMinutes).containsExactly(1L, 2L, 4L, 8L, 15L, 15L, 15L);
        deliver();
        assertThat(only().standing()).isEqualTo(Notice.Standing.SENT);
        assertThat(only().attempts()).isEqualTo(22);
    }

    @Test
    void what_was_not_delivered_within_a_day_is_given_up() {
        writes(Occasion.CHANGED);
        slack.answers(notNow(0), notNow(0), notNow(0));
        deliver();

        clock.advance(Duration.ofHours(25));
        Notice young = writes(Occasion.CHANGED);
        deliver();

        assertThat(outbox.all().get(0).standing()).isEqualTo(Notice.Standing.UNDELIVERED);
        assertThat(outbox.all().get(0).reason()).isEqualTo("It was not delivered within 24 h. It answered 503.");
        assertThat(outbox.of(young.run()).get(0).standing()).isEqualTo(Notice.Standing.SENT);
        assertThat(slack.told()).hasSize(4);
    }

    @Test
    void fifty_that_end_together_go_as_one_message_with_the_failures_first() {
        for (int i = 0; i < 50; i++) {
            writes(i % 25 == 24 ? Occasion.FAILED : i == 7 ? Occasion.WAITING : Occasion.CHANGED);
        }

        deliver();

        assertThat(slack.told()).hasSize(1);
        Message digest = slack.told().get(0);
        assertThat(digest.occasion()).isEqualTo(Occasion.FAILED);
        assertThat(digest.title()).isEqualTo("50 runs: 2 failed, 1 waiting, 47 changed");
        assertThat(digest.sections())
                .hasSize(50)
                .startsWith(
                        new Message.Section("table 25", List.of("brief 25", "more")),
                        new Message.Section("table 50", List.of("brief 50", "more")),
                        new Message.Section("table 8", List.of("brief 8", "more")),
                        new Message.Section("table 1", List.of("brief 1", "more")));
        assertThat(slack.reports().get(0)).hasSize(50).startsWith("{\"run\":25}", "{\"run\":50}", "{\"run\":8}");
        assertThat(outbox.all()).extracting(Notice::standing).containsOnly(Notice.Standing.SENT);
    }

    @Test
    void messages_go_a_second_apart_and_failures_go_first() {
        for (int i = 0; i < 450; i++) {
            writes(i < 400 ? Occasion.CHANGED : Occasion.FAILED);
        }

        deliver();

        assertThat(slack.told())
                .extracting(Message::title)
                .containsExactly("200 runs: 50 failed, 150 changed", "200 runs: 200 changed", "50 runs: 50 changed");
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    @Test
    void the_second_between_two_messages_holds_across_processes() {
        writes(Occasion.CHANGED);
        deliver();
        clock.advance(Duration.ofMillis(300));
        writes(Occasion.CHANGED);

        deliver();

        assertThat(pauses).containsExactly(Duration.ofMillis(700));
    }

    @Test
    void what_was_written_meanwhile_goes_too() {
        writes(Occasion.CHANGED);
        slack.whileTold(() -> {
            if (written == 1) {
                writes(Occasion.FAILED);
            }
        });

        deliver();

        assertThat(slack.told()).extracting(Message::title).containsExactly("table 1", "table 2");
    }

    @Test
    void while_one_process_sends_another_keeps_off() {
        writes(Occasion.CHANGED);
        List<Notice> others = new ArrayList<>();
        slack.whileTold(
                () -> others.addAll(new Courier(outbox, this::pause, clock, new Random(8)).deliver(List.of(slack))));

        deliver();

        assertThat(others).isEmpty();
        assertThat(slack.told()).hasSize(1);
    }

    @Test
    void a_process_that_died_while_it_sent_keeps_others_off_for_five_minutes_only() {
        writes(Occasion.CHANGED);
        outbox.take(SLACK, 1, clock.instant(), clock.instant().plus(Duration.ofMinutes(5)));

        clock.advance(Duration.ofMinutes(4));
        assertThat(deliver()).isEmpty();

        clock.advance(Duration.ofMinutes(1));
        assertThat(deliver()).hasSize(1);
    }

    @Test
    void it_is_done_within_minutes_whatever_the_receivers_do() {
        List<Notifier> many = IntStream.range(0, 20)
                .mapToObj(i ->
                        (Notifier) new FakeNotifier("hook %d".formatted(i)).answers(notNow(30), notNow(30), notNow(30)))
                .toList();
        many.forEach(notifier -> writes(Occasion.CHANGED, notifier.name()));
        Instant begin = clock.instant();

        new Courier(outbox, this::pause, clock, new Random(7)).deliver(many);

        assertThat(Duration.between(begin, clock.instant())).isLessThan(Duration.ofMinutes(3));
        assertThat(outbox.all()).extracting(Notice::standing).containsOnly(Notice.Standing.WAITING);
    }

    @Test
    void whoever_is_interrupted_leaves_the_message_to_the_next() {
        writes(Occasion.CHANGED);
        slack.answers(notNow(0));

        new Courier(
                        outbox,
                        time -> {
                            throw new InterruptedException();
                        },
                        clock,
                        new Random(7))
                .deliver(List.of(slack));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(only().standing()).isEqualTo(Notice.Standing.WAITING);
        assertThat(deliver()).extracting(Notice::standing).containsExactly(Notice.Standing.SENT);
    }

    @Test
    void a_message_for_somebody_unknown_stays() {
        writes(Occasion.CHANGED, "slack ${env:ANOTHER}");

        assertThat(deliver()).isEmpty();

        assertThat(only().standing()).isEqualTo(Notice.Standing.WAITING);
        assertThat(only().attempts()).isZero();
    }
}
