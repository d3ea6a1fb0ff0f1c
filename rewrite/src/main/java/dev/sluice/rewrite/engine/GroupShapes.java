/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Where the groups around a column are null, empty or repeated, row after row: what all columns of a group tell alike, or no
 * record can be put together of them. Kept as one number for each group and span.
 */
final class GroupShapes {

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    /** A group that has other columns too, and the levels at which it is there. */
    private record Group(ColumnPath path, int repetition, int definition) {}

    private final List<Group> groups;
    private final long[] hashes;
    private final List<long[]> spans = new ArrayList<>();

    private GroupShapes(List<Group> groups) {
        this.groups = groups;
        this.hashes = new long[groups.size()];
    }

    static GroupShapes around(ColumnDescriptor column, MessageType schema) {
        List<Group> groups = new ArrayList<>();
        String[] path = column.getPath();
        GroupType parent = schema;
        int repetition = 0;
        int definition = 0;
        for (int depth = 1; depth < path.length; depth++) {
            Type type = parent.getType(path[depth - 1]);
            parent = type.asGroupType();
            repetition += type.isRepetition(Repetition.REPEATED) ? 1 : 0;
            definition += type.isRepetition(Repetition.REQUIRED) ? 0 : 1;
            if (definition > 0 && leaves(parent) > 1) {
                groups.add(new Group(ColumnPath.get(Arrays.copyOf(path, depth)), repetition, definition));
            }
        }
        return new GroupShapes(List.copyOf(groups));
    }

    private static int leaves(GroupType group) {
        return group.getFields().stream()
                .mapToInt(field -> field.isPrimitive() ? 1 : leaves(field.asGroupType()))
                .sum();
    }

    void add(int repetition, int definition) {
        for (int index = 0; index < hashes.length; index++) {
            Group group = groups.get(index);
            if (repetition <= group.repetition()) {
                int shape = (repetition << Short.SIZE) | Math.min(definition, group.definition());
                hashes[index] = (hashes[index] ^ (shape + 1)) * PRIME;
                hashes[index] ^= hashes[index] >>> 32;
            }
        }
    }

    void endSpan() {
        if (hashes.length > 0) {
            spans.add(hashes.clone());
        }
    }

    /** Hears of each group of a column. */
    @FunctionalInterface
    interface Listener {
        /** @param shapes one number for each span: all that came before it is in it */
        void group(ColumnPath path, List<Long> shapes);
    }

    void each(Listener listener) {
        for (int index = 0; index < hashes.length; index++) {
            int group = index;
            listener.group(
                    groups.get(index).path(),
                    spans.stream().map(span -> span[group]).toList());
        }
    }
}
