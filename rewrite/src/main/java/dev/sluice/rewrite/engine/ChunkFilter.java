/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Bytes;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The bloom filter of one chunk in the making. How large it must be is known only when the last value is: until then it
 * holds the hashes of all distinct values or, once these ask for the largest filter anyway, that filter.
 */
final class ChunkFilter {

    /** Whatever filter they ask for, no more hashes are held than this: 8 MiB of them. */
    private static final int MOST_HASHES = 1024 * 1024 * 3 / 4;

    private static final int FIRST_TABLE = 1024;

    /** Gives hashes; what is in it does not matter. */
    private final BlockSplitBloomFilter hashing = new BlockSplitBloomFilter(BlockSplitBloomFilter.LOWER_BOUND_BYTES);

    private final double share;
    private final int largest;
    private final int mostHashes;
    private long[] table = new long[FIRST_TABLE];
    private int held;
    private boolean holdsZero;
    private @Nullable BlockSplitBloomFilter filter;

    /** @param share of absent values that may be taken for present */
    ChunkFilter(double share, Bytes largest) {
        this.share = share;
        this.largest = Integer.highestOneBit(Math.toIntExact(largest.count()));
        this.mostHashes = mostHashes(share, this.largest);
    }

    /** Sizes are powers of two: beyond half of the largest it is the largest. */
    private static int mostHashes(double share, int largest) {
        int low = 1;
        int high = MOST_HASHES;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (bytes(middle, share) <= largest / 2) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static int bytes(int distinct, double share) {
        return BlockSplitBloomFilter.optimalNumOfBits(Math.max(1, distinct), share) / Byte.SIZE;
    }

    void add(int value) {
        insert(hashing.hash(value));
    }

    void add(long value) {
        insert(hashing.hash(value));
    }

    /** A reader that looks for one zero wants the other, too, and any NaN if it looks for NaN. */
    void add(float value) {
        insert(hashing.hash(value));
        if (value == 0) {
            insert(hashing.hash(-value));
        } else if (Float.isNaN(value)) {
            insert(hashing.hash(Float.NaN));
        }
    }

    /** As for {@code float}. */
    void add(double value) {
        insert(hashing.hash(value));
        if (value == 0) {
            insert(hashing.hash(-value));
        } else if (Double.isNaN(value)) {
            insert(hashing.hash(Double.NaN));
        }
    }

    void add(Binary value) {
        insert(hashing.hash(value));
    }

    private void insert(long hash) {
        if (filter != null) {
            filter.insertHash(hash);
        } else if (hash == 0) {
            holdsZero = true;
        } else if (hold(table, hash)) {
            held++;
            if (held > mostHashes) {
                filter = filter(largest);
            } else if (held > table.length / 4 * 3) {
                grow();
            }
        }
    }

    /** True if it was not there yet. Hashes need no hashing: their low bits are as good as any. */
    private static boolean hold(long[] into, long hash) {
        int mask = into.length - 1;
        int place = (int) hash & mask;
        while (into[place] != 0) {
            if (into[place] == hash) {
                return false;
            }
            place = (place + 1) & mask;
        }
        into[place] = hash;
        return true;
    }

    private void grow() {
        long[] larger = new long[table.length * 2];
        for (long hash : table) {
            if (hash != 0) {
                hold(larger, hash);
            }
        }
        table = larger;
    }

    private BlockSplitBloomFilter filter(int size) {
        BlockSplitBloomFilter made = new BlockSplitBloomFilter(size, largest);
        for (long hash : table) {
            if (hash != 0) {
                made.insertHash(hash);
            }
        }
        if (holdsZero) {
            made.insertHash(0);
        }
        table = new long[0];
        return made;
    }

    BloomFilter finish() {
        BlockSplitBloomFilter made = filter == null ? filter(bytes(held, share)) : filter;
        filter = made;
        return made;
    }
}
