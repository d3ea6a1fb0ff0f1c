/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The full partition tuple that a file belongs to, with values verbatim as the table's metadata has them. An
 * unpartitioned table is one partition without fields.
 */
public record Partition(List<Field> fields) implements Comparable<Partition> {

    public static final Partition WHOLE_TABLE = new Partition(List.of());

    /** Stands for a column in a partition of the way a table was partitioned earlier; its value says which way. */
    public static final String EARLIER = "_spec";

    /** One partition column and its value, null where the table says null. */
    public record Field(String column, @Nullable String value) {

        private static final Comparator<Field> ORDER = Comparator.comparing(Field::column)
                .thenComparing(Field::value, Comparator.nullsFirst(Comparator.naturalOrder()));
    }

    public Partition {
        fields = List.copyOf(fields);
    }

    /** True if the table is partitioned in another way by now. */
    public boolean belongsToEarlierPartitioning() {
        return !fields.isEmpty() && fields.get(0).column().equals(EARLIER);
    }

    /** An order in which only equal partitions are level, the same on every machine; it means nothing else. */
    @Override
    public int compareTo(Partition other) {
        for (int i = 0; i < Math.min(fields.size(), other.fields.size()); i++) {
            int byField = Field.ORDER.compare(fields.get(i), other.fields.get(i));
            if (byField != 0) {
                return byField;
            }
        }
        return Integer.compare(fields.size(), other.fields.size());
    }

    @Override
    public String toString() {
        return fields.isEmpty()
                ? "whole table"
                : fields.stream().map(f -> f.column() + "=" + f.value()).collect(Collectors.joining("/"));
    }
}
