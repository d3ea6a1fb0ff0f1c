/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.format.StepOutcome;

/** Where a run stands; a closed list. */
public enum Status {
    QUEUED(false),
    RUNNING(false),
    AWAITING_APPROVAL(false),
    /** Nothing was due. */
    HEALTHY(true),
    /** Something is due and was only planned. */
    COMPACTION_REQUIRED(true),
    /** Compacted and verified. */
    COMPACTED(true),
    /** Only expired or removed. */
    CLEANED(true),
    /** Something was committed and a later step failed. */
    PARTIAL(true),
    DECLINED(true),
    /** Another writer won, and the table is as they left it. */
    CONFLICTED(true),
    FAILED(true),
    /** A commit's outcome cannot be told; a person has to look. */
    UNKNOWN(true),
    CANCELLED(true),
    SKIPPED(true);

    private final boolean last;

    Status(boolean last) {
        this.last = last;
    }

    /** True if a run never leaves this status. */
    public boolean isFinal() {
        return last;
    }

    /** How a run stands after an answer that is no yes. */
    public static Status after(Answer answer) {
        return switch (answer.kind()) {
            case YES -> RUNNING;
            case NO -> DECLINED;
            case NOT_YET -> AWAITING_APPROVAL;
            case NOT_ASKED -> COMPACTION_REQUIRED;
        };
    }

    /** How a run ends after a step that it cannot go on from. */
    public static Status after(StepOutcome outcome) {
        return switch (outcome.kind()) {
            case DONE, SKIPPED -> RUNNING;
            case CONFLICTED -> CONFLICTED;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
