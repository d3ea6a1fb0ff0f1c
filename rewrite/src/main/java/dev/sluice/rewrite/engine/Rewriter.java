/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.rewrite.OutputNames;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteListener;
import dev.sluice.rewrite.RewriteResult;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The compaction engine: merges Parquet files, in the order given, into fewer and larger ones. Safe to share; every
 * rewrite stands alone.
 */
public final class Rewriter {

    private final Store store;
    private final RewriteLimits limits;

    public Rewriter(Store store, RewriteLimits limits) {
        this.store = store;
        this.limits = limits;
    }

    /** As {@link #rewrite(RewriteJob, RewriteListener)}, with nobody listening. */
    public RewriteResult rewrite(RewriteJob job) {
        return rewrite(job, RewriteListener.NOBODY);
    }

    /**
     * Writes the rows of all inputs that no mask deletes, in order, to as many outputs as the target size asks for. No
     * rows, no output. When it fails, the unfinished output is discarded; outputs that are complete by then stay, and
     * their names are known to whoever gave them ({@link OutputNames}).
     *
     * @throws dev.sluice.core.fault.GateException {@code TABLE_FEATURE_UNSUPPORTED} for what cannot be rewritten without
     *     loss, {@code TABLE_DAMAGED} for an input that contradicts itself or is not there, each with file and column, {@code STORAGE}
     *     when the store fails
     * @throws CancellationException if the listener asked to stop or the thread was interrupted
     */
    public RewriteResult rewrite(RewriteJob job, RewriteListener listener) {
        try (Rewriting rewriting = new Rewriting(store, limits, job, listener)) {
            return rewriting.run();
        } catch (GateException e) {
            throw interrupted(e).orElseGet(() -> job.explained(e, store));
        }
    }

    /** An interrupt that meets the thread at a store's file looks like a failure of the store; it is none. */
    private static Optional<RuntimeException> interrupted(GateException failure) {
        if (!Thread.currentThread().isInterrupted()) {
            return Optional.empty();
        }
        CancellationException cancelled = new CancellationException("The rewrite was interrupted.");
        cancelled.initCause(failure);
        return Optional.of(cancelled);
    }
}
