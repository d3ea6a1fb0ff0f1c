/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.Fleet;
import dev.sluice.core.report.Sentences;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * Shows on standard error how many tables have been found and looked at, and how long the rest will take: on a terminal one
 * line that is drawn over, in a log a line now and then.
 */
public final class FleetProgress implements Fleet.Watch {

    private static final String START_OF_LINE_AND_CLEAR = "\r\u001b[K";
    private static final Duration BETWEEN_DRAWINGS = Duration.ofMillis(100);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final int PERCENT = 100;

    private final PrintStream err;
    private final boolean terminal;
    private final Clock clock;
    private final Instant begun;
    private Instant last;
    private boolean searching = true;
    private long done;
    private long found;

    public FleetProgress(PrintStream err, boolean terminal, Clock clock) {
        this.err = err;
        this.terminal = terminal;
        this.clock = clock;
        this.begun = clock.instant();
        this.last = begun;
    }

    @Override
    public synchronized void progress(long lookedAt, long foundSoFar) {
        done = lookedAt;
        found = foundSoFar;
        Instant now = clock.instant();
        Duration since = Duration.between(last, now);
        if (since.compareTo(terminal ? BETWEEN_DRAWINGS : BETWEEN_LINES) < 0) {
            return;
        }
        last = now;
        if (terminal) {
            err.print(START_OF_LINE_AND_CLEAR + line(now));
        } else {
            err.println(line(now));
        }
        err.flush();
    }

    @Override
    public synchronized void searched(long all) {
        searching = false;
        found = all;
    }

    /** Takes away what is drawn over, and says what has been done. */
    public synchronized void ends() {
        if (terminal) {
            err.print(START_OF_LINE_AND_CLEAR);
        }
        err.println("Looked at %s tables in %s."
                .formatted(grouped(done), Words.seconds(Duration.between(begun, clock.instant()))));
        err.flush();
    }

    private String line(Instant now) {
        if (searching) {
            return "Looked at %s of %s tables found so far ...".formatted(grouped(done), grouped(found));
        }
        long percent = found == 0 ? PERCENT : done * PERCENT / found;
        return "Looked at %s of %s tables (%d%%)%s ...".formatted(grouped(done), grouped(found), percent, rest(now));
    }

    private String rest(Instant now) {
        if (done == 0) {
            return "";
        }
        double seconds = Duration.between(begun, now).toMillis() / 1000.0 * (found - done) / done;
        return ", about %s s left".formatted(Sentences.decimals(Math.ceil(seconds), 0));
    }

    private static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
