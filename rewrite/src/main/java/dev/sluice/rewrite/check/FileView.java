/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.store.StoreInput;
import java.io.EOFException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A file of the store as parquet-java wants to see it. A small file is read in one request, of a large one first the end
 * with the footer, then what is asked for. Its streams leave the input open.
 */
final class FileView implements InputFile {

    static final int SMALL = 4 * 1024 * 1024;
    private static final int TAIL = 64 * 1024;

    private final StoreInput input;
    private final byte[] tail;

    FileView(StoreInput input) {
        this.input = input;
        this.tail = new byte[(int) (input.size() <= SMALL ? input.size() : TAIL)];
        input.readFully(input.size() - tail.length, ByteBuffer.wrap(tail));
    }

    @Override
    public long getLength() {
        return input.size();
    }

    @Override
    public SeekableInputStream newStream() {
        return new View(input.size());
    }

    /** A stream that ends there: parquet-java reads past a chunk whose length is too short, and other readers do not. */
    SeekableInputStream streamTo(long end) {
        return new View(Math.min(end, input.size()));
    }

    @Override
    public String toString() {
        return input.location().toString();
    }

    /** A position in the file. */
    private final class View extends SeekableInputStream {

        private final long end;
        private long position;

        View(long end) {
            this.end = end;
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
        public int read() throws EOFException {
            if (position >= end) {
                return -1;
            }
            byte[] one = new byte[1];
            readFully(one);
            return one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws EOFException {
            return read(ByteBuffer.wrap(target, offset, length));
        }

        @Override
        public int read(ByteBuffer target) throws EOFException {
            if (!target.hasRemaining()) {
                return 0;
            }
            int count = (int) Math.min(target.remaining(), end - position);
            if (count <= 0) {
                return -1;
            }
            int limit = target.limit();
            target.limit(target.position() + count);
            readFully(target);
            target.limit(limit);
            return count;
        }

        @Override
        public void readFully(byte[] target) throws EOFException {
            readFully(ByteBuffer.wrap(target));
        }

        @Override
        public void readFully(byte[] target, int offset, int length) throws EOFException {
            readFully(ByteBuffer.wrap(target, offset, length));
        }

        /** Never asks the store for what the file does not have: that is the file's fault, not the store's. */
        @Override
        public void readFully(ByteBuffer target) throws EOFException {
            int count = target.remaining();
            if (position < 0 || count > end - position) {
                throw new EOFException("%d bytes are wanted at %d, but they end at %d".formatted(count, position, end));
            }
            long inTail = position - (input.size() - tail.length);
            if (inTail >= 0) {
                target.put(tail, (int) inTail, count);
            } else {
                input.readFully(position, target);
            }
            position += count;
        }
    }
}
