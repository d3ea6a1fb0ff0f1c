/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreOutput;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;

/** A new stored file written as a stream; closing it makes the file visible. */
class StoreOutputStream extends PositionOutputStream {

    private static final int BUFFER = 64 * 1024;

    private final Store store;
    private final StoreOutput output;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private boolean broken;
    private boolean closed;

    StoreOutputStream(Store store, StoreOutput output) {
        this.store = store;
        this.output = output;
    }

    @Override
    public long getPos() {
        return output.position() + buffer.position();
    }

    @Override
    public void write(int value) throws IOException {
        if (!buffer.hasRemaining()) {
            flush();
        }
        buffer.put((byte) value);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.remaining()) {
            store(ByteBuffer.wrap(source, offset, length));
        } else {
            buffer.put(source, offset, length);
        }
    }

    @Override
    public void flush() throws IOException {
        buffer.flip();
        store(buffer);
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (output) {
            if (!broken) {
                flush();
                commit();
            }
        }
    }

    /** Leaves nothing of what was written, unless it was closed before. */
    final void discard() {
        closed = true;
        output.close();
    }

    private void store(ByteBuffer bytes) throws IOException {
        try {
            output.write(bytes);
        } catch (GateException e) {
            broken = true; // Whoever writes closes the stream also after a failure, and a torso must not appear.
            throw new IOException(e.getMessage(), e);
        }
    }

    private void commit() throws IOException {
        try {
            output.commit();
        } catch (GateException e) {
            if (store.find(output.location()).isPresent()) {
                throw (IOException)
                        new FileAlreadyExistsException(output.location().toString()).initCause(e);
            }
            throw new IOException(e.getMessage(), e);
        }
    }
}
