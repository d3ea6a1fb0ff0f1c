/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;

/**
 * What one rewrite may use.
 *
 * @param threads columns that are read, merged and written at the same time
 * @param memory heap for buffered column chunks; row groups are cut so that it suffices
 */
public record RewriteLimits(int threads, Bytes memory) {

    /** Below this, row groups would be too small to be worth a rewrite. */
    public static final Bytes LEAST_MEMORY = Bytes.ofMebibytes(64);

    public RewriteLimits {
        if (threads < 1) {
            throw new IllegalArgumentException("A rewrite needs at least one thread, not " + threads);
        }
        if (memory.isSmallerThan(LEAST_MEMORY)) {
            throw new IllegalArgumentException("A rewrite needs at least " + LEAST_MEMORY + ", not " + memory);
        }
    }

    /** All processors, and half of the heap. */
    public static RewriteLimits ofThisMachine() {
        Runtime runtime = Runtime.getRuntime();
        Bytes half = Bytes.of(runtime.maxMemory() / 2);
        return new RewriteLimits(runtime.availableProcessors(), half.isSmallerThan(LEAST_MEMORY) ? LEAST_MEMORY : half);
    }
}
