/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.report.RunReport;

/** Hears of every run that comes to its end or waits for an answer, and sees that nobody forgets to tell of it. */
@FunctionalInterface
public interface Herald {

    /** Keeps it to itself. */
    Herald MUTE = (report, summary, end) -> end.run();

    /**
     * Writes how a run stands, and in the same act what is to be told of it: wherever the process dies, either both are
     * kept or neither.
     *
     * @param summary how the run ended, in full sentences
     * @param end writes that to the journal
     */
    void tells(RunReport report, String summary, Runnable end);
}
