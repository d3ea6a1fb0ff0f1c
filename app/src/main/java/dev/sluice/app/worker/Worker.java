/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Watcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side: takes one task, carries it out and tells of it. It lives no longer than its parent, whose end is
 * the end of its standard input.
 */
public final class Worker {

    private static final int WORKED = 0;

    private final BufferedReader in;
    private final Events events;
    private final Bench bench;
    private final Runnable halt;
    private final AtomicBoolean cancelled = new AtomicBoolean();

    /** Carries out tasks. */
    @FunctionalInterface
    public interface Bench {

        RunReport carryOut(Task task, Watcher watcher, Cancellation cancellation);
    }

    /**
     * @param halt ends the process at once, in the midst of whatever it does
     */
    public Worker(BufferedReader in, PrintStream out, Bench bench, Runnable halt) {
        this.in = in;
        this.events = new Events(out);
        this.bench = bench;
        this.halt = halt;
    }

    /** The exit code; whatever came of the task has been told before. */
    public int work() {
        try {
            String first = line();
            if (first == null) {
                return WORKED;
            }
            Task task = Wire.task(first);
            listen();
            events.report(bench.carryOut(task, events, cancelled::get));
            return WORKED;
        } catch (GateException e) {
            events.refused(e);
            return e.fault().exitCode();
        } catch (RuntimeException e) {
            String what = "%s: %s.".formatted(e.getClass().getSimpleName(), e.getMessage());
            events.refused(new GateException(Fault.INTERNAL, "worker", what, e));
            return Fault.INTERNAL.exitCode();
        }
    }

    private void listen() {
        Thread ear = new Thread(this::untilTheParentEnds, "parent");
        ear.setDaemon(true);
        ear.start();
    }

    private void untilTheParentEnds() {
        for (String line = line(); line != null; line = line()) {
            if (Wire.read(line).path("cancel").asBoolean()) {
                cancelled.set(true);
            }
        }
        halt.run();
    }

    /** The next line from the parent; null where it has ended, in whatever way. */
    private @Nullable String line() {
        try {
            return in.readLine();
        } catch (IOException e) {
            return null;
        }
    }
}
