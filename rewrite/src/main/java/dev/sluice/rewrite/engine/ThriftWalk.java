/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.IOException;

/**
 * Goes through a piece of metadata without making anything of it, before a library does, which allocates for every size that
 * it meets. Footers and page headers are structs in Thrift's compact form.
 */
final class ThriftWalk {

    private static final int DEEPEST = 64;

    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int LONG_FORM = 15;

    private final StoreStream stream;
    private final long end;

    /** Says that a piece of metadata contradicts itself. */
    static final class Malformed extends IOException {

        Malformed(String reason) {
            super(reason);
        }
    }

    private ThriftWalk(StoreStream stream, long end) {
        this.stream = stream;
        this.end = end;
    }

    /**
     * Goes to where the struct ends that the stream stands at.
     *
     * @param end where it has to have ended
     * @throws IOException if something in it would lie behind that
     */
    static void struct(StoreStream stream, long end) throws IOException {
        new ThriftWalk(stream, end).struct(0);
    }

    private void struct(int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new Malformed("its metadata is nested too deeply");
        }
        for (int field = next(); field != 0; field = next()) {
            if (field >> 4 == 0) {
                varint(); // the field's number, where it does not follow from the one before
            }
            value(field & 0xF, depth);
        }
    }

    private void value(int type, int depth) throws IOException {
        switch (type) {
            case 1, 2 -> {} // true and false are types of their own
            case BYTE -> skip(1);
            case I16, I32, I64 -> varint();
            case DOUBLE -> skip(Long.BYTES);
            case BINARY -> skip(varint());
            case LIST, SET -> list(depth);
            case MAP -> map(depth);
            case STRUCT -> struct(depth + 1);
            default -> throw new Malformed("its metadata has a value of type " + type);
        }
    }

    private void list(int depth) throws IOException {
        int head = next();
        long size = head >> 4 == LONG_FORM ? varint() : head >> 4;
        requireRoom(size);
        for (long index = 0; index < size; index++) {
            element(head & 0xF, depth);
        }
    }

    private void map(int depth) throws IOException {
        long size = varint();
        requireRoom(2 * size);
        int types = size == 0 ? 0 : next();
        for (long index = 0; index < size; index++) {
            element(types >> 4, depth);
            element(types & 0xF, depth);
        }
    }

    /** In lists and maps a truth value takes a byte. */
    private void element(int type, int depth) throws IOException {
        if (type == 1 || type == 2) {
            skip(1);
        } else {
            value(type, depth + 1);
        }
    }

    private void skip(long count) throws IOException {
        requireRoom(count);
        stream.seek(stream.getPos() + count);
    }

    /** Whatever it is, it takes at least a byte for each. */
    private void requireRoom(long count) throws Malformed {
        long left = end - stream.getPos();
        if (count < 0 || count > left) {
            throw new Malformed("its metadata states a size of %d where %d bytes are left".formatted(count, left));
        }
    }

    private int next() throws IOException {
        int value = stream.getPos() < end ? stream.read() : -1;
        if (value < 0) {
            throw new Malformed("its metadata ends early");
        }
        return value;
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int octet = next();
            value |= (octet & 0x7FL) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw new Malformed("its metadata has a number without an end");
    }
}
