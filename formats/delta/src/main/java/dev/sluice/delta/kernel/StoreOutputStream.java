/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoreWriter;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;

/** A new stored file written as a stream; closing it makes the file visible. */
class StoreOutputStream extends PositionOutputStream {

    private final Store store;
    private final StoreOutput output;
    private final StoreWriter writer;

    StoreOutputStream(Store store, StoreOutput output) {
        this.store = store;
        this.output = output;
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
            commit();
        }
    }

    /** Leaves nothing of what was written, unless it was closed before. */
    final void discard() {
        writer.close();
    }

    private void commit() throws IOException {
        try {
            writer.commit();
        } catch (GateException e) {
            if (store.find(output.location()).isPresent()) {
                throw (IOException)
                        new FileAlreadyExistsException(output.location().toString()).initCause(e);
            }
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
