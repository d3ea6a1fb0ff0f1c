/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeographyLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeometryLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Which forms of a column can become which, without loss: the promotions of the table formats and the various physical
 * forms of one meaning. The one that loses something is nanoseconds to microseconds, which table formats ask for; it
 * rounds down, as Spark does.
 */
final class Conversions {

    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long MICROS_A_DAY = 86_400_000_000L;

    private Conversions() {}

    /** Empty if there is no exact way from one to the other. */
    static Optional<Conversion> between(PrimitiveType from, PrimitiveType to) {
        if (from.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation
                && !(to.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation)) {
            return Optional.of((reader, repetition, writer) -> {
                throw new Conversion.Inexact("it holds a value, but its type says that it never does");
            });
        }
        if (isSame(from, to)) {
            return Optional.of(unchanged(to.getPrimitiveTypeName()));
        }
        Conversion converted = switch (to.getPrimitiveTypeName()) {
            case INT32 -> toDecimal(from, to).or(() -> toInt(from, to)).orElse(null);
            case INT64 ->
                toDecimal(from, to)
                        .or(() -> toTimestamp(from, to))
                        .or(() -> toTime(from, to))
                        .or(() -> toLong(from, to))
                        .orElse(null);
            case DOUBLE -> toDouble(from);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> toDecimal(from, to).orElse(null);
            case BOOLEAN, FLOAT, INT96 -> null;
        };
        return Optional.ofNullable(converted);
    }

    /** True for types that are not rewritten at all: readers rely on statistics of geometry that are not made here. */
    static boolean isForeign(PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        return meaning instanceof GeometryLogicalTypeAnnotation || meaning instanceof GeographyLogicalTypeAnnotation;
    }

    /** The name of a type that is not rewritten, without the reference system that may stand behind it at length. */
    static String foreignName(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof GeographyLogicalTypeAnnotation ? "GEOGRAPHY" : "GEOMETRY";
    }

    /** True if the bytes of a value mean the same in both. */
    private static boolean isSame(PrimitiveType from, PrimitiveType to) {
        boolean fixed = from.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        if (from.getPrimitiveTypeName() != to.getPrimitiveTypeName()
                || (fixed && from.getTypeLength() != to.getTypeLength())) {
            return false;
        }
        LogicalTypeAnnotation before = from.getLogicalTypeAnnotation();
        LogicalTypeAnnotation after = to.getLogicalTypeAnnotation();
        if (before instanceof DecimalLogicalTypeAnnotation narrow
                && after instanceof DecimalLogicalTypeAnnotation wide) {
            return narrow.getScale() == wide.getScale() && narrow.getPrecision() <= wide.getPrecision();
        }
        if (before instanceof TimeLogicalTypeAnnotation held && after instanceof TimeLogicalTypeAnnotation wanted) {
            return held.getUnit() == wanted.getUnit(); // no table format has times of day with a zone
        }
        return Objects.equals(before, after)
                || (isText(from) && isText(to))
                || (isIdentifier(from) && isIdentifier(to));
    }

    private static boolean isText(PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        return type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                && (meaning == null
                        || meaning instanceof StringLogicalTypeAnnotation
                        || meaning instanceof EnumLogicalTypeAnnotation
                        || meaning instanceof JsonLogicalTypeAnnotation
                        || meaning instanceof BsonLogicalTypeAnnotation);
    }

    /** Sixteen bytes, annotated as UUID or not. */
    private static boolean isIdentifier(PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        return type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                && type.getTypeLength() == UUIDLogicalTypeAnnotation.BYTES
                && (meaning == null || meaning instanceof UUIDLogicalTypeAnnotation);
    }

    private static Conversion unchanged(PrimitiveTypeName type) {
        return switch (type) {
            case BOOLEAN -> (from, repetition, to) -> to.addBoolean(repetition, from.getBoolean());
            case INT32 -> (from, repetition, to) -> to.addInt(repetition, from.getInteger());
            case INT64 -> (from, repetition, to) -> to.addLong(repetition, from.getLong());
            case FLOAT -> (from, repetition, to) -> to.addFloat(repetition, from.getFloat());
            case DOUBLE -> (from, repetition, to) -> to.addDouble(repetition, from.getDouble());
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                (from, repetition, to) -> to.addBinary(repetition, from.getBinary());
        };
    }

    private static Optional<Conversion> toDecimal(PrimitiveType from, PrimitiveType to) {
        return Decimals.between(from, to);
    }

