/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.Arrays;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a row with one thing changed: another value, a null for a value, a value for a null, an element or a struct
 * more or less. What can be changed is counted, so that every change can be asked for by its number.
 */
final class Mutation {

    private static final int NONE = -1;

    private final int wanted;
    private int places;
    private @Nullable String changed;

    private Mutation(int wanted) {
        this.wanted = wanted;
    }

    /** A row, and where it differs from the original. */
    record Changed(Group row, String column) {}

    /** How many things can be changed in a row. */
    static int places(MessageType schema, Group row) {
        Mutation mutation = new Mutation(NONE);
        mutation.copy(schema, row, new SimpleGroup(schema), "");
        return mutation.places;
    }

    static Changed of(MessageType schema, Group row, int place) {
        Mutation mutation = new Mutation(place);
        Group copy = new SimpleGroup(schema);
        mutation.copy(schema, row, copy, "");
        String column = mutation.changed;
        if (column == null) {
            throw new IllegalArgumentException("The row has no place " + place);
        }
        return new Changed(copy, column);
    }

    private boolean isHere(String path) {
        boolean here = places++ == wanted;
        if (here) {
            changed = path;
        }
        return here;
    }

    private void copy(GroupType type, Group from, Group to, String above) {
        for (int field = 0; field < type.getFieldCount(); field++) {
            Type each = type.getType(field);
            String path = above.isEmpty() ? each.getName() : above + "." + each.getName();
            int count = from.getFieldRepetitionCount(field);
            boolean mayLack = !each.isRepetition(Repetition.REQUIRED);
            for (int index = 0; index < count; index++) {
                if (mayLack && isHere(path)) {
                    continue;
                }
                if (each.isPrimitive()) {
                    value(each.asPrimitiveType(), from, to, field, index, isHere(path));
                } else {
                    copy(each.asGroupType(), from.getGroup(field, index), to.addGroup(field), path);
                }
            }
            if (each.isPrimitive()
                    && (each.isRepetition(Repetition.REPEATED) || (mayLack && count == 0))
                    && isHere(path)) {
                some(each.asPrimitiveType(), to, field);
            }
        }
    }

    private static void value(PrimitiveType type, Group from, Group to, int field, int index, boolean change) {
        int bit = change ? 1 : 0;
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> to.add(field, from.getBoolean(field, index) != change);
            case INT32 -> to.add(field, from.getInteger(field, index) ^ bit);
            case INT64 -> to.add(field, from.getLong(field, index) ^ bit);
            case FLOAT -> {
                float value = from.getFloat(field, index);
                // The writer of these tests makes one NaN of all.
                to.add(
                        field,
                        Float.isNaN(value) && change
                                ? 1.0f
                                : Float.intBitsToFloat(Float.floatToRawIntBits(value) ^ bit));
            }
            case DOUBLE -> {
                double value = from.getDouble(field, index);
                to.add(
                        field,
                        Double.isNaN(value) && change
                                ? 1.0
                                : Double.longBitsToDouble(Double.doubleToRawLongBits(value) ^ bit));
            }
            case INT96 -> to.add(field, other(from.getInt96(field, index), bit));
            case BINARY, FIXED_LEN_BYTE_ARRAY -> to.add(field, other(from.getBinary(field, index), bit));
        }
    }

    private static Binary other(Binary value, int bit) {
        byte[] bytes = Arrays.copyOf(value.getBytes(), Math.max(bit, value.length()));
        if (bytes.length == 0) {
            return value;
        }
        bytes[bytes.length - 1] ^= (byte) bit;
        return Binary.fromConstantByteArray(bytes);
    }

    private static void some(PrimitiveType type, Group to, int field) {
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> to.add(field, false);
            case INT32 -> to.add(field, 0);
            case INT64 -> to.add(field, 0L);
            case FLOAT -> to.add(field, 0f);
            case DOUBLE -> to.add(field, 0.0);
            case INT96 -> to.add(field, Binary.fromConstantByteArray(new byte[12]));
            case BINARY -> to.add(field, Binary.EMPTY);
            case FIXED_LEN_BYTE_ARRAY -> to.add(field, Binary.fromConstantByteArray(new byte[type.getTypeLength()]));
        }
    }
}
