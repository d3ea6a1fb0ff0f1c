/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.rewrite.ConstantValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.parquet.schema.PrimitiveType;

/** Values as Iceberg's metadata holds them, in the physical form that a Parquet column has. */
final class Constants {

    private Constants() {}

    static ConstantValue of(Type type, PrimitiveType column, Object value) {
        return switch (type.typeId()) {
            case BOOLEAN -> ConstantValue.of((boolean) (Boolean) value);
            case INTEGER, DATE -> ConstantValue.of(((Number) value).intValue());
            case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> ConstantValue.of(((Number) value).longValue());
            case FLOAT -> ConstantValue.of(((Number) value).floatValue());
            case DOUBLE -> ConstantValue.of(((Number) value).doubleValue());
            case STRING -> ConstantValue.of(value.toString());
            case UUID -> ConstantValue.of(bytes((UUID) value));
            case FIXED, BINARY -> ConstantValue.of(bytes((ByteBuffer) value));
            case DECIMAL -> decimal(column, ((BigDecimal) value).unscaledValue());
            default ->
                throw new IllegalArgumentException("No column of the type " + type + " has one value for a file");
        };
    }

    private static byte[] bytes(UUID value) {
        return ByteBuffer.allocate(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array();
    }

    private static byte[] bytes(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    private static ConstantValue decimal(PrimitiveType column, BigInteger unscaled) {
        return switch (column.getPrimitiveTypeName()) {
            case INT32 -> ConstantValue.of(unscaled.intValueExact());
            case INT64 -> ConstantValue.of(unscaled.longValueExact());
            default -> ConstantValue.of(padded(unscaled, column.getTypeLength()));
        };
    }

    /** Two's complement, the most significant byte first. */
    private static byte[] padded(BigInteger unscaled, int length) {
        byte[] shortest = unscaled.toByteArray();
        byte[] padded = new byte[length];
        Arrays.fill(padded, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, padded, length - shortest.length, shortest.length);
        return padded;
    }
}
