/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.io.api.Binary;

/**
 * Hashes of 64 bits. Each step can be undone, so that a single number that changes changes the hash for certain; chance
 * has a part only where several do.
 */
final class Mix {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final long OTHER_MULTIPLIER = 0xC2B2AE3D27D4EB4FL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Mix() {}

    static long of(long value) {
        long mixed = value + MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** One more number after all that came before. */
    static long then(long before, long value) {
        return Long.rotateLeft((before ^ value) * MULTIPLIER, 31);
    }

    /** Says something else about a hash than the hash itself. */
    static long again(long hash) {
        long mixed = (hash ^ (hash >>> 29)) * OTHER_MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }

    static long of(byte[] bytes, int from, int length) {
        long mixed = length * OTHER_MULTIPLIER;
        int at = from;
        int end = from + length;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            mixed = then(mixed, (long) LONGS.get(bytes, at));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << Byte.SIZE | (bytes[at] & 0xFF);
        }
        return of(then(mixed, rest));
    }

    static long of(Binary binary) {
        ByteBuffer buffer = binary.toByteBuffer();
        if (buffer.hasArray()) {
            return of(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
        byte[] bytes = binary.getBytesUnsafe();
        return of(bytes, 0, bytes.length);
    }

    static long of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return of(bytes, 0, bytes.length);
    }
}
