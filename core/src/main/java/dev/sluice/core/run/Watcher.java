/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.fault.GateException;

/** Whoever looks on while a run goes: a progress bar, a log. Sees everything and decides nothing. */
public interface Watcher {

    /** Looks away. */
    Watcher NONE = new Watcher() {
        @Override
        public void begins(String step) {}

        @Override
        public void progress(String what, long done, long total) {}

        @Override
        public void ends(StepRecord step) {}
    };

    /** A run has begun, or goes on after an answer. */
    default void starts(RunId run) {}

    void begins(String step);

    void progress(String what, long done, long total);

    void ends(StepRecord step);

    /** Something has gone wrong, as the run's report tells too; here with what it came from. */
    default void fails(GateException cause) {}
}
