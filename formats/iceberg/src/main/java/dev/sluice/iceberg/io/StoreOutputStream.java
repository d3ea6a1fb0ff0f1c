/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoreWriter;
import java.io.IOException;
import org.apache.iceberg.io.PositionOutputStream;

/** A new stored file written as a stream; closing it makes the file visible. */
final class StoreOutputStream extends PositionOutputStream {

    private final StoreWriter writer;

    StoreOutputStream(StoreOutput output) {
        this.writer = new StoreWriter(output);
    }

    @Override
    public long getPos() {
        return writer.position();
    }

    @Override
    public void write(int value) throws IOException {
        writing(() -> writer.write(value));
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        writing(() -> writer.write(source, offset, length));
    }

    @Override
    public void flush() throws IOException {
        writing(writer::flush);
    }

    @Override
    public void close() throws IOException {
        try (writer) {
            writer.commit();
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void writing(Runnable work) throws IOException {
        try {
            work.run();
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
