/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import static dev.sluice.rewrite.engine.PageAudit.Contradiction.require;

import dev.sluice.rewrite.engine.PageAudit.Contradiction;

/**
 * Numbers in runs, each either one number many times or many numbers side by side: levels, and places in a dictionary.
 * Looked at before they are decoded, since parquet-java makes up zeroes for what a stream cut short lacks and goes astray
 * at a run of no length.
 */
final class Runs {

    private static final int GROUP = 8;

    private final byte[] bytes;
    private final int end;
    private int at;

    Runs(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /**
     * Goes to the end of the stream, which has to be where its numbers end.
     *
     * @param width bits of a number
     * @param count how many numbers there have to be
     */
    void walk(int width, int count) {
        int left = count;
        while (left > 0) {
            int header = varint();
            int stated = header >>> 1;
            if ((header & 1) == 0) {
                require(stated > 0 && stated <= left, "a run of %d of %d numbers left", stated, left);
                at += (width + 7) / 8;
                left -= stated;
            } else {
                int present = packed(stated, width, left);
                at += present;
                left -= (int) Math.min(left, (long) stated * GROUP);
            }
            require(at <= end, "a run beyond the end");
        }
        require(at == end, "%d bytes after the last number", end - at);
    }

    /**
     * As {@link #walk}, and none of the numbers may be larger than one.
     *
     * @return how many are as large as that
     */
    int count(int width, int count, int largest) {
        int begin = at;
        walk(width, count);
        at = begin;
        int found = 0;
        int left = count;
        while (left > 0) {
            int header = varint();
            int stated = header >>> 1;
            if ((header & 1) == 0) {
                int number = 0;
                for (int index = 0; index < (width + 7) / 8; index++) {
                    number |= (bytes[at++] & 0xFF) << (GROUP * index);
                }
                requireLevel(number, largest);
                found += number == largest ? stated : 0;
                left -= stated;
            } else {
                int numbers = (int) Math.min(left, (long) stated * GROUP);
                found += packed(numbers, width, largest, at);
                at += Math.min(stated * width, end - at);
                left -= numbers;
            }
        }
        return found;
    }

    private int packed(int numbers, int width, int largest, int from) {
        int found = 0;
        int next = from;
        long bits = 0;
        int held = 0;
        for (int index = 0; index < numbers; index++) {
            while (held < width) {
                bits |= (bytes[next++] & 0xFFL) << held;
                held += GROUP;
            }
            int number = (int) (bits & ((1L << width) - 1));
            requireLevel(number, largest);
            found += number == largest ? 1 : 0;
            bits >>>= width;
            held -= width;
        }
        return found;
    }

    private static void requireLevel(int number, int largest) {
        require(Integer.compareUnsigned(number, largest) <= 0, "a level of %d, above %d", number, largest);
    }

    /** The bytes of a run of groups; old writers leave out what the last group does not need. */
    private int packed(int groups, int width, int left) {
        long whole = (long) groups * width;
        require(groups > 0, "a run of no length");
        if (whole <= end - at) {
            return (int) whole;
        }
        long needed = ((long) left * width + 7) / 8;
        require(
                groups == (left + GROUP - 1) / GROUP && needed <= end - at,
                "a run of %d bytes where %d are left",
                whole,
                end - at);
        return end - at;
    }

    private int varint() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            require(at < end, "a byte too few");
            byte next = bytes[at++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new Contradiction("a run without a length");
    }
}
