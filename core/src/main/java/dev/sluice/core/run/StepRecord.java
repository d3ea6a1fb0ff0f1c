/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import java.time.Duration;
import java.time.Instant;

/**
 * What a run did in one step, as the journal holds it.
 *
 * @param text a full sentence with the numbers
 */
public record StepRecord(String name, Outcome outcome, Instant startedAt, Duration took, String text) {

    /** The ends of a step in the journal; STARTED is written before the step acts. */
    public enum Outcome {
        STARTED,
        DONE,
        SKIPPED,
        CONFLICTED,
        FAILED,
        UNKNOWN
    }
}
