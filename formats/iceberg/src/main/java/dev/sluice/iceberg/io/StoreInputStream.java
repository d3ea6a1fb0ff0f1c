/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreReader;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.IntSupplier;
import org.apache.iceberg.io.SeekableInputStream;

/** A stored file as Iceberg reads it: its failures are those of a stream. */
final class StoreInputStream extends SeekableInputStream {

    private final StoreReader reader;

    StoreInputStream(StoreInput input) {
        this.reader = new StoreReader(input);
    }

    @Override
    public long getPos() {
        return reader.position();
    }

    @Override
    public void seek(long newPosition) throws IOException {
        try {
            reader.seek(newPosition);
        } catch (IllegalArgumentException e) {
            throw (IOException) new EOFException(e.getMessage()).initCause(e);
        }
    }

    @Override
    public int read() throws IOException {
        return reading(reader::read);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return reading(() -> reader.read(target, offset, length));
    }

    @Override
    public long skip(long count) {
        return reader.skip(count);
    }

    @Override
    public int available() {
        return reader.available();
    }

    @Override
    public void close() throws IOException {
        reading(() -> {
            reader.close();
            return 0;
        });
    }

    private static int reading(IntSupplier work) throws IOException {
        try {
            return work.getAsInt();
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
