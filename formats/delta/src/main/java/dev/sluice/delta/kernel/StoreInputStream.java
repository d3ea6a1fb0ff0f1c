/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.StoreInput;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A stored file read as a stream, one range at a time.
 *
 * <p>A jump to the end of a file, as for a Parquet footer, reads the whole last range at once, so that the footer's length
 * and the footer itself are one read.
 */
final class StoreInputStream extends SeekableInputStream {

    static final int RANGE = 256 * 1024;

    private final StoreInput input;
    private final long size;
    private final byte[] range;
    private long rangeStart;
    private int rangeLength;
    private long position;

    StoreInputStream(StoreInput input) {
        this.input = input;
        this.size = input.size();
        this.range = new byte[(int) Math.min(size, RANGE)];
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void seek(long newPosition) throws IOException {
        if (newPosition < 0 || newPosition > size) {
            throw new EOFException(
                    "%s has %d bytes; there is no position %d".formatted(input.location(), size, newPosition));
        }
        position = newPosition;
    }

    @Override
    public int read() throws IOException {
        if (position >= size) {
            return -1;
        }
        load();
        return range[(int) (position++ - rangeStart)] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (position >= size) {
            return -1;
        }
        int count;
        if (!isLoaded() && length >= range.length) {
            count = (int) Math.min(length, size - position);
            fetch(position, ByteBuffer.wrap(target, offset, count));
        } else {
            load();
            count = (int) Math.min(length, rangeStart + rangeLength - position);
            System.arraycopy(range, (int) (position - rangeStart), target, offset, count);
        }
        position += count;
        return count;
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int count = read(target, offset + done, length - done);
            if (count < 0) {
                throw new EOFException("%s ends at byte %d, but %d more bytes were to be read"
                        .formatted(input.location(), size, length - done));
            }
            done += count;
        }
    }

    @Override
    public long skip(long count) {
        long skipped = Math.max(0, Math.min(count, size - position));
        position += skipped;
        return skipped;
    }

    @Override
    public int available() {
        return isLoaded() ? (int) (rangeStart + rangeLength - position) : 0;
    }

    @Override
    public void close() throws IOException {
        try {
            input.close();
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private boolean isLoaded() {
        return position >= rangeStart && position < rangeStart + rangeLength;
    }

    private void load() throws IOException {
        if (isLoaded()) {
            return;
        }
        boolean jumped = position != rangeStart + rangeLength;
        long start = jumped ? Math.min(position, size - range.length) : position;
        int length = (int) Math.min(range.length, size - start);
        rangeLength = 0;
        fetch(start, ByteBuffer.wrap(range, 0, length));
        rangeStart = start;
        rangeLength = length;
    }

    private void fetch(long from, ByteBuffer target) throws IOException {
        try {
            input.readFully(from, target);
        } catch (GateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
