/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import java.time.Duration;
import java.time.Instant;

/**
 * What somebody, or a named policy, said to a plan.
 *
 * @param by a person's name, or {@code policy:GATE}
 * @param planHash the plan that was answered; an answer to another plan counts for nothing
 * @param reason optional, empty where none was given
 */
public record Answer(Kind kind, String by, Instant at, String planHash, String reason) {

    /** A run that has waited for longer than this is declined. */
    public static final Duration EXPIRES = Duration.ofHours(72);

    /** True if a run that began to wait then has waited for too long by now. */
    public static boolean hasExpired(Instant since, Instant now) {
        return Duration.between(since, now).compareTo(EXPIRES) > 0;
    }

    /** The answer to a plan that nobody answered in time. */
    public static Answer expired(String planHash, Instant now) {
        return new Answer(Kind.NO, "nobody", now, planHash, "expired after %d h".formatted(EXPIRES.toHours()));
    }

    /** True if the question is answered for good. */
    public boolean isFinal() {
        return kind == Kind.YES || kind == Kind.NO;
    }

    /** The possible answers. */
    public enum Kind {
        YES,
        NO,
        /** Nobody has answered; the run waits. */
        NOT_YET,
        /** Nobody was asked: the gate only plans. */
        NOT_ASKED
    }
}
