/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import static dev.sluice.rewrite.engine.PageAudit.Contradiction.require;

import dev.sluice.rewrite.engine.PageAudit.Contradiction;

/**
 * Whole numbers as differences, in blocks. Looked at before they are decoded: parquet-java allocates for as many as the
 * stream says it has.
 */
final class Deltas {

    /** Writers use 128 or 256, and 1024 was seen. */
    private static final int LARGEST_BLOCK = 1 << 16;

    private final byte[] bytes;
    private final int end;
    private int at;

    Deltas(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Where the stream ends; known once it was gone through. */
    int end() {
        return at;
    }

    /** Takes numbers one by one. */
    @FunctionalInterface
    interface Taker {
        void take(int index, long number);
    }

    /** Goes through the stream, which has to hold exactly as many numbers. */
    void each(int count, Taker taker) {
        long block = varint();
        long parts = varint();
        long stated = varint();
        require(stated == count, "%d differences for %d values", stated, count);
        require(block > 0 && block <= LARGEST_BLOCK && parts > 0 && parts <= block, "a block of %d", block);
        require(block % parts == 0 && (block / parts) % Byte.SIZE == 0, "blocks of %d in %d parts", block, parts);
        long number = zigzag();
        int taken = 0;
        if (count > 0) {
            taker.take(taken++, number);
        }
        while (taken < count) {
            long least = zigzag();
            int widths = at;
            skip(parts);
            for (int part = 0; part < parts && taken < count; part++) {
                int width = bytes[widths + part];
                require(width >= 0 && width <= Long.SIZE, "differences of %d bits", width);
                int from = at;
                skip(block / parts * width / Byte.SIZE);
                int numbers = (int) Math.min(block / parts, (long) count - taken);
                for (int index = 0; index < numbers; index++) {
                    number += least + bits(from, (long) index * width, width);
                    taker.take(taken++, number);
                }
            }
        }
    }

    private long bits(int from, long bit, int width) {
        long value = 0;
        for (int taken = 0; taken < width; ) {
            int place = (int) (from + ((bit + taken) >> 3));
            int offset = (int) ((bit + taken) & 7);
            int few = Math.min(Byte.SIZE - offset, width - taken);
            value |= (((bytes[place] & 0xFFL) >> offset) & ((1L << few) - 1)) << taken;
            taken += few;
        }
        return value;
    }

    private void skip(long count) {
        require(count <= end - at, "%d bytes too few", count - (end - at));
        at += (int) count;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE + 6; shift += 7) {
            require(at < end, "a byte too few");
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new Contradiction("a number without an end");
    }

    private long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }
}
