/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one row's key: two keys have the same bytes exactly if equality deletes take them for equal. So null equals
 * null, what is not a number equals itself, and zero differs from its negative. One key is filled again for each row.
 */
final class Key {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Types.StructType type;
    private byte[] bytes = new byte[64];
    private int length;
    private long hash;

    Key(Types.StructType type) {
        this.type = type;
    }

    /** Takes on the values of a row in Iceberg's internal representation. */
    Key of(StructLike row) {
        length = 0;
        put(type, row);
        hash = hash(bytes, 0, length);
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    long hash() {
        return hash;
    }

    private void put(Types.StructType struct, StructLike row) {
        List<Types.NestedField> fields = struct.fields();
        for (int i = 0; i < fields.size(); i++) {
            put(fields.get(i).type(), row.get(i, Object.class));
        }
    }

    private void put(Type of, @Nullable Object value) {
        putByte(value == null ? 0 : 1);
        if (value == null) {
            return;
        }
        switch (of.typeId()) {
            case BOOLEAN -> putByte((Boolean) value ? 1 : 0);
            case INTEGER, DATE -> putInt((Integer) value);
            case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> putLong((Long) value);
            case FLOAT -> putInt(Float.floatToIntBits((Float) value));
            case DOUBLE -> putLong(Double.doubleToLongBits((Double) value));
            case STRING -> putBytes(value.toString().getBytes(StandardCharsets.UTF_8));
            case UUID -> {
                putLong(((UUID) value).getMostSignificantBits());
                putLong(((UUID) value).getLeastSignificantBits());
            }
            case FIXED, BINARY -> putBytes(content((ByteBuffer) value));
            case DECIMAL -> putBytes(((BigDecimal) value).unscaledValue().toByteArray());
            case STRUCT -> put(of.asStructType(), (StructLike) value);
            default -> throw new IllegalArgumentException("No equality delete compares the type " + of);
        }
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] content = new byte[buffer.remaining()];
        buffer.duplicate().get(content);
        return content;
    }

    private void putByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    private void putInt(int value) {
        reserve(Integer.BYTES);
        writeInt(bytes, length, value);
        length += Integer.BYTES;
    }

    private void putLong(long value) {
        reserve(Long.BYTES);
        writeLong(bytes, length, value);
        length += Long.BYTES;
    }

    private void putBytes(byte[] content) {
        putInt(content.length);
        reserve(content.length);
        System.arraycopy(content, 0, bytes, length, content.length);
        length += content.length;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    /** All of its bits are worth the same: parts are told apart by the upper ones, slots by the lower ones. */
    static long hash(byte[] content, int from, int count) {
        long hash = MIX ^ count;
        int at = from;
        for (; at + Long.BYTES <= from + count; at += Long.BYTES) {
            hash = mix(hash ^ readLong(content, at));
        }
        for (; at < from + count; at++) {
            hash = mix(hash ^ (content[at] & 0xFF));
        }
        return hash;
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * MIX;
        mixed = (mixed ^ mixed >>> 29) * MIX;
        return mixed ^ mixed >>> 32;
    }

    static long readLong(byte[] from, int at) {
        return (long) LONGS.get(from, at);
    }

    static void writeLong(byte[] to, int at, long value) {
        LONGS.set(to, at, value);
    }

    static int readInt(byte[] from, int at) {
        return (int) INTS.get(from, at);
    }

    static void writeInt(byte[] to, int at, int value) {
        INTS.set(to, at, value);
    }
}
