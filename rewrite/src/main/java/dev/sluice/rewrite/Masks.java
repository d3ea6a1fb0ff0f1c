/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import org.roaringbitmap.longlong.PeekableLongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** The row masks that ship. */
final class Masks {

    static final RowMask NONE = new None();

    private Masks() {}

    /** Deletes nothing. */
    private record None() implements RowMask {

        @Override
        public long nextDeleted(long from) {
            return NO_MORE;
        }

        @Override
        public long cardinality() {
            return 0;
        }
    }

    /** Deletes what a bitmap holds. */
    record OfBitmap(Roaring64Bitmap positions) implements RowMask {

        @Override
        public long nextDeleted(long from) {
            PeekableLongIterator following = positions.getLongIteratorFrom(from);
            return following.hasNext() ? following.next() : NO_MORE;
        }

        @Override
        public long cardinality() {
            return positions.getLongCardinality();
        }
    }
}
