/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decimals of any physical form, and whole numbers, to wider decimals. */
final class Decimals {

    /** The most digits that always fit in a long. */
    private static final int LONG_DIGITS = 18;

    private Decimals() {}

    /** Gives an unscaled value as a long. */
    @FunctionalInterface
    private interface Small {
        long of(ColumnReader from);
    }

    /** Gives an unscaled value of any size. */
    @FunctionalInterface
    private interface Large {
        BigInteger of(ColumnReader from);
    }

    /** Empty unless the target is a decimal that holds every value of the source exactly. */
    static Optional<Conversion> between(PrimitiveType from, PrimitiveType to) {
        if (!(to.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation wide)) {
            return Optional.empty();
        }
        int digits;
        int scale;
        boolean unsigned = false;
        Whole whole = Whole.of(from);
        if (from.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation narrow) {
            digits = narrow.getPrecision();
            scale = narrow.getScale();
        } else if (whole != null) {
            digits = whole.digits();
            scale = 0;
            unsigned = !whole.signed();
        } else {
            return Optional.empty();
        }
        if (wide.getScale() < scale || wide.getPrecision() - wide.getScale() < digits - scale) {
            return Optional.empty();
        }
        int shift = wide.getScale() - scale;
        boolean small = wide.getPrecision() <= LONG_DIGITS;
        return Optional.of(small ? small(from, unsigned, to, wide, shift) : large(from, unsigned, to, wide, shift));
    }

    private static Conversion small(
            PrimitiveType from, boolean unsigned, PrimitiveType to, DecimalLogicalTypeAnnotation wide, int shift) {
        Small source = small(from.getPrimitiveTypeName(), unsigned);
        long factor = BigInteger.TEN.pow(shift).longValueExact();
        long limit = BigInteger.TEN.pow(wide.getPrecision()).longValueExact();
        PrimitiveTypeName form = to.getPrimitiveTypeName();
        int length = to.getTypeLength();
        return (reader, repetition, writer) -> {
            long value = source.of(reader);
            long unscaled = value * factor;
            if (Math.multiplyHigh(value, factor) != unscaled >> 63 || unscaled <= -limit || unscaled >= limit) {
                throw tooLong(BigInteger.valueOf(value), wide);
            }
            switch (form) {
                case INT32 -> writer.addInt(repetition, (int) unscaled);
                case INT64 -> writer.addLong(repetition, unscaled);
                default -> writer.addBinary(repetition, bytes(BigInteger.valueOf(unscaled), form, length));
            }
        };
    }

    private static Conversion large(
            PrimitiveType from, boolean unsigned, PrimitiveType to, DecimalLogicalTypeAnnotation wide, int shift) {
        Large source = large(from.getPrimitiveTypeName(), unsigned);
        BigInteger factor = BigInteger.TEN.pow(shift);
        BigInteger limit = BigInteger.TEN.pow(wide.getPrecision());
        PrimitiveTypeName form = to.getPrimitiveTypeName();
        int length = to.getTypeLength();
        return (reader, repetition, writer) -> {
            BigInteger value = source.of(reader);
            BigInteger unscaled = value.multiply(factor);
            if (unscaled.abs().compareTo(limit) >= 0) {
                throw tooLong(value, wide);
            }
            writer.addBinary(repetition, bytes(unscaled, form, length));
        };
    }

    private static Conversion.Inexact tooLong(BigInteger unscaled, DecimalLogicalTypeAnnotation wide) {
        return new Conversion.Inexact("the unscaled value %s has more digits than decimal(%d, %d) can hold"
                .formatted(unscaled, wide.getPrecision(), wide.getScale()));
    }

    private static Small small(PrimitiveTypeName form, boolean unsigned) {
        return switch (form) {
            case INT32 -> unsigned ? reader -> Integer.toUnsignedLong(reader.getInteger()) : ColumnReader::getInteger;
            case INT64 -> ColumnReader::getLong;
            default ->
                reader -> {
                    BigInteger value = new BigInteger(reader.getBinary().getBytes());
                    if (value.bitLength() >= Long.SIZE) {
                        throw new Conversion.Inexact(
                                "the unscaled value " + value + " has more digits than its type states");
                    }
                    return value.longValue();
                };
        };
    }

    private static Large large(PrimitiveTypeName form, boolean unsigned) {
        return switch (form) {
            case INT32 ->
                unsigned
                        ? reader -> BigInteger.valueOf(Integer.toUnsignedLong(reader.getInteger()))
                        : reader -> BigInteger.valueOf(reader.getInteger());
            case INT64 ->
                unsigned
                        ? reader -> new BigInteger(Long.toUnsignedString(reader.getLong()))
                        : reader -> BigInteger.valueOf(reader.getLong());
            default -> reader -> new BigInteger(reader.getBinary().getBytes());
        };
    }

    private static Binary bytes(BigInteger unscaled, PrimitiveTypeName form, int length) {
        byte[] shortest = unscaled.toByteArray();
        if (form == PrimitiveTypeName.BINARY || shortest.length == length) {
            return Binary.fromConstantByteArray(shortest);
        }
        byte[] padded = new byte[length];
        Arrays.fill(padded, 0, length - shortest.length, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, padded, length - shortest.length, shortest.length);
        return Binary.fromConstantByteArray(padded);
    }
}
