/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.util.Arrays;

/**
 * A set of locations that remembers 8 bytes of each, so that a million of them take 16 MB. It may say that it holds a
 * location that was never added, about once in 10^13 questions for a million members; it never denies one that was. For
 * files that must not be deleted, that is the safe side.
 */
public final class FingerprintSet {

    private static final int FIRST_CAPACITY = 1 << 10;
    private static final long EMPTY = 0;

    private long[] slots = new long[FIRST_CAPACITY];
    private int size;

    public void add(Location location) {
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        if (insert(slots, fingerprint(location))) {
            size++;
        }
    }

    public boolean mayContain(Location location) {
        long wanted = fingerprint(location);
        for (int i = slot(slots, wanted); slots[i] != EMPTY; i = i + 1 & slots.length - 1) {
            if (slots[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    public int size() {
        return size;
    }

    private void grow() {
        long[] larger = new long[Math.multiplyExact(slots.length, 2)];
        Arrays.stream(slots).filter(s -> s != EMPTY).forEach(s -> insert(larger, s));
        slots = larger;
    }

    private static boolean insert(long[] slots, long value) {
        int i = slot(slots, value);
        while (slots[i] != EMPTY) {
            if (slots[i] == value) {
                return false;
            }
            i = i + 1 & slots.length - 1;
        }
        slots[i] = value;
        return true;
    }

    private static int slot(long[] slots, long value) {
        return (int) (value ^ value >>> 32) & slots.length - 1;
    }

    /** A 64-bit hash over the characters of authority and path: multiply and rotate, then mix the bits. */
    private static long fingerprint(Location location) {
        long hash = 0x9E3779B97F4A7C15L;
        hash = absorb(hash, location.authority());
        hash = absorb(hash, location.path());
        hash ^= hash >>> 32;
        hash *= 0xD6E8FEB86659FD93L;
        hash ^= hash >>> 32;
        return hash == EMPTY ? 1 : hash;
    }

    private static long absorb(long seed, String text) {
        long hash = seed;
        for (int i = 0; i < text.length(); i++) {
            hash = Long.rotateLeft((hash ^ text.charAt(i)) * 0xC2B2AE3D27D4EB4FL, 31);
        }
        return hash ^ text.length();
    }
}
