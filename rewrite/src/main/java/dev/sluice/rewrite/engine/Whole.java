/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** A range of whole numbers, as a column's type states it. */
record Whole(int bits, boolean signed) {

    /** Null if the column holds something else. */
    static @Nullable Whole of(PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        if (meaning instanceof IntLogicalTypeAnnotation stated) {
            return new Whole(stated.getBitWidth(), stated.isSigned());
        }
        if (meaning != null) {
            return null;
        }
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> new Whole(Integer.SIZE, true);
            case INT64 -> new Whole(Long.SIZE, true);
            default -> null;
        };
    }

    /** True if every number of this range is in the other. */
    boolean fits(Whole other) {
        return signed == other.signed ? bits <= other.bits : other.signed && bits < other.bits;
    }

    /** The decimal digits that hold every number of this range. */
    int digits() {
        return switch (bits) {
            case Byte.SIZE -> 3;
            case Short.SIZE -> 5;
            case Integer.SIZE -> 10;
            default -> signed ? 19 : 20;
        };
    }
}
