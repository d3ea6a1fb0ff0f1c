/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The threads of one rewrite. When it is closed, none of them runs any more, so that everything else can be closed. */
final class Workers implements AutoCloseable {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final ExecutorService threads;
    private final Semaphore largePages = new Semaphore(1);
    private volatile boolean stopping;

    Workers(int count) {
        threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "sluice-rewrite-" + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    <T> Future<T> submit(Callable<T> task) {
        return threads.submit(() -> {
            checkpoint();
            return task.call();
        });
    }

    /** One permit: whatever the number of threads, one column with large pages is in memory at a time. */
    Semaphore largePages() {
        return largePages;
    }

    /** Called by long tasks now and then: ends them once the rewrite is being closed. */
    void checkpoint() {
        if (stopping) {
            throw new CancellationException("The rewrite has ended.");
        }
    }

    /** The task's result, or what it threw. */
    <T> T await(Future<T> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The rewrite was interrupted.");
        }
    }

    /** Gives the result of a task that succeeded; call it after closing. */
    static <T> void ifDone(Future<T> task, Consumer<T> use) {
        try {
            if (task.isDone() && !task.isCancelled()) {
                use.accept(task.get());
            }
        } catch (ExecutionException e) {
            return; // it has nothing to give
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopping = true;
        threads.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
