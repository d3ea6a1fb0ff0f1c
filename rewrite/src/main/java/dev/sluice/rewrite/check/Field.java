/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A part of a schema by its meaning. Groups that only serve to write down a list or a map are no fields.
 *
 * @param level the definition level from which it is there; that of its parent if it cannot be null
 * @param slot for a list or a map, the definition level from which it has an element
 * @param repetition how many lists and maps it stands in
 * @param leaf for a value, its place among the schema's columns
 * @param parts a struct's fields; a list's element; a map's key and, where there is one, its value
 */
record Field(Kind kind, Type type, ColumnPath path, int level, int slot, int repetition, int leaf, List<Field> parts) {

    /** What a field can be. */
    enum Kind {
        VALUE("a value"),
        STRUCT("a struct"),
        LIST("a list"),
        MAP("a map");

        private final String noun;

        Kind(String noun) {
            this.noun = noun;
        }

        @Override
        public String toString() {
            return noun;
        }
    }

    String name() {
        return type.getName();
    }

    boolean has(int id) {
        return type.getId() != null && type.getId().intValue() == id;
    }

    boolean hasIds() {
        return type.getId() != null || parts.stream().anyMatch(Field::hasIds);
    }

    Stream<Field> leaves() {
        return kind == Kind.VALUE ? Stream.of(this) : parts.stream().flatMap(Field::leaves);
    }

    static Field of(MessageType schema) {
        return new Walk().struct(schema, ColumnPath.get(), 0, 0);
    }

    /** Goes through a schema in the order of its columns. */
    private static final class Walk {

        private int leaves;

        Field struct(GroupType group, ColumnPath path, int level, int repetition) {
            List<Field> parts = new ArrayList<>();
            for (Type part : group.getFields()) {
                parts.add(field(part, path, level, repetition));
            }
            return new Field(Kind.STRUCT, group, path, level, level, repetition, -1, List.copyOf(parts));
        }

        private Field field(Type type, ColumnPath above, int level, int repetition) {
            ColumnPath path = below(above, type);
            return switch (type.getRepetition()) {
                case REQUIRED -> there(type, path, level, repetition);
                case OPTIONAL -> there(type, path, level + 1, repetition);
                case REPEATED -> {
                    Field element = there(type, path, level + 1, repetition + 1);
                    yield new Field(Kind.LIST, type, path, level, level + 1, repetition, -1, List.of(element));
                }
            };
        }

        private static ColumnPath below(ColumnPath above, Type type) {
            String[] names = Arrays.copyOf(above.toArray(), above.size() + 1);
            names[above.size()] = type.getName();
            return ColumnPath.get(names);
        }

        private Field there(Type type, ColumnPath path, int level, int repetition) {
            if (type.isPrimitive()) {
                return new Field(Kind.VALUE, type, path, level, level, repetition, leaves++, List.of());
            }
            GroupType group = type.asGroupType();
            LogicalTypeAnnotation meaning = group.getLogicalTypeAnnotation();
            if (group.getFieldCount() == 1 && group.getType(0).isRepetition(Repetition.REPEATED)) {
                Type repeated = group.getType(0);
                if (meaning instanceof ListLogicalTypeAnnotation) {
                    return list(group, repeated, path, level, repetition);
                }
                if ((meaning instanceof MapLogicalTypeAnnotation || meaning instanceof MapKeyValueTypeAnnotation)
                        && !repeated.isPrimitive()
                        && repeated.asGroupType().getFieldCount() <= 2) {
                    return map(group, repeated.asGroupType(), path, level, repetition);
                }
            }
            return struct(group, path, level, repetition);
        }

        private Field list(GroupType list, Type repeated, ColumnPath path, int level, int repetition) {
            ColumnPath slot = below(path, repeated);
            Field element = wraps(list, repeated)
                    ? field(repeated.asGroupType().getType(0), slot, level + 1, repetition + 1)
                    : there(repeated, slot, level + 1, repetition + 1);
            return new Field(Kind.LIST, list, path, level, level + 1, repetition, -1, List.of(element));
        }

        /** False where the repeated field is itself the element, by the format's rules for old writers. */
        private static boolean wraps(GroupType list, Type repeated) {
            if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
                return false;
            }
            LogicalTypeAnnotation meaning = repeated.getLogicalTypeAnnotation();
            return !(meaning instanceof ListLogicalTypeAnnotation)
                    && !(meaning instanceof MapLogicalTypeAnnotation)
                    && !repeated.asGroupType().getType(0).isRepetition(Repetition.REPEATED)
                    && !repeated.getName().equals("array")
                    && !repeated.getName().equals(list.getName() + "_tuple");
        }

        private Field map(GroupType map, GroupType entry, ColumnPath path, int level, int repetition) {
            List<Field> parts = new ArrayList<>();
            for (Type part : entry.getFields()) {
                parts.add(field(part, below(path, entry), level + 1, repetition + 1));
            }
            return new Field(Kind.MAP, map, path, level, level + 1, repetition, -1, List.copyOf(parts));
        }
    }
}
