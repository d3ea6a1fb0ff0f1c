/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** One value in the physical form of the output column it is for, or null. */
public sealed interface ConstantValue {

    static ConstantValue ofNull() {
        return new Null();
    }

    static ConstantValue of(boolean value) {
        return new OfBoolean(value);
    }

    static ConstantValue of(int value) {
        return new OfInt(value);
    }

    static ConstantValue of(long value) {
        return new OfLong(value);
    }

    static ConstantValue of(float value) {
        return new OfFloat(value);
    }

    static ConstantValue of(double value) {
        return new OfDouble(value);
    }

    /** For BINARY columns that hold text. */
    static ConstantValue of(String text) {
        return new OfBinary(Binary.fromString(text));
    }

    /** For BINARY and FIXED_LEN_BYTE_ARRAY columns. */
    static ConstantValue of(byte[] bytes) {
        return new OfBinary(Binary.fromConstantByteArray(bytes.clone()));
    }

    /** True if a column of this physical type can hold the value. */
    boolean fits(PrimitiveTypeName type);

    /** No value. */
    record Null() implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return true;
        }
    }

    /** A BOOLEAN. */
    record OfBoolean(boolean value) implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return type == PrimitiveTypeName.BOOLEAN;
        }
    }

    /** An INT32. */
    record OfInt(int value) implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return type == PrimitiveTypeName.INT32;
        }
    }

    /** An INT64. */
    record OfLong(long value) implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return type == PrimitiveTypeName.INT64;
        }
    }

    /** A FLOAT. */
    record OfFloat(float value) implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return type == PrimitiveTypeName.FLOAT;
        }
    }

    /** A DOUBLE. */
    record OfDouble(double value) implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return type == PrimitiveTypeName.DOUBLE;
        }
    }

    /** A BINARY or FIXED_LEN_BYTE_ARRAY. */
    record OfBinary(Binary value) implements ConstantValue {
        @Override
        public boolean fits(PrimitiveTypeName type) {
            return type == PrimitiveTypeName.BINARY || type == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        }
    }
}
