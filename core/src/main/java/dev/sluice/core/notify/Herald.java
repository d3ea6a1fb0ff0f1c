/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.report.RunReport;

/** Hears of every run that has come to its end or waits for an answer, once that is in the journal. */
@FunctionalInterface
public interface Herald {

    /** Keeps it to itself. */
    Herald MUTE = (report, summary) -> {};

    /** @param summary how the run ended, in full sentences */
    void tells(RunReport report, String summary);
}