    private static Optional<Conversion> toInt(PrimitiveType from, PrimitiveType to) {
        Whole narrow = Whole.of(from);
        Whole wide = Whole.of(to);
        if (narrow == null || wide == null || from.getPrimitiveTypeName() != PrimitiveTypeName.INT32) {
            return Optional.empty();
        }
        if (narrow.fits(wide)) {
            return Optional.of(unchanged(PrimitiveTypeName.INT32));
        }
        // A writer may leave small integers without an annotation; each value shows whether it is one.
        if (from.getLogicalTypeAnnotation() == null && wide.signed()) {
            int limit = 1 << (wide.bits() - 1);
            return Optional.of((reader, repetition, writer) -> {
                int value = reader.getInteger();
                if (value < -limit || value >= limit) {
                    throw new Conversion.Inexact(value + " does not fit in " + wide.bits() + " bits");
                }
                writer.addInt(repetition, value);
            });
        }
        return Optional.empty();
    }

    private static Optional<Conversion> toLong(PrimitiveType from, PrimitiveType to) {
        Whole narrow = Whole.of(from);
        Whole wide = Whole.of(to);
        if (narrow == null || wide == null || !narrow.fits(wide)) {
            return Optional.empty();
        }
        if (from.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            return Optional.of(unchanged(PrimitiveTypeName.INT64));
        }
        return Optional.of(
                narrow.signed()
                        ? (reader, repetition, writer) -> writer.addLong(repetition, reader.getInteger())
                        : (reader, repetition, writer) ->
                                writer.addLong(repetition, Integer.toUnsignedLong(reader.getInteger())));
    }

    private static @Nullable Conversion toDouble(PrimitiveType from) {
        if (from.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT) {
            return (reader, repetition, writer) -> writer.addDouble(repetition, reader.getFloat());
        }
        Whole whole = Whole.of(from);
        if (whole == null || from.getPrimitiveTypeName() != PrimitiveTypeName.INT32) {
            return null;
        }
        return whole.signed()
                ? (reader, repetition, writer) -> writer.addDouble(repetition, reader.getInteger())
                : (reader, repetition, writer) ->
                        writer.addDouble(repetition, (double) Integer.toUnsignedLong(reader.getInteger()));
    }

    private static Optional<Conversion> toTimestamp(PrimitiveType from, PrimitiveType to) {
        LogicalTypeAnnotation before = from.getLogicalTypeAnnotation();
        if (!(to.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation after)
                || after.getUnit() == TimeUnit.MILLIS) {
            return Optional.empty();
        }
        if (before instanceof DateLogicalTypeAnnotation && !after.isAdjustedToUTC()) {
            long day = after.getUnit() == TimeUnit.NANOS ? MICROS_A_DAY * 1000 : MICROS_A_DAY;
            return Optional.of(
                    (reader, repetition, writer) -> writer.addLong(repetition, units(reader.getInteger(), day)));
        }
        if (after.getUnit() != TimeUnit.MICROS) {
            return Optional.empty();
        }
        if (from.getPrimitiveTypeName() == PrimitiveTypeName.INT96) { // says nothing of a zone; the table's type does
            return Optional.of((reader, repetition, writer) -> writer.addLong(repetition, micros(reader.getBinary())));
        }
        if (before instanceof TimestampLogicalTypeAnnotation stamp
                && stamp.isAdjustedToUTC() == after.isAdjustedToUTC()) {
            return Optional.of(
                    switch (stamp.getUnit()) {
                        case MILLIS ->
                            (reader, repetition, writer) -> writer.addLong(repetition, units(reader.getLong(), 1000L));
                        case MICROS -> unchanged(PrimitiveTypeName.INT64);
                        case NANOS ->
                            (reader, repetition, writer) ->
                                    writer.addLong(repetition, Math.floorDiv(reader.getLong(), 1000L));
                    });
        }
        return Optional.empty();
    }

    /** Milliseconds of the day as microseconds. */
    private static Optional<Conversion> toTime(PrimitiveType from, PrimitiveType to) {
        return from.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation before
                        && to.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation after
                        && before.getUnit() == TimeUnit.MILLIS
                        && after.getUnit() == TimeUnit.MICROS
                ? Optional.of((reader, repetition, writer) -> writer.addLong(repetition, reader.getInteger() * 1000L))
                : Optional.empty();
    }

    private static long units(long count, long each) {
        try {
            return Math.multiplyExact(count, each);
        } catch (ArithmeticException e) {
            throw new Conversion.Inexact("a time lies outside the range of the output's type");
        }
    }

    /** Twelve bytes: nanoseconds of the day, then the Julian day. */
    private static long micros(Binary int96) {
        ByteBuffer bytes = int96.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = bytes.getLong(bytes.position());
        long day = bytes.getInt(bytes.position() + Long.BYTES) - JULIAN_DAY_OF_EPOCH;
        return units(day, MICROS_A_DAY) + Math.floorDiv(nanosOfDay, 1000L);
    }
}
