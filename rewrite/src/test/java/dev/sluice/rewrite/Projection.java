/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * What a record of an older file is in the schema of today, said once more and with records: fields found by id or name,
 * values promoted, constants and generated values put in. Nothing of the engine is used.
 */
final class Projection {

    private static final long MICROS_A_DAY = 86_400_000_000L;

    private final MessageType output;
    private final Map<ColumnPath, ConstantColumn> constants = new HashMap<>();
    private final Map<ColumnPath, GeneratedColumn> generated = new HashMap<>();

    Projection(MessageType output, RewriteInput input) {
        this.output = output;
        input.constants().forEach(constant -> constants.put(constant.column(), constant));
        input.generated().forEach(column -> generated.put(column.column(), column));
    }

    /** @param position the row's place in its file */
    Group of(Group row, long position) {
        Group made = new SimpleGroup(output);
        fields(row, made, new String[0], false, position);
        return made;
    }

    /** @param layout whether the group only serves to write down a list or a map, whose parts are found by their place */
    private void fields(Group from, Group to, String[] above, boolean layout, long position) {
        GroupType type = to.getType();
        boolean nested = type.getLogicalTypeAnnotation() != null;
        for (int place = 0; place < type.getFieldCount(); place++) {
            Type field = type.getType(place);
            String[] path = java.util.Arrays.copyOf(above, above.length + 1);
            path[above.length] = field.getName();
            ColumnPath column = ColumnPath.get(path);
            ConstantColumn constant = constants.get(column);
            Optional<Integer> held = constant != null && constant.rank() == ConstantColumn.Rank.CONSTANT_FIRST
                    ? Optional.empty()
                    : layout || nested ? Optional.of(place) : find(from.getType(), field);
            int count = held.map(from::getFieldRepetitionCount).orElse(0);
            for (int index = 0; index < count; index++) {
                if (field.isPrimitive()) {
                    PrimitiveType before =
                            from.getType().getType(held.orElseThrow()).asPrimitiveType();
                    value(from, held.orElseThrow(), index, before, to, place, field.asPrimitiveType());
                } else {
                    fields(from.getGroup(held.orElseThrow(), index), to.addGroup(place), path, nested, position);
                }
            }
            if (held.isEmpty() && constant != null) {
                constant(constant.value(), to, place);
            } else if (count == 0 && generated.containsKey(column)) {
                GeneratedColumn instead = generated.get(column);
                to.add(place, instead.first() + instead.step() * position);
            }
        }
    }

    private static Optional<Integer> find(GroupType among, Type wanted) {
        for (int place = 0; place < among.getFieldCount(); place++) {
            Type field = among.getType(place);
            boolean byName = wanted.getId() == null || field.getId() == null;
            boolean same = byName
                    ? field.getName().equals(wanted.getName())
                    : field.getId().equals(wanted.getId());
            if (same) {
                return Optional.of(place);
            }
        }
        return Optional.empty();
    }

    private static void constant(ConstantValue value, Group to, int place) {
        if (value instanceof ConstantValue.OfBoolean of) {
            to.add(place, of.value());
        } else if (value instanceof ConstantValue.OfInt of) {
            to.add(place, of.value());
        } else if (value instanceof ConstantValue.OfLong of) {
            to.add(place, of.value());
        } else if (value instanceof ConstantValue.OfFloat of) {
            to.add(place, of.value());
        } else if (value instanceof ConstantValue.OfDouble of) {
            to.add(place, of.value());
        } else if (value instanceof ConstantValue.OfBinary of) {
            to.add(place, of.value());
        }
    }

    private static void value(
            Group from, int held, int index, PrimitiveType before, Group to, int place, PrimitiveType after) {
        switch (before.getPrimitiveTypeName()) {
            case BOOLEAN -> to.add(place, from.getBoolean(held, index));
            case INT32 -> whole(from.getInteger(held, index), before, to, place, after);
            case INT64 -> whole(from.getLong(held, index), before, to, place, after);
            case FLOAT -> {
                float value = from.getFloat(held, index);
                if (after.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.DOUBLE) {
                    to.add(place, (double) value);
                } else {
                    to.add(place, value);
                }
            }
            case DOUBLE -> to.add(place, from.getDouble(held, index));
            case INT96 -> to.add(place, from.getInt96(held, index));
            case BINARY, FIXED_LEN_BYTE_ARRAY -> to.add(place, from.getBinary(held, index));
        }
    }

    private static void whole(long value, PrimitiveType before, Group to, int place, PrimitiveType after) {
        if (after.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation wide) {
            int scale = before.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation narrow
                    ? narrow.getScale()
                    : 0;
            decimal(BigInteger.valueOf(value).multiply(BigInteger.TEN.pow(wide.getScale() - scale)), to, place, after);
            return;
        }
        long times = 1;
        if (after.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation) {
            if (before.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation stamp) {
                times = stamp.toString().contains("MILLIS") && !after.toString().contains("MILLIS") ? 1000 : 1;
            } else {
                times = MICROS_A_DAY;
            }
        }
        switch (after.getPrimitiveTypeName()) {
            case INT32 -> to.add(place, Math.toIntExact(value));
            case INT64 -> to.add(place, value * times);
            default -> to.add(place, (double) value);
        }
    }

    private static void decimal(BigInteger unscaled, Group to, int place, PrimitiveType after) {
        switch (after.getPrimitiveTypeName()) {
            case INT32 -> to.add(place, unscaled.intValueExact());
            case INT64 -> to.add(place, unscaled.longValueExact());
            default -> {
                byte[] shortest = unscaled.toByteArray();
                byte[] bytes = new byte[Math.max(shortest.length, after.getTypeLength())];
                java.util.Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
                System.arraycopy(shortest, 0, bytes, bytes.length - shortest.length, shortest.length);
                to.add(place, Binary.fromConstantByteArray(bytes));
            }
        }
    }
}
