/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.run.RunId;
import java.time.Duration;
import java.time.Instant;

/**
 * One message on one run for one notifier, as an outbox keeps it: written down before it is tried, and kept with what
 * became of it. There is one for a run, a notifier and an occasion.
 *
 * @param notifier the name of the notifier that it is for
 * @param report the run's report as JSON
 * @param attempts how often it was tried
 * @param notBefore while it waits: it is not tried before then
 * @param since when it came to stand so
 * @param reason what kept it, a full sentence; empty where nothing did
 */
public record Notice(
        RunId run,
        String notifier,
        Message message,
        String report,
        Instant writtenAt,
        Standing standing,
        int attempts,
        Instant notBefore,
        Instant since,
        String reason) {

    /** After so long nobody is helped by a message any more. */
    public static final Duration STALE_AFTER = Duration.ofHours(24);

    /** Where a notice stands. */
    public enum Standing {
        /** It is to be sent. */
        WAITING,
        SENT,
        /** It was not delivered and will not be tried again. */
        UNDELIVERED
    }

    static Notice written(RunId run, String notifier, Message message, String report, Instant now) {
        return new Notice(run, notifier, message, report, now, Standing.WAITING, 0, now, now, "");
    }

    public Occasion occasion() {
        return message.occasion();
    }

    boolean isStale(Instant now) {
        return Duration.between(writtenAt, now).compareTo(STALE_AFTER) > 0;
    }

    Notice tried(int times) {
        return with(standing, attempts + times, notBefore, since, reason);
    }

    Notice sent(Instant now) {
        return with(Standing.SENT, attempts, now, now, "");
    }

    Notice undelivered(String why, Instant now) {
        return with(Standing.UNDELIVERED, attempts, now, now, why);
    }

    Notice putOff(String why, Instant until, Instant now) {
        return with(Standing.WAITING, attempts, until, now, why);
    }

    private Notice with(Standing stands, int tries, Instant until, Instant now, String why) {
        return new Notice(run, notifier, message, report, writtenAt, stands, tries, until, now, why);
    }
}
