/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.rewrite.ConstantValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
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
 * Takes the values of one column and gives the hash of what each is in the output's type. Of a dictionary each entry is
 * hashed once. What does not fit in the output's type has a hash too: the engine refuses such a value or is wrong.
 */
abstract class ValueHash extends PrimitiveConverter {

    private long[] entries = {};
    private long taken;

    /** The hash of the value that was taken last. */
    final long taken() {
        return taken;
    }

    final void take(long hash) {
        taken = hash;
    }

    @Override
    public final boolean hasDictionarySupport() {
        return true;
    }

    @Override
    public final void setDictionary(Dictionary dictionary) {
        entries = new long[dictionary.getMaxId() + 1];
        for (int id = 0; id < entries.length; id++) {
            entries[id] = entry(dictionary, id);
        }
    }

    @Override
    public final void addValueFromDictionary(int id) {
        taken = entries[id];
    }

    private long entry(Dictionary dictionary, int id) {
        add(dictionary, id);
        return taken;
    }

    /** Takes an entry as a plain value. */
    abstract void add(Dictionary dictionary, int id);

    /** Empty where it is not known what a value of one type is in the other. */
    static Optional<ValueHash> between(PrimitiveType from, PrimitiveType to) {
        LogicalTypeAnnotation after = to.getLogicalTypeAnnotation();
        if (from.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation) {
            return Optional.of(new Plain(from, false)); // there are only nulls
        }
        if (after instanceof DecimalLogicalTypeAnnotation decimal) {
            return DecimalHash.of(from, decimal);
        }
        if (after instanceof TimestampLogicalTypeAnnotation stamp) {
            return InstantHash.of(from, to, stamp);
        }
        if (after instanceof TimeLogicalTypeAnnotation time) {
            return InstantHash.ofDay(from, time);
        }
        if (to.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE
                && (from.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
                        || (from.getPrimitiveTypeName() == PrimitiveTypeName.INT32 && isWhole(from)))) {
            return Optional.of(new AsDouble(from));
        }
        if (isWhole(from) && isWhole(to)) {
            return from.getPrimitiveTypeName() == to.getPrimitiveTypeName()
                            || from.getPrimitiveTypeName() == PrimitiveTypeName.INT32
                    ? Optional.of(
                            new Plain(from, isUnsigned(from) && to.getPrimitiveTypeName() == PrimitiveTypeName.INT64))
                    : Optional.empty();
        }
        return meansTheSame(from, to) ? Optional.of(new Plain(from, false)) : Optional.empty();
    }

    private static boolean meansTheSame(PrimitiveType from, PrimitiveType to) {
        LogicalTypeAnnotation before = from.getLogicalTypeAnnotation();
        LogicalTypeAnnotation after = to.getLogicalTypeAnnotation();
        return from.getPrimitiveTypeName() == to.getPrimitiveTypeName()
                && from.getTypeLength() == to.getTypeLength()
                && (Objects.equals(before, after) || (isOnlyBytes(before) && isOnlyBytes(after)));
    }

    /** True for what says nothing about the bytes but who may read them. */
    private static boolean isOnlyBytes(@Nullable LogicalTypeAnnotation meaning) {
        return meaning == null
                || meaning instanceof StringLogicalTypeAnnotation
                || meaning instanceof EnumLogicalTypeAnnotation
                || meaning instanceof JsonLogicalTypeAnnotation
                || meaning instanceof BsonLogicalTypeAnnotation
                || meaning instanceof UUIDLogicalTypeAnnotation;
    }

    static boolean isWhole(PrimitiveType type) {
        PrimitiveTypeName form = type.getPrimitiveTypeName();
        return (form == PrimitiveTypeName.INT32 || form == PrimitiveTypeName.INT64)
                && (type.getLogicalTypeAnnotation() == null
                        || type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation);
    }

    static boolean isUnsigned(PrimitiveType type) {
        return type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation whole && !whole.isSigned();
    }

    /** The hash of a constant, which is in the output's form already; empty for a null. */
    static Optional<Long> of(ConstantValue value, PrimitiveType type) {
        if (value instanceof ConstantValue.Null) {
            return Optional.empty();
        }
        ValueHash hash = between(type, type).orElseThrow();
        if (value instanceof ConstantValue.OfBoolean of) {
            hash.addBoolean(of.value());
        } else if (value instanceof ConstantValue.OfInt of) {
            hash.addInt(of.value());
        } else if (value instanceof ConstantValue.OfLong of) {
            hash.addLong(of.value());
        } else if (value instanceof ConstantValue.OfFloat of) {
            hash.addFloat(of.value());
        } else if (value instanceof ConstantValue.OfDouble of) {
            hash.addDouble(of.value());
        } else if (value instanceof ConstantValue.OfBinary of) {
            hash.addBinary(of.value());
        }
        return Optional.of(hash.taken());
    }

    /** What is the same in the output, but for small whole numbers that become large ones. */
    private static final class Plain extends ValueHash {

        private final PrimitiveTypeName form;
        private final boolean unsigned;

