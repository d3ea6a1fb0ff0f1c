/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.iceberg.io.PositionOutputStream;

/** A new stored file written as a stream; closing it makes the file visible. */
final class StoreOutputStream extends PositionOutputStream {

    private static final int BUFFER = 64 * 1024;

    private final StoreOutput output;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private boolean broken;
    private boolean closed;

    StoreOutputStream(StoreOutput output) {
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
                output.commit();
            }
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void store(ByteBuffer bytes) throws IOException {
        try {
            output.write(bytes);
        } catch (GateException e) {
            broken = true; // Whoever writes closes the stream also after a failure, and a torso must not appear.
            throw new IOException(e.getMessage(), e);
        }
    }
}
