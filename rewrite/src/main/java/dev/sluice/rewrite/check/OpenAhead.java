/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.check.CheckedFile.Reading;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Files that are opened a little before they are read, by threads that wait for the store alone: what a store takes to
 * answer is paid by many files at once. No more are open at a time than fit into a fixed share of memory.
 */
final class OpenAhead implements AutoCloseable {

    private static final int MOST = 16;
    private static final Bytes MEMORY = Bytes.ofMebibytes(16);

    private final Iterator<Next> waiting;
    private final Function<Reading, CheckedFile> opening;
    private final ExecutorService threads;
    private final Deque<Next> ahead = new ArrayDeque<>();
    private long held;
    private boolean closed;

    /** A file with the sums that its rows go into. */
    static final class Next {
        private final Reading reading;
        private final Tally tally;
        private @Nullable CompletableFuture<CheckedFile> file;

        Next(Reading reading, Tally tally) {
            this.reading = reading;
            this.tally = tally;
        }

        Reading reading() {
            return reading;
        }

        Tally tally() {
            return tally;
        }

        /** Waits until it is open; whoever asks closes it. */
        CheckedFile file() {
            if (file == null) {
                throw new IllegalStateException("It is not being opened");
            }
            try {
                return file.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof Error cause) {
                    throw cause;
                }
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }

        private long weight() {
            return Math.min(reading.what().size().count(), FileView.SMALL);
        }
    }

    OpenAhead(List<Next> files, Function<Reading, CheckedFile> opening) {
        this.waiting = files.iterator();
        this.opening = opening;
        this.threads = Executors.newFixedThreadPool(MOST, work -> {
            Thread thread = new Thread(work, "sluice-check-open");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The next file, or null after the last. */
    synchronized @Nullable Next next() {
        while (!closed && waiting.hasNext() && ahead.size() < MOST && held < MEMORY.count()) {
            Next next = waiting.next();
            next.file = CompletableFuture.supplyAsync(() -> opening.apply(next.reading), threads);
            held += next.weight();
            ahead.addLast(next);
        }
        Next first = ahead.pollFirst();
        if (first != null) {
            held -= first.weight();
        }
        return first;
    }

    /** Lets go of what nobody took. */
    @Override
    public synchronized void close() {
        closed = true;
        threads.shutdown();
        for (Next left : ahead) {
            CompletableFuture<CheckedFile> file = left.file;
            if (file != null) {
                file.handle((opened, failure) -> opened)
                        .thenAccept(opened -> {
                            if (opened != null) {
                                opened.close();
                            }
                        })
                        .join();
            }
        }
        ahead.clear();
    }
}
