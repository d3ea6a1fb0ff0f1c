/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import java.time.Duration;
import java.time.Instant;

/**
 * For how long a run waits for an answer.
 *
 * @param limit a run that has waited for longer is declined
 */
public record Patience(Duration limit) {

    public static final Patience DEFAULT = new Patience(Duration.ofHours(72));

    /** True if a run that began to wait then has waited for too long by now. */
    public boolean hasRunOut(Instant since, Instant now) {
        return Duration.between(since, now).compareTo(limit) > 0;
    }

    /** Until when a run is answered that began to wait then. */
    public Instant endsAfter(Instant since) {
        return since.plus(limit);
    }

    /** The answer to a plan that nobody answered in time. */
    public Answer ranOut(String planHash, Instant now) {
        return new Answer(Answer.Kind.NO, "nobody", now, planHash, "expired after " + inWords());
    }

    /** {@code 72 h}, {@code 90 min}. */
    public String inWords() {
        return limit.toMinutesPart() == 0 ? limit.toHours() + " h" : limit.toMinutes() + " min";
    }
}
