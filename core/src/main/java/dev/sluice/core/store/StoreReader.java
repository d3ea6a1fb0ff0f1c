/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A stored file read from a position that moves, one range at a time: what libraries call a seekable stream.
 *
 * <p>A jump near the end of a file, as for a footer, reads the whole last range at once, so that a footer's length and the
 * footer itself are one read.
 */
public final class StoreReader implements AutoCloseable {

    /** What is read at once. */
    public static final int RANGE = 256 * 1024;

    private final StoreInput input;
    private final long size;
    private final byte[] range;
    private long rangeStart;
    private int rangeLength;
    private long position;

    public StoreReader(StoreInput input) {
        this.input = input;
        this.size = input.size();
        this.range = new byte[(int) Math.min(size, RANGE)];
    }

    public long position() {
        return position;
    }

    /** @throws IllegalArgumentException if the file has no such position */
    public void seek(long newPosition) {
        if (newPosition < 0 || newPosition > size) {
            throw new IllegalArgumentException(
                    "%s has %d bytes; there is no position %d".formatted(input.location(), size, newPosition));
        }
        position = newPosition;
    }

    /** The next byte, or -1 at the end. */
    public int read() {
        if (position >= size) {
            return -1;
        }
        load();
        return range[(int) (position++ - rangeStart)] & 0xff;
    }

    /** Reads some of the bytes that follow, and says how many; -1 at the end. */
    public int read(byte[] target, int offset, int length) {
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
            input.readFully(position, ByteBuffer.wrap(target, offset, count));
        } else {
            load();
            count = (int) Math.min(length, rangeStart + rangeLength - position);
            System.arraycopy(range, (int) (position - rangeStart), target, offset, count);
        }
        position += count;
        return count;
    }

    /** Moves on by as many bytes as there are, and says how many. */
    public long skip(long count) {
        long skipped = Math.max(0, Math.min(count, size - position));
        position += skipped;
        return skipped;
    }

    /** Bytes that can be read without asking the store. */
    public int available() {
        return isLoaded() ? (int) (rangeStart + rangeLength - position) : 0;
    }

    @Override
    public void close() {
        input.close();
    }

    private boolean isLoaded() {
        return position >= rangeStart && position < rangeStart + rangeLength;
    }

    private void load() {
        if (isLoaded()) {
            return;
        }
        boolean jumped = position != rangeStart + rangeLength;
        long start = jumped ? Math.min(position, size - range.length) : position;
        int length = (int) Math.min(range.length, size - start);
        rangeLength = 0;
        input.readFully(start, ByteBuffer.wrap(range, 0, length));
        rangeStart = start;
        rangeLength = length;
    }
}
