/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import dev.sluice.core.fault.GateException;
import java.nio.ByteBuffer;

/**
 * A new stored file written piece by piece: what libraries call a position output stream. Pieces are gathered before they
 * go to the store.
 *
 * <p>Whoever writes a stream closes it also after a failure, and a torso must not appear: once a write has failed, nothing
 * is committed any more.
 */
public final class StoreWriter implements AutoCloseable {

    /** What is gathered before it is written. */
    static final int BUFFER = 64 * 1024;

    private final StoreOutput output;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private boolean broken;
    private boolean ended;

    public StoreWriter(StoreOutput output) {
        this.output = output;
    }

    /** Bytes taken so far, whether or not they have gone to the store. */
    public long position() {
        return output.position() + buffer.position();
    }

    public void write(int value) {
        if (!buffer.hasRemaining()) {
            flush();
        }
        buffer.put((byte) value);
    }

    public void write(byte[] source, int offset, int length) {
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.remaining()) {
            store(ByteBuffer.wrap(source, offset, length));
        } else {
            buffer.put(source, offset, length);
        }
    }

    public void flush() {
        buffer.flip();
        store(buffer);
        buffer.clear();
    }

    /** Makes the file visible as a whole. Does nothing if a write has failed, or where there was an end already. */
    public void commit() {
        if (broken || ended) {
            return;
        }
        ended = true;
        flush();
        output.commit();
    }

    /** Leaves nothing of what was not committed. */
    @Override
    public void close() {
        ended = true;
        output.close();
    }

    private void store(ByteBuffer bytes) {
        try {
            output.write(bytes);
        } catch (GateException e) {
            broken = true;
            throw e;
        }
    }
}
