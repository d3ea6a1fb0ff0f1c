/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.verify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a check of a committed step found.
 *
 * @param rowsBefore live rows that went into the step
 * @param rowsAfter live rows that came out of it
 * @param filesBefore data files of the version that the step was committed on
 * @param filesAfter data files of the version that it made
 * @param problems full sentences; none where the check passed
 */
public record Verification(
        long rowsBefore, long rowsAfter, long filesBefore, long filesAfter, List<String> problems, Instant verifiedAt) {

    public Verification {
        problems = List.copyOf(problems);
    }

    public boolean passed() {
        return problems.isEmpty();
    }

    /** This check and that of a later step of the same run, as one. */
    public Verification then(Verification later) {
        List<String> all = new ArrayList<>(problems);
        all.addAll(later.problems);
        return new Verification(rowsBefore, later.rowsAfter, filesBefore, later.filesAfter, all, later.verifiedAt);
    }
}
