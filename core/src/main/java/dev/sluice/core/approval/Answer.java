/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import java.time.Instant;

/**
 * What somebody, or a named policy, said to a plan.
 *
 * @param by a person's name, or {@code policy:GATE}
 * @param planHash the plan that was answered; an answer to another plan counts for nothing
 * @param reason optional, empty where none was given
 */
public record Answer(Kind kind, String by, Instant at, String planHash, String reason) {

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
