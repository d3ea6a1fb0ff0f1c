/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;

/** Hears how a rewrite gets on, and may stop it. Called by the thread that called the rewrite. */
public interface RewriteListener {

    /** Hears nothing and never stops. */
    RewriteListener NOBODY = new RewriteListener() {};

    /** After every row group: all that is done so far. */
    default void progressed(long rowsWritten, Bytes bytesRead, Bytes bytesWritten) {}

    /** Asked before every row group; a yes ends the rewrite with a {@link java.util.concurrent.CancellationException}. */
    default boolean wantsToStop() {
        return false;
    }
}
