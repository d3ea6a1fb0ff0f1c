/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decimals and whole numbers of any form as unscaled numbers in the output's scale, however many bytes they take. */
final class DecimalHash extends ValueHash {

    private final PrimitiveTypeName form;
    private final boolean unsigned;
    private final BigInteger factor;

    /** The factor if it fits, else 0. */
    private final long smallFactor;

    private DecimalHash(PrimitiveTypeName form, boolean unsigned, int shift) {
        this.form = form;
        this.unsigned = unsigned;
        this.factor = BigInteger.TEN.pow(shift);
        this.smallFactor = factor.bitLength() < Long.SIZE ? factor.longValue() : 0;
    }

    static Optional<ValueHash> of(PrimitiveType from, DecimalLogicalTypeAnnotation to) {
        int shift;
        if (from.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
            shift = to.getScale() - decimal.getScale();
        } else if (isWhole(from)) {
            shift = to.getScale();
        } else {
            return Optional.empty();
        }
        return shift < 0
                ? Optional.empty()
                : Optional.of(new DecimalHash(from.getPrimitiveTypeName(), isUnsigned(from), shift));
    }

    @Override
    void add(Dictionary dictionary, int id) {
        switch (form) {
            case INT32 -> addInt(dictionary.decodeToInt(id));
            case INT64 -> addLong(dictionary.decodeToLong(id));
            default -> addBinary(dictionary.decodeToBinary(id));
        }
    }

    @Override
    public void addInt(int value) {
        take(small(unsigned ? Integer.toUnsignedLong(value) : value));
    }

    @Override
    public void addLong(long value) {
        take(unsigned && value < 0 ? large(new BigInteger(Long.toUnsignedString(value))) : small(value));
    }

    @Override
    public void addBinary(Binary value) {
        ByteBuffer buffer = value.toByteBuffer();
        if (buffer.hasArray()) {
            take(bytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining()));
        } else {
            byte[] bytes = value.getBytesUnsafe();
            take(bytes(bytes, 0, bytes.length));
        }
    }

    private long bytes(byte[] bytes, int start, int length) {
        int from = start;
        int left = length;
        while (left > 1 && bytes[from] == bytes[from + 1] >> 7) {
            from++; // says nothing but the sign, which the next byte says too
            left--;
        }
        if (left <= Long.BYTES) {
            long value = left == 0 ? 0 : bytes[from];
            for (int at = from + 1; at < from + left; at++) {
                value = value << Byte.SIZE | (bytes[at] & 0xFF);
            }
            return small(value);
        }
        return smallFactor == 1
                ? Mix.of(bytes, from, left)
                : large(new BigInteger(Arrays.copyOfRange(bytes, from, from + left)));
    }

    private long small(long value) {
        long scaled = value * smallFactor;
        return smallFactor != 0 && Math.multiplyHigh(value, smallFactor) == scaled >> 63
                ? Mix.of(scaled)
                : large(BigInteger.valueOf(value));
    }

    private long large(BigInteger value) {
        BigInteger scaled = value.multiply(factor);
        byte[] bytes = scaled.toByteArray();
        return bytes.length <= Long.BYTES ? Mix.of(scaled.longValue()) : Mix.of(bytes, 0, bytes.length);
    }
}
