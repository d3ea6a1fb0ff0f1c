/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.StoreInput;
import java.io.EOFException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A buffered view of a file up to some end, by positioned reads.
 */
final class StoreStream extends SeekableInputStream {

    private final StoreInput input;
    private final long end;
    private final int windowSize;
    private final boolean backward;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowStart;
    private long position;

    private StoreStream(StoreInput input, long end, int windowSize, boolean backward) {
        this.input = input;
        this.end = end;
        this.windowSize = windowSize;
        this.backward = backward;
    }

    /** For a range that is read from front to back; nothing before the position is read. */
    static StoreStream forward(StoreInput input, long position, long end, int windowSize) {
        StoreStream stream = new StoreStream(input, end, windowSize, false);
        stream.position = position;
        return stream;
    }

    /** For a footer, whose length stands at its end: the first read near the end takes in what lies before it. */
    static StoreStream backward(StoreInput input, int windowSize) {
        return new StoreStream(input, input.size(), windowSize, true);
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void seek(long newPosition) {
        position = newPosition;
    }

    @Override
    public int read() {
        if (position >= end) {
            return -1;
        }
        int value = window().get() & 0xFF;
        position++;
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (position >= end) {
            return -1;
        }
        ByteBuffer from = window();
        int count = Math.min(length, from.remaining());
        from.get(target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int read(ByteBuffer target) {
        if (!target.hasRemaining()) {
            return 0;
        }
        if (position >= end) {
            return -1;
        }
        ByteBuffer from = window();
        int count = Math.min(target.remaining(), from.remaining());
        target.put(from.slice(from.position(), count));
        position += count;
        return count;
    }

    @Override
    public void readFully(byte[] target) throws EOFException {
        readFully(target, 0, target.length);
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws EOFException {
        readFully(ByteBuffer.wrap(target, offset, length));
    }

    @Override
    public void readFully(ByteBuffer target) throws EOFException {
        if (position < 0 || target.remaining() > end - position) {
            throw new EOFException(
                    "%d bytes are wanted at %d, but they end at %d".formatted(target.remaining(), position, end));
        }
        if (target.remaining() > windowSize) {
            int held = Math.min(heldAt(position), target.remaining());
            if (held > 0) {
                target.put(window().slice(window.position(), held));
                position += held;
            }
            int rest = target.remaining();
            input.readFully(position, target);
            position += rest;
        }
        while (target.hasRemaining()) {
            int ignored = read(target);
            assert ignored > 0;
        }
    }

    /** Takes in all from a place to the end at once, unless it is here already. */
    void hold(long from) {
        if (from < windowStart || heldAt(from) < end - from) {
            ByteBuffer rest = ByteBuffer.allocate(Math.toIntExact(end - from));
            input.readFully(from, rest);
            window = rest;
            windowStart = from;
        }
    }

    private int heldAt(long at) {
        return at >= windowStart && at < windowStart + window.capacity()
                ? Math.toIntExact(windowStart + window.capacity() - at)
                : 0;
    }

    /** The window, standing at the current position, with at least one byte left in it. */
    private ByteBuffer window() {
        if (heldAt(position) == 0) {
            long from = backward ? Math.max(0, Math.min(position, end - windowSize)) : position;
            ByteBuffer fresh = ByteBuffer.allocate((int) Math.min(windowSize, end - from));
            input.readFully(from, fresh);
            window = fresh;
            windowStart = from;
        }
        window.limit(window.capacity());
        window.position(Math.toIntExact(position - windowStart));
        return window;
    }
}
