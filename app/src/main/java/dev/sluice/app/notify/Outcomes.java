/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import java.time.Duration;
import java.util.Optional;

/** What an exchange means for a message. */
final class Outcomes {

    /** A secret that is not there now is looked for again later, not in the next seconds. */
    private static final Duration UNTIL_A_SECRET_IS_THERE = Duration.ofMinutes(1);

    private Outcomes() {}

    /** By the status alone: what a receiver writes may hold anything. */
    static Outcome of(Reply reply) {
        if (reply instanceof Reply.Answered answered) {
            String reason = "It answered with status %d.".formatted(answered.status());
            if (answered.isFine()) {
                return new Outcome.Sent();
            }
            return answered.isForNow()
                    ? new Outcome.NotNow(reason, answered.retryAfter())
                    : new Outcome.Rejected(reason);
        }
        return reply instanceof Reply.Unanswered unanswered
                ? new Outcome.NotNow(unanswered.reason(), Optional.empty())
                : new Outcome.Rejected(((Reply.Unsendable) reply).reason());
    }

    /**
     * The value of a secret, as it is sent.
     *
     * @throws GateException with {@code CONFIG_INVALID} where there is none
     */
    static String value(Secret secret) {
        String value = secret.reveal().strip();
        if (value.isEmpty()) {
            throw new GateException(Fault.CONFIG_INVALID, secret.reference(), "The secret is empty.");
        }
        return value;
    }

    static Outcome withoutSecret(GateException missing) {
        return new Outcome.NotNow(
                "%s: %s".formatted(missing.subject(), missing.reason()), Optional.of(UNTIL_A_SECRET_IS_THERE));
    }
}
