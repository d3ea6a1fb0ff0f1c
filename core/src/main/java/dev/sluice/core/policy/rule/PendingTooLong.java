/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;
import java.time.Duration;

/**
 * Complains when the oldest pending file is older than it may get.
 *
 * @param maxWait zero switches the rule off
 */
public record PendingTooLong(Duration maxWait) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        Duration waited = evidence.pending().waited(evidence.now());
        boolean tooLong = !maxWait.isZero() && waited.compareTo(maxWait) > 0;
        String limit = maxWait.isZero() ? "no limit" : "limit " + Phrase.duration(maxWait);
        String text = evidence.pending().oldest().isEmpty()
                ? "No file is pending (%s)".formatted(limit)
                : "The oldest pending file has waited %s (%s)".formatted(Phrase.duration(waited), limit);
        return new Finding(
                Code.MAX_WAIT, tooLong ? Urgency.DUE : Urgency.FINE, text, waited.toSeconds(), maxWait.toSeconds());
    }
}
