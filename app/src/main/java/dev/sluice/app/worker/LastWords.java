/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of what a process writes to its standard error, which is read to its end so that it never stops. */
final class LastWords {

    private static final int KEPT = 10;

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread reader;

    LastWords(BufferedReader err) {
        this.reader = new Thread(() -> read(err), "worker-stderr");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BufferedReader err) {
        try (err) {
            for (String line = err.readLine(); line != null; line = err.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            keep("(here its standard error broke off)");
        }
    }

    private synchronized void keep(String line) {
        lines.addLast(line);
        if (lines.size() > KEPT) {
            lines.removeFirst();
        }
    }

    /** The last lines, once the process has ended. */
    List<String> heard() throws InterruptedException {
        reader.join();
        synchronized (this) {
            return List.copyOf(lines);
        }
    }
}
