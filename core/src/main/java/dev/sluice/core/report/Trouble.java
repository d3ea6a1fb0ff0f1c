/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.fault.Fault;
import java.util.Optional;

/** The fault that a run's end amounts to, also where the run ended by a value and not by a refusal. */
public final class Trouble {

    private Trouble() {}

    /** Empty where the run worked, whatever it found. */
    public static Optional<Fault> of(RunReport report) {
        return switch (report.status()) {
            case CONFLICTED -> Optional.of(Fault.PLAN_STALE);
            case UNKNOWN -> Optional.of(Fault.COMMIT_UNKNOWN);
            case PARTIAL, FAILED ->
                Optional.of(report.failure().map(Failure::fault).orElse(Fault.INTERNAL));
            case QUEUED,
                    RUNNING,
                    AWAITING_APPROVAL,
                    HEALTHY,
                    COMPACTION_REQUIRED,
                    COMPACTED,
                    CLEANED,
                    DECLINED,
                    CANCELLED,
                    SKIPPED -> Optional.empty();
        };
    }
}
