/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import org.roaringbitmap.longlong.Roaring64Bitmap;

/** The rows of one file that are deleted, by their position from 0. Read by one thread at a time. */
public interface RowMask {

    /** What {@link #nextDeleted} answers when no row follows. */
    long NO_MORE = Long.MAX_VALUE;

    /** The first deleted position at or after {@code from}, or {@link #NO_MORE}. */
    long nextDeleted(long from);

    /** How many rows are deleted. */
    long cardinality();

    default boolean isEmpty() {
        return cardinality() == 0;
    }

    /** No row is deleted. */
    static RowMask none() {
        return Masks.NONE;
    }

    /** The positions in a bitmap, which must not change afterwards. */
    static RowMask of(Roaring64Bitmap positions) {
        return new Masks.OfBitmap(positions);
    }

    /** The positions given, in any order. */
    static RowMask of(long... positions) {
        return of(Roaring64Bitmap.bitmapOf(positions));
    }
}
