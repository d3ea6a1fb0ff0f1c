/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The full partition tuple that a file belongs to, with values verbatim as the table's metadata has them. An
 * unpartitioned table is one partition without fields.
 */
public record Partition(List<Field> fields) {

    public static final Partition WHOLE_TABLE = new Partition(List.of());

    /** One partition column and its value, null where the table says null. */
    public record Field(String column, @Nullable String value) {}

    public Partition {
        fields = List.copyOf(fields);
    }

    @Override
    public String toString() {
        return fields.isEmpty()
                ? "whole table"
                : fields.stream().map(f -> f.column() + "=" + f.value()).collect(Collectors.joining("/"));
    }
}
