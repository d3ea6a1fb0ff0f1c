/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Trouble;
import java.util.Optional;

/** The exit codes: 0 where it worked, those of {@link Fault}, and three that the caller has to ask for. */
final class Exit {

    static final int WORKED = 0;
    static final int WORK_DUE = 2;
    static final int AWAITING_APPROVAL = 3;
    static final int DECLINED = 4;

    private final boolean tellsMore;

    /**
     * @param tellsMore whether the caller asked for the codes of work that is due, waits or was declined
     */
    Exit(boolean tellsMore) {
        this.tellsMore = tellsMore;
    }

    int of(Assessment found) {
        return tellsMore && found.verdict().level() != Verdict.Level.HEALTHY ? WORK_DUE : WORKED;
    }

    int of(RunReport report) {
        Optional<Fault> trouble = Trouble.of(report);
        if (trouble.isPresent()) {
            return trouble.get().exitCode();
        }
        if (!tellsMore) {
            return WORKED;
        }
        return switch (report.status()) {
            case COMPACTION_REQUIRED -> WORK_DUE;
            case AWAITING_APPROVAL -> AWAITING_APPROVAL;
            case DECLINED -> DECLINED;
            default -> WORKED;
        };
    }
}
