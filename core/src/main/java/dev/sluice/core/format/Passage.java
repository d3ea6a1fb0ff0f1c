/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;

/** The run that a change belongs to, as seen by whoever carries it out. */
public interface Passage {

    /** The run's id; part of the name of every file that is written. */
    String runId();

    /** Notes a file in the journal; called before the file is opened for writing. */
    void writes(Location file);

    /** True if a run has found of late that a service puts a file only where there is none. */
    boolean isProven(Bucket bucket);

    /** Notes that this run has found that a service puts a file only where there is none. */
    void proves(Bucket bucket);

    /**
     * Says how far the work is.
     *
     * @param done of {@code total}, in the unit named by {@code what}
     */
    void progress(String what, long done, long total);
}
