/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.nio.ByteBuffer;

/** A file that is being written. Closing it without a commit discards what was written. */
public interface StoreOutput extends AutoCloseable {

    Location location();

    /** Bytes written so far. */
    long position();

    void write(ByteBuffer bytes);

    /**
     * Makes the file durable and visible as a whole.
     *
     * @throws dev.sluice.core.fault.GateException with {@code STORAGE} if a file of that name is there already, with
     *     {@code UNANSWERED} if it cannot be told whether the file is there or will be
     */
    StoredFile commit();

    @Override
    void close();
}
