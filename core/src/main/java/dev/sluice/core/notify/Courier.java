/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Takes what waits in the outbox to whom it is for: what waits for one notifier at one time goes as one message, messages
 * go a second apart, and a receiver that asks for time gets it. It tries a few times and then leaves the message in the
 * outbox, where whoever delivers next finds it; so it is done within minutes, whatever the receivers do.
 */
public final class Courier {

    private static final int ATTEMPTS = 3;

    /** Between two attempts with one message, at least. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Whoever asks for a longer pause than this is not waited for. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** What is added to a pause at most, so that several who were sent away together do not come back together. */
    private static final Duration SCATTER = Duration.ofSeconds(1);

    /** Between two messages to one receiver. */
    private static final Duration APART = Duration.ofSeconds(1);

    /** After this nothing more is begun. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** For so long nobody else takes what was taken; far longer than one message can take. */
    private static final Duration TAKEN = Duration.ofMinutes(5);

    /** A receiver that gave no answer, or a wrong one, is left alone for this long, then for twice as long, and so on. */
    private static final Duration FIRST_REST = Duration.ofMinutes(1);

    private static final Duration LONGEST_REST = Duration.ofMinutes(15);

    /** However long a receiver asks to be left alone, it is asked again by then. */
    private static final Duration LONGEST_OBEDIENCE = Duration.ofHours(1);

    private static final int AT_ONCE = 200;

    private final Outbox outbox;
    private final Pause pause;
    private final Clock clock;
    private final RandomGenerator random;

    public Courier(Outbox outbox, Pause pause, Clock clock, RandomGenerator random) {
        this.outbox = outbox;
        this.pause = pause;
        this.clock = clock;
        this.random = random;
    }

    /** Sends what waits for some notifiers, and says how each notice that was taken up stands now. */
    public List<Notice> deliver(Collection<Notifier> notifiers) {
        Instant end = clock.instant().plus(PATIENCE);
        List<Notice> told = new ArrayList<>();
        try {
            for (Notifier notifier : notifiers) {
                deliver(notifier, end, told);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return told;
    }

    private void deliver(Notifier notifier, Instant end, List<Notice> told) throws InterruptedException {
        boolean goesOn = true;
        while (goesOn && clock.instant().isBefore(end)) {
            Instant now = clock.instant();
            List<Notice> taken = outbox.take(notifier.name(), AT_ONCE, now, now.plus(TAKEN));
            List<Notice> stale = taken.stream().filter(n -> n.isStale(now)).toList();
            settle(stale, notice -> notice.undelivered(tooLate(notice), now), told);
            List<Notice> due = taken.stream().filter(n -> !n.isStale(now)).toList();
            goesOn = !taken.isEmpty() && (due.isEmpty() || send(notifier, due, told));
        }
    }

    private static String tooLate(Notice notice) {
        return "It was not delivered within %d h. %s"
                .formatted(Notice.STALE_AFTER.toHours(), notice.reason())
                .strip();
    }

    /** True if the notifier may be told more at once. */
    private boolean send(Notifier notifier, List<Notice> due, List<Notice> told) throws InterruptedException {
        Message message = Message.digest(due.stream().map(Notice::message).toList());
        List<String> reports = due.stream().map(Notice::report).toList();
        int attempts = 0;
        try {
            awaitTurn(notifier);
            while (true) {
                Outcome outcome = notifier.tell(message, reports);
                attempts++;
                Duration wait = pauseAfter(outcome);
                if (outcome.kind() != Outcome.Kind.NOT_NOW
                        || attempts == ATTEMPTS
                        || wait.compareTo(LONGEST_PAUSE) > 0) {
                    settle(due, outcome, attempts, told);
                    return outcome.kind() == Outcome.Kind.SENT;
                }
                pause.of(wait.plusMillis(random.nextLong(SCATTER.toMillis())));
            }
        } catch (InterruptedException e) {
            int tried = attempts;
            Instant now = clock.instant();
            settle(due, n -> n.tried(tried).putOff("Sluice was stopped before it was told.", now, now), told);
            throw e;
        }
    }

    /** Waits until the last message to the same receiver is a second ago, whoever sent that. */
    private void awaitTurn(Notifier notifier) throws InterruptedException {
        Duration left = outbox.lastSent(notifier.name())
                .map(last -> Duration.between(clock.instant(), last.plus(APART)))
                .orElse(Duration.ZERO);
        if (!left.isNegative() && !left.isZero()) {
            pause.of(left.compareTo(APART) > 0 ? APART : left);
        }
    }

    private static Duration pauseAfter(Outcome outcome) {
        Duration asked =
                outcome instanceof Outcome.NotNow notNow ? notNow.retryAfter().orElse(PAUSE) : PAUSE;
        return asked.compareTo(PAUSE) < 0 ? PAUSE : asked;
    }

    private void settle(List<Notice> due, Outcome outcome, int attempts, List<Notice> told) {
        Instant now = clock.instant();
        settle(
                due,
                notice -> {
                    Notice tried = notice.tried(attempts);
                    return switch (outcome.kind()) {
                        case SENT -> tried.sent(now);
                        case REJECTED -> tried.undelivered(outcome.reason(), now);
                        case NOT_NOW -> tried.putOff(outcome.reason(), now.plus(restAfter(outcome, tried)), now);
                    };
                },
                told);
    }

    private void settle(List<Notice> notices, UnaryOperator<Notice> change, List<Notice> told) {
        for (Notice notice : notices) {
            Notice now = change.apply(notice);
            outbox.update(now);
            told.add(now);
        }
    }

    private static Duration restAfter(Outcome outcome, Notice tried) {
        Duration asked = pauseAfter(outcome);
        int rounds = Math.min(tried.attempts() / ATTEMPTS, Integer.SIZE);
        Duration own = rounds < 2 ? FIRST_REST : FIRST_REST.multipliedBy(1L << (rounds - 1));
        Duration capped = own.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : own;
        Duration longer = asked.compareTo(capped) > 0 ? asked : capped;
        return longer.compareTo(LONGEST_OBEDIENCE) > 0 ? LONGEST_OBEDIENCE : longer;
    }
}
