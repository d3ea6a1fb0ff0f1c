/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Trouble;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What happened in a run, as whoever is told of it cares; the most urgent first. */
public enum Occasion {
    /** Something kept the run from its end, whatever it had done by then. */
    FAILED,
    /** The run waits for a person's answer. */
    WAITING,
    /** The run changed the table or removed files. */
    CHANGED,
    /** Nothing was done: the table is healthy, or the run was only a plan, was declined, cancelled or skipped. */
    SILENT;

    /** What is told where nothing else was asked for: all but what is silent. */
    public static final Set<Occasion> BY_DEFAULT =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(SILENT)));

    public static Occasion of(RunReport report) {
        if (Trouble.of(report).isPresent()) {
            return FAILED;
        }
        return switch (report.status()) {
            case AWAITING_APPROVAL -> WAITING;
            case COMPACTED, CLEANED, CANCELLED -> report.hasChangedSomething() ? CHANGED : SILENT;
            case QUEUED,
                    RUNNING,
                    HEALTHY,
                    COMPACTION_REQUIRED,
                    PARTIAL,
                    DECLINED,
                    CONFLICTED,
                    FAILED,
                    UNKNOWN,
                    SKIPPED -> SILENT;
        };
    }
}
