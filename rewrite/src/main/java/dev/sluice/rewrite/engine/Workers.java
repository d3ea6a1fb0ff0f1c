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
    private final ExecutorService opening;
    private final Semaphore largePages = new Semaphore(1);
    private volatile boolean stopping;

    Workers(int count) {
        threads = pool(count, "sluice-rewrite-");
        opening = pool(InputQueue.AHEAD, "sluice-rewrite-open-");
    }

    private static ExecutorService pool(int count, String name) {
        return Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, name + NUMBER.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    <T> Future<T> submit(Callable<T> task) {
        return submit(threads, task);
    }

    /** For what waits for the store and hardly computes: all that are read ahead wait at the same time. */
    <T> Future<T> submitOpening(Callable<T> task) {
        return submit(opening, task);
    }

    private <T> Future<T> submit(ExecutorService pool, Callable<T> task) {
        return pool.submit(() -> {
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
        opening.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.MINUTES) && opening.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
