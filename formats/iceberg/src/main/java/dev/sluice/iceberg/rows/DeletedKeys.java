/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keys that equality deletes name, each with the newest delete of it. A table may have tens of millions of them, so they
 * are no objects: their bytes lie one after another, and a table of their places finds them. How much memory they take is
 * counted, not estimated, since a key may be a long text.
 */
final class DeletedKeys {

    /** Bytes that the shortest key takes with its slot, a sequence number and its length. */
    static final int LEAST_BYTES = 24;

    /** Bytes that are taken from memory at a time; a larger key gets as many as it needs. */
    private static final int CHUNK = 1 << 16;

    /** A place is an int, and counts chunks as if all were of one size. */
    private static final long MOST_MEMORY = 1L << 30;

    private static final int SLOTS_AT_FIRST = 16;
    private static final int LENGTH_AT = Long.BYTES;
    private static final int KEY_AT = LENGTH_AT + Integer.BYTES;
    private static final int FREE = -1;

    private final long memory;
    private final List<byte[]> chunks = new ArrayList<>();
    private int[] places = emptySlots(SLOTS_AT_FIRST);
    private int usedOfLast = CHUNK;
    private int size;
    private long allocated;

    /** @param memory bytes that all keys together may take */
    DeletedKeys(long memory) {
        this.memory = Math.min(memory, MOST_MEMORY);
    }

    int size() {
        return size;
    }

    /** False once they take more than they may; one key alone always fits, since there is no way without it. */
    boolean fit() {
        return size <= 1 || allocated + (long) places.length * Integer.BYTES <= memory;
    }

    /** Notes that a delete of this sequence number names the key. */
    void put(Key key, long sequence) {
        int slot = slot(key);
        if (places[slot] != FREE) {
            byte[] chunk = chunk(places[slot]);
            int at = at(places[slot]);
            Key.writeLong(chunk, at, Math.max(Key.readLong(chunk, at), sequence));
            return;
        }
        places[slot] = append(key, sequence);
        size++;
        if (size > places.length / 4 * 3) {
            grow();
        }
    }

    /** The sequence number of the newest delete that names the key; less than any where none does. */
    long newest(Key key) {
        int place = places[slot(key)];
        return place == FREE ? Long.MIN_VALUE : Key.readLong(chunk(place), at(place));
    }

    private int slot(Key key) {
        int slot = (int) key.hash() & places.length - 1;
        while (places[slot] != FREE && !isAt(places[slot], key)) {
            slot = slot + 1 & places.length - 1;
        }
        return slot;
    }

    private boolean isAt(int place, Key key) {
        byte[] chunk = chunk(place);
        int at = at(place);
        return Key.readInt(chunk, at + LENGTH_AT) == key.length()
                && Arrays.equals(chunk, at + KEY_AT, at + KEY_AT + key.length(), key.bytes(), 0, key.length());
    }

    private int append(Key key, long sequence) {
        int needed = KEY_AT + key.length();
        if (needed > CHUNK - usedOfLast) {
            chunks.add(new byte[Math.max(CHUNK, needed)]);
            allocated += Math.max(CHUNK, needed);
            usedOfLast = 0;
        }
        int at = usedOfLast;
        byte[] chunk = chunks.get(chunks.size() - 1);
        Key.writeLong(chunk, at, sequence);
        Key.writeInt(chunk, at + LENGTH_AT, key.length());
        System.arraycopy(key.bytes(), 0, chunk, at + KEY_AT, key.length());
        usedOfLast += needed;
        return (chunks.size() - 1) * CHUNK + at;
    }

    private void grow() {
        int[] old = places;
        places = emptySlots(Math.multiplyExact(old.length, 2));
        for (int place : old) {
            if (place != FREE) {
                byte[] chunk = chunk(place);
                int at = at(place);
                int slot = (int) Key.hash(chunk, at + KEY_AT, Key.readInt(chunk, at + LENGTH_AT)) & places.length - 1;
                while (places[slot] != FREE) {
                    slot = slot + 1 & places.length - 1;
                }
                places[slot] = place;
            }
        }
    }

    private static int[] emptySlots(int count) {
        int[] slots = new int[count];
        Arrays.fill(slots, FREE);
        return slots;
    }

    private byte[] chunk(int place) {
        return chunks.get(place / CHUNK);
    }

    private static int at(int place) {
        return place % CHUNK;
    }
}
