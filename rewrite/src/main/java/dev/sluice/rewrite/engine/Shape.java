/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.VariantLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * One node of a schema by its meaning, whatever layout its writer chose: a list is a list, be it written in three
 * levels, in two or as a bare repeated field. Each node knows at which levels it is there.
 */
sealed interface Shape {

    Node node();

    /** The leaves below this node, in the order of the schema. */
    Stream<Leaf> leaves();

    /** For messages: what this is, with its article. */
    String noun();

    /** For people, with dots. */
    default String path() {
        return node().column().toDotString();
    }

    /**
     * What every node has.
     *
     * @param column where it stands in the schema
     * @param present the least definition level at which the node is not null
     * @param repetition the repetition level of the innermost list around it
     */
    record Node(Type type, ColumnPath column, int present, int repetition) {

        String name() {
            return type.getName();
        }

        Optional<Integer> id() {
            return Optional.ofNullable(type.getId()).map(Type.ID::intValue);
        }
    }

    /**
     * A column.
     *
     * @param column its place among the schema's leaves
     */
    record Leaf(Node node, PrimitiveType primitive, int column) implements Shape {

        @Override
        public Stream<Leaf> leaves() {
            return Stream.of(this);
        }

        @Override
        public String noun() {
            return "a value";
        }
    }

    /** A group of named fields. */
    record Struct(Node node, List<Shape> fields) implements Shape {

        @Override
        public Stream<Leaf> leaves() {
            return fields.stream().flatMap(Shape::leaves);
        }

        @Override
        public String noun() {
            return "a struct";
        }
    }

    /**
     * A list.
     *
     * @param bare a repeated field without a group around it: it cannot be null, only empty
     * @param slot the definition level at which there is an element, null or not
     */
    record ListOf(Node node, boolean bare, int slot, Shape element) implements Shape {

        @Override
        public Stream<Leaf> leaves() {
            return element.leaves();
        }

        @Override
        public String noun() {
            return "a list";
        }
    }

    /**
     * A map.
     *
     * @param slot the definition level at which there is an entry
     * @param value absent where a file has only keys
     */
    record MapOf(Node node, int slot, Shape key, Optional<Shape> value) implements Shape {

        @Override
        public Stream<Leaf> leaves() {
            return Stream.concat(key.leaves(), value.stream().flatMap(Shape::leaves));
        }

        @Override
        public String noun() {
            return "a map";
        }
    }

    /** A group that this engine does not understand; refused once something is to be read from it or written to it. */
    record Odd(Node node, String why, List<Leaf> below) implements Shape {

        @Override
        public Stream<Leaf> leaves() {
            return below.stream();
        }

        @Override
        public String noun() {
            return why;
        }
    }

    static Struct of(MessageType schema) {
        return new Reader().root(schema);
    }

    /** Walks a schema in the order of its leaves. */
    final class Reader {

        private int columns;

        private Reader() {}

        private Struct root(MessageType schema) {
            return struct(schema, new Node(schema, ColumnPath.get(), 0, 0));
        }

        private Struct struct(GroupType group, Node node) {
            List<Shape> fields = new ArrayList<>(group.getFieldCount());
            for (Type field : group.getFields()) {
                fields.add(field(field, node));
            }
            return new Struct(node, List.copyOf(fields));
        }

        private Shape field(Type type, Node parent) {
            ColumnPath path = below(parent, type);
            if (type.isRepetition(Repetition.REPEATED)) {
                Shape element = body(type, new Node(type, path, parent.present() + 1, parent.repetition() + 1));
                Node list = new Node(type, path, parent.present(), parent.repetition());
                return new ListOf(list, true, parent.present() + 1, element);
            }
            int own = type.isRepetition(Repetition.OPTIONAL) ? parent.present() + 1 : parent.present();
            return body(type, new Node(type, path, own, parent.repetition()));
        }

        private static ColumnPath below(Node parent, Type type) {
            String[] outer = parent.column().toArray();
            String[] path = Arrays.copyOf(outer, outer.length + 1);
            path[outer.length] = type.getName();
            return ColumnPath.get(path);
        }

        /** A node that is there, whatever its repetition. */
        private Shape body(Type type, Node node) {
            if (type.isPrimitive()) {
                return new Leaf(node, type.asPrimitiveType(), columns++);
            }
            GroupType group = type.asGroupType();
            LogicalTypeAnnotation meaning = group.getLogicalTypeAnnotation();
            if (meaning instanceof ListLogicalTypeAnnotation) {
                return list(group, node);
            }
            if (meaning instanceof MapLogicalTypeAnnotation || meaning instanceof MapKeyValueTypeAnnotation) {
                return map(group, node);
            }
            if (meaning instanceof VariantLogicalTypeAnnotation) {
                return odd(group, node, "a VARIANT");
            }
            return group.getFieldCount() == 0 ? odd(group, node, "a struct without fields") : struct(group, node);
        }

        private Shape list(GroupType group, Node node) {
            if (group.getFieldCount() != 1 || !group.getType(0).isRepetition(Repetition.REPEATED)) {
                return odd(group, node, "a LIST without a repeated field");
            }
            Type repeated = group.getType(0);
            Node slot = slot(node, repeated);
            Shape element = isElement(group, repeated)
                    ? body(repeated, slot)
                    : field(repeated.asGroupType().getType(0), slot);
            return new ListOf(node, false, slot.present(), element);
        }

        /** The format's rules for lists of two levels, where the repeated field is the element and not its wrapper. */
        private static boolean isElement(GroupType list, Type repeated) {
            if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
                return true;
            }
            LogicalTypeAnnotation meaning = repeated.getLogicalTypeAnnotation();
            return meaning instanceof ListLogicalTypeAnnotation
                    || meaning instanceof MapLogicalTypeAnnotation
                    || repeated.asGroupType().getType(0).isRepetition(Repetition.REPEATED)
                    || repeated.getName().equals("array")
                    || repeated.getName().equals(list.getName() + "_tuple");
        }

        private Shape map(GroupType group, Node node) {
            Type entry = group.getFieldCount() == 1 ? group.getType(0) : group;
            if (!entry.isRepetition(Repetition.REPEATED)
                    || entry.isPrimitive()
                    || entry.asGroupType().getFieldCount() > 2) {
                return odd(group, node, "a MAP without a repeated group of keys and values");
            }
            List<Type> fields = entry.asGroupType().getFields();
            Node slot = slot(node, entry);
            Shape key = field(fields.get(0), slot);
            Optional<Shape> value = fields.size() == 2 ? Optional.of(field(fields.get(1), slot)) : Optional.empty();
            return new MapOf(node, slot.present(), key, value);
        }

        private static Node slot(Node outer, Type repeated) {
            return new Node(repeated, below(outer, repeated), outer.present() + 1, outer.repetition() + 1);
        }

        private Odd odd(GroupType group, Node node, String why) {
            return new Odd(node, why, struct(group, node).leaves().toList());
        }
    }
}
