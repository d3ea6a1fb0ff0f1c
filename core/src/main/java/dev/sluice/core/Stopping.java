/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.plan.Intent;
import dev.sluice.core.run.Cancellation;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Whether a run is to begin a further step: not once it was cancelled or its time is up. */
final class Stopping {

    /** Ends the flow of a run that is to do no further step. */
    static final class Cancelled extends RuntimeException {
        Cancelled() {
            super("The run was cancelled");
        }
    }

    private final Cancellation cancellation;
    private final Clock clock;

    /** A run that has waited for an answer has used up none of its time by that. */
    private final Instant goesOnSince;

    private boolean cancelled;
    private Optional<String> timeIsUp = Optional.empty();

    Stopping(Cancellation cancellation, Clock clock) {
        this.cancellation = cancellation;
        this.clock = clock;
        this.goesOnSince = clock.instant();
    }

    /** Asked before a step that changes nothing: a run that is to end has no use for it. */
    void endIfAsked() {
        if (cancellation.isAskedFor()) {
            throw new Cancelled();
        }
    }

    /** True if a planned step was not begun because the run was cancelled. */
    boolean isCancelled() {
        return cancelled;
    }

    /** Why no further step of a plan is to be begun; once there is a reason it stays. */
    Optional<String> reason(Intent intent) {
        cancelled |= cancellation.isAskedFor();
        if (cancelled) {
            return Optional.of("The run was cancelled before this step.");
        }
        timeIsUp = timeIsUp.or(() -> intent.reasonToStop(goesOnSince, clock.instant()));
        return timeIsUp;
    }
}
