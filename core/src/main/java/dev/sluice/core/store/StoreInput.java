/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.nio.ByteBuffer;

/** An open file. */
public interface StoreInput extends AutoCloseable {

    Location location();

    long size();

    /**
     * Fills the buffer's remaining space from a position; safe to call from many threads.
     *
     * @throws dev.sluice.core.fault.GateException with {@code STORAGE} if the file ends before the buffer is full
     */
    void readFully(long position, ByteBuffer target);

    @Override
    void close();
}
