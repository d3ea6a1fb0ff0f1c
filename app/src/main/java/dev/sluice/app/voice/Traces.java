/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.fault.Blame;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import java.io.PrintStream;

/** The progress of runs, with the place in the program that each fault of Sluice's own came from. */
public final class Traces implements Watcher {

    private final Progress progress;
    private final PrintStream err;

    public Traces(Progress progress, PrintStream err) {
        this.progress = progress;
        this.err = err;
    }

    /** Whoever made another mistake than ours is not helped by it. */
    static void show(GateException cause, PrintStream err) {
        if (cause.fault().blame() == Blame.GATE) {
            cause.printStackTrace(err);
        }
    }

    @Override
    public void fails(GateException cause) {
        progress.makeRoom();
        show(cause, err);
    }

    @Override
    public void starts(RunId run) {
        progress.starts(run);
    }

    @Override
    public void begins(String step) {
        progress.begins(step);
    }

    @Override
    public void progress(String what, long done, long total) {
        progress.progress(what, done, total);
    }

    @Override
    public void ends(StepRecord step) {
        progress.ends(step);
    }
}
