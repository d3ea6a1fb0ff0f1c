/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Random schemas that a table may have had before it came to the one it has. */
final class Past {

    private final Random random;
    private final RandomTable table;
    private final boolean numbered;

    /** @param numbered whether fields have ids, so that they may have had other names */
    Past(Random random, RandomTable table, boolean numbered) {
        this.random = random;
        this.table = table;
        this.numbered = numbered;
    }

    /**
     * An older or stricter writer's idea of a table.
     *
     * @param defaults what stands for columns that it did not know
     */
    record Older(MessageType schema, List<ConstantColumn> defaults) {}

    /**
     * Fields missing, required, narrower, renamed where they have ids, or in another order, in structs at every depth; and
     * lists under other names.
     */
    Older of(MessageType schema) {
        List<ConstantColumn> defaults = new ArrayList<>();
        List<Type> fields = older(schema.getFields(), new String[0], defaults);
        return new Older(new MessageType("older", fields), List.copyOf(defaults));
    }

    private List<Type> older(List<Type> newer, String[] above, List<ConstantColumn> defaults) {
        List<Type> fields = new ArrayList<>();
        for (int place = 0; place < newer.size(); place++) {
            Type field = newer.get(place);
            String[] path = Arrays.copyOf(above, above.length + 1);
            path[above.length] = field.getName();
            boolean last = fields.isEmpty() && place == newer.size() - 1;
            if (!last && random.nextInt(4) == 0 && mayLack(field, ColumnPath.get(path), defaults)) {
                continue;
            }
            fields.add(renamed(older(field, path, defaults)));
        }
        Collections.shuffle(fields, random);
        return fields;
    }

    private boolean mayLack(Type field, ColumnPath path, List<ConstantColumn> defaults) {
        boolean optional = field.isRepetition(Repetition.OPTIONAL);
        if (field.isPrimitive()
                && field.asPrimitiveType().getPrimitiveTypeName() != PrimitiveTypeName.INT96
                && !field.isRepetition(Repetition.REPEATED)
                && (!optional || random.nextInt(3) == 0)) {
            defaults.add(ConstantColumn.whereMissing(path, table.constant(field.asPrimitiveType())));
            return true;
        }
        return optional;
    }

    private Type older(Type field, String[] path, List<ConstantColumn> defaults) {
        if (field.isPrimitive()) {
            PrimitiveType narrow = random.nextInt(4) == 0 ? narrower(field.asPrimitiveType()) : field.asPrimitiveType();
            return field.isRepetition(Repetition.OPTIONAL) && random.nextInt(4) == 0
                    ? withRepetition(narrow, Repetition.REQUIRED)
                    : narrow;
        }
        GroupType group = field.asGroupType();
        LogicalTypeAnnotation meaning = group.getLogicalTypeAnnotation();
        if (meaning instanceof ListLogicalTypeAnnotation) {
            return list(group, path, defaults);
        }
        if (meaning instanceof MapLogicalTypeAnnotation) {
            return map(group, path, defaults);
        }
        return sameId(group, group.withNewFields(older(group.getFields(), path, defaults)));
    }

    /** Lists of two levels stay as they are. */
    private Type list(GroupType list, String[] path, List<ConstantColumn> defaults) {
        Type slot = list.getType(0);
        boolean wraps = !slot.isPrimitive()
                && slot.asGroupType().getFieldCount() == 1
                && !slot.getName().equals("array")
                && !slot.asGroupType().getType(0).isRepetition(Repetition.REPEATED);
        if (!wraps) {
            return list;
        }
        Type element = slot.asGroupType().getType(0);
        Type before = older(element, below(path, slot, element), defaults);
        Type item = named(before, table.pick(element.getName(), "item", "array_element"));
        Type other = named(slot.asGroupType().withNewFields(item), table.pick(slot.getName(), "bag", "elements"));
        return sameId(list, list.withNewFields(sameId(slot, other)));
    }

    private Type map(GroupType map, String[] path, List<ConstantColumn> defaults) {
        GroupType entry = map.getType(0).asGroupType();
        Type value = entry.getType(1);
        Type before = older(value, below(path, entry, value), defaults);
        Type other = entry.withNewFields(entry.getType(0), before);
        return sameId(map, map.withNewFields(sameId(entry, other)));
    }

    private static String[] below(String[] path, Type slot, Type part) {
        String[] longer = Arrays.copyOf(path, path.length + 2);
        longer[path.length] = slot.getName();
        longer[path.length + 1] = part.getName();
        return longer;
    }

    private Type renamed(Type field) {
        if (!numbered || random.nextInt(4) > 0) {
            return field;
        }
        return named(field, "before-" + field.getName());
    }

    private static Type named(Type field, String name) {
        Type other = field.isPrimitive()
                ? form(field.asPrimitiveType(), field.getRepetition()).named(name)
                : Types.buildGroup(field.getRepetition())
                        .as(field.getLogicalTypeAnnotation())
                        .addFields(field.asGroupType().getFields().toArray(new Type[0]))
                        .named(name);
        return sameId(field, other);
    }

    private static Type sameId(Type from, Type to) {
        return from.getId() == null ? to : to.withId(from.getId().intValue());
    }

    private static Types.PrimitiveBuilder<PrimitiveType> form(PrimitiveType type, Repetition repetition) {
        return Types.primitive(type.getPrimitiveTypeName(), repetition)
                .length(type.getTypeLength())
                .as(type.getLogicalTypeAnnotation());
    }

    private static PrimitiveType withRepetition(PrimitiveType type, Repetition repetition) {
        return (PrimitiveType) sameId(type, form(type, repetition).named(type.getName()));
    }

    /** A type that may become this one without loss; itself if there is none. */
    private PrimitiveType narrower(PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        Repetition repetition = type.getRepetition();
        String name = type.getName();
        PrimitiveType narrow = type;
        if (meaning == null && type.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            narrow = Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
        } else if (meaning == null && type.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE) {
            narrow = Types.primitive(table.pick(PrimitiveTypeName.FLOAT, PrimitiveTypeName.INT32), repetition)
                    .named(name);
        } else if (meaning instanceof DecimalLogicalTypeAnnotation decimal
                && decimal.getPrecision() - decimal.getScale() >= 9) {
            narrow = RandomTable.as(repetition, PrimitiveTypeName.INT32, LogicalTypeAnnotation.decimalType(0, 9), name);
        } else if (meaning instanceof TimestampLogicalTypeAnnotation stamp && stamp.getUnit() == TimeUnit.MICROS) {
            narrow = !stamp.isAdjustedToUTC() && random.nextBoolean()
                    ? RandomTable.as(repetition, PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), name)
                    : RandomTable.as(
                            repetition,
                            PrimitiveTypeName.INT64,
                            LogicalTypeAnnotation.timestampType(stamp.isAdjustedToUTC(), TimeUnit.MILLIS),
                            name);
        }
        return (PrimitiveType) sameId(type, narrow);
    }
}