        Plain(PrimitiveType from, boolean unsigned) {
            this.form = from.getPrimitiveTypeName();
            this.unsigned = unsigned;
        }

        @Override
        void add(Dictionary dictionary, int id) {
            switch (form) {
                case BOOLEAN -> addBoolean(dictionary.decodeToBoolean(id));
                case INT32 -> addInt(dictionary.decodeToInt(id));
                case INT64 -> addLong(dictionary.decodeToLong(id));
                case FLOAT -> addFloat(dictionary.decodeToFloat(id));
                case DOUBLE -> addDouble(dictionary.decodeToDouble(id));
                case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> addBinary(dictionary.decodeToBinary(id));
            }
        }

        @Override
        public void addBoolean(boolean value) {
            take(Mix.of(value ? 1L : 0L));
        }

        @Override
        public void addInt(int value) {
            take(Mix.of(unsigned ? Integer.toUnsignedLong(value) : value));
        }

        @Override
        public void addLong(long value) {
            take(Mix.of(value));
        }

        @Override
        public void addFloat(float value) {
            take(Mix.of((long) Float.floatToRawIntBits(value)));
        }

        @Override
        public void addDouble(double value) {
            take(Mix.of(Double.doubleToRawLongBits(value)));
        }

        @Override
        public void addBinary(Binary value) {
            take(Mix.of(value));
        }
    }

    /** Numbers that become floating point numbers of 64 bits. */
    private static final class AsDouble extends ValueHash {

        private final boolean real;
        private final boolean unsigned;

        AsDouble(PrimitiveType from) {
            this.real = from.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT;
            this.unsigned = isUnsigned(from);
        }

        @Override
        void add(Dictionary dictionary, int id) {
            if (real) {
                addFloat(dictionary.decodeToFloat(id));
            } else {
                addInt(dictionary.decodeToInt(id));
            }
        }

        @Override
        public void addFloat(float value) {
            take(Mix.of(Double.doubleToRawLongBits(value)));
        }

        @Override
        public void addInt(int value) {
            double number = unsigned ? Integer.toUnsignedLong(value) : value;
            take(Mix.of(Double.doubleToRawLongBits(number)));
        }
    }

    /** Points in time, from any unit and form to the output's unit. */
    private static final class InstantHash extends ValueHash {

        private static final int JULIAN_DAY_OF_1970 = 2_440_588;
        private static final long SECONDS_A_DAY = 86_400;

        private final PrimitiveTypeName form;
        private final long times;
        private final long per;

        private InstantHash(PrimitiveTypeName form, long times, long per) {
            this.form = form;
            this.times = times;
            this.per = per;
        }

        static Optional<ValueHash> of(PrimitiveType from, PrimitiveType to, TimestampLogicalTypeAnnotation after) {
            PrimitiveTypeName form = from.getPrimitiveTypeName();
            long wanted = unitsASecond(after.getUnit());
            if (form == PrimitiveTypeName.INT96 && after.getUnit() == TimeUnit.MICROS) {
                return Optional.of(new InstantHash(form, SECONDS_A_DAY * wanted, 1));
            }
            if (from.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation) {
                return Optional.of(new InstantHash(form, SECONDS_A_DAY * wanted, 1));
            }
            if (from.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation before
                    && form == to.getPrimitiveTypeName()
                    && before.isAdjustedToUTC() == after.isAdjustedToUTC()) {
                long held = unitsASecond(before.getUnit());
                return Optional.of(new InstantHash(form, Math.max(1, wanted / held), Math.max(1, held / wanted)));
            }
            return Optional.empty();
        }

        static Optional<ValueHash> ofDay(PrimitiveType from, TimeLogicalTypeAnnotation after) {
            if (!(from.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation before)) {
                return Optional.empty();
            }
            long held = unitsASecond(before.getUnit());
            long wanted = unitsASecond(after.getUnit());
            return wanted % held == 0
                    ? Optional.of(new InstantHash(from.getPrimitiveTypeName(), wanted / held, 1))
                    : Optional.empty();
        }

        private static long unitsASecond(TimeUnit unit) {
            return switch (unit) {
                case MILLIS -> 1_000;
                case MICROS -> 1_000_000;
                case NANOS -> 1_000_000_000;
            };
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
            addLong(value);
        }

        @Override
        public void addLong(long value) {
            take(Mix.of(Math.floorDiv(value, per) * times) + outOfRange(value));
        }

        @Override
        public void addBinary(Binary value) {
            ByteBuffer bytes = value.toByteBuffer().slice().order(ByteOrder.LITTLE_ENDIAN);
            long nanos = bytes.getLong(0);
            long day = (long) bytes.getInt(Long.BYTES) - JULIAN_DAY_OF_1970;
            take(Mix.of(day * times + Math.floorDiv(nanos, 1_000L)) + outOfRange(day));
        }

        /** Not 0 if the value, multiplied, no longer fits in 64 bits. */
        private long outOfRange(long value) {
            long high = Math.multiplyHigh(value, times);
            return high == (value * times) >> 63 ? 0 : high | 1;
        }
    }
}
