/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.format.FreshLook;
import dev.sluice.core.format.StepOutcome;
import java.util.function.Supplier;

/** Attempts of a step against other writers, for one that nothing else of a plan depends on. */
public final class Attempts {

    private static final int MOST = 5;

    private Attempts() {}

    /**
     * Tries until no other writer is faster; where they are each time, the step is left to the next run.
     *
     * @param attempt begins with a fresh look at the table
     * @param nothing what did not happen then, as a sentence goes on after a semicolon
     */
    public static StepOutcome of(Supplier<StepOutcome> attempt, String nothing) {
        for (int attempts = 1; attempts <= MOST; attempts++) {
            StepOutcome outcome = FreshLook.at(attempt);
            if (outcome.kind() != StepOutcome.Kind.CONFLICTED) {
                return outcome;
            }
        }
        return new StepOutcome.Skipped("Other writers were faster %d times; %s.".formatted(MOST, nothing));
    }
}
