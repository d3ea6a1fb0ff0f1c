/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Shows on standard error how far a run is: on a terminal one line that is drawn over, in a log a line for each step
 * that has ended.
 */
public final class Progress implements Watcher {

    private static final String START_OF_LINE_AND_CLEAR = "\r\u001b[K";
    private static final int PERCENT = 100;

    /** The unit that is written as an amount of data. */
    private static final String BYTES = "bytes";

    private final PrintStream err;
    private final boolean terminal;
    private final boolean keepsLines;
    private final AtomicReference<@Nullable String> current = new AtomicReference<>();
    private String drawn = "";

    /**
     * @param keepsLines whether the line of a step stays when it has ended
     */
    public Progress(PrintStream err, boolean terminal, boolean keepsLines) {
        this.err = err;
        this.terminal = terminal;
        this.keepsLines = keepsLines;
    }

    @Override
    public synchronized void begins(String step) {
        current.set(step);
        draw(step + " ...");
    }

    @Override
    public synchronized void progress(String what, long done, long total) {
        String amount = total <= 0
                ? amount(what, done)
                : "%s of %s (%d%%)".formatted(amountAlone(what, done), amount(what, total), done * PERCENT / total);
        draw("%s ... %s".formatted(current.get(), amount));
    }

    private static String amount(String what, long count) {
        return what.equals(BYTES) ? Bytes.of(count).toString() : count + " " + what;
    }

    private static String amountAlone(String what, long count) {
        return what.equals(BYTES) ? Bytes.of(count).toString() : Long.toString(count);
    }

    /** Takes away the line that is drawn over, so that somebody else may write. */
    public synchronized void makeRoom() {
        clear();
    }

    @Override
    public synchronized void ends(StepRecord step) {
        clear();
        current.set(null);
        if (keepsLines) {
            err.println("%s: %s (%s)".formatted(step.name(), step.text(), Words.seconds(step.took())));
        }
        err.flush();
    }

    /** The step that is going on; null between steps. */
    public @Nullable String current() {
        return current.get();
    }

    private void draw(String line) {
        if (terminal && !line.equals(drawn)) {
            err.print(START_OF_LINE_AND_CLEAR + line);
            err.flush();
            drawn = line;
        }
    }

    private void clear() {
        if (terminal && !drawn.isEmpty()) {
            err.print(START_OF_LINE_AND_CLEAR);
            drawn = "";
        }
    }
}
