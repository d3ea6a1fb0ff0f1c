/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Bytes;

/**
 * How many bytes of input the next row group should take, so that it fits in memory and the file ends a little past its
 * target. Learns from every row group how input bytes become output bytes.
 */
final class RowGroupSize {

    /** A quarter: two columns may be merged while finished ones wait, and estimates may be wrong. */
    private static final int SHARE_OF_MEMORY = 4;

    /** The last row group aims past the target, lest a tiny one is needed after it. */
    private static final double MARGIN = 1.05;

    /** No row group is made smaller than this part of the largest to hit a target more exactly. */
    private static final int SMALLEST_PART = 8;

    /** Until the first row group has shown it: dictionaries that outgrow their limit make outputs larger than inputs. */
    private static final double FIRST_RATIO = 4;

    private final long largest;
    private final long target;
    private double ratio = FIRST_RATIO;

    /** @param wanted about as large a row group is to be, if there is memory for it */
    RowGroupSize(Bytes memory, Bytes targetFile, Bytes wanted) {
        this.largest = Math.min(wanted.count(), memory.count() / SHARE_OF_MEMORY);
        this.target = targetFile.count();
    }

    /** @param written the bytes of the file so far */
    long next(long written) {
        double left = Math.max(0, target - written) * MARGIN;
        double output;
        if (left <= largest) {
            output = Math.max(left, (double) Math.min(largest, target) / SMALLEST_PART);
        } else {
            output = left / Math.ceil(left / largest);
        }
        return Math.max(1, (long) Math.min(output / ratio, (double) largest * SHARE_OF_MEMORY));
    }

    void learn(long read, long written) {
        if (read > 0 && written > 0) {
            ratio = (double) written / read;
        }
    }
}
