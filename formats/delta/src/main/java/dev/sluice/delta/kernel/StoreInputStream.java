/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreReader;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.IntSupplier;

/** A stored file as Kernel reads it: its failures are those of a stream. */
final class StoreInputStream extends SeekableInputStream {

    private final StoreInput input;
    private final StoreReader reader;

    StoreInputStream(StoreInput input) {
        this.input = input;
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
    public void readFully(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int count = read(target, offset + done, length - done);
            if (count < 0) {
                throw new EOFException("%s ends at byte %d, but %d more bytes were to be read"
                        .formatted(input.location(), input.size(), length - done));
            }
            done += count;
        }
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
