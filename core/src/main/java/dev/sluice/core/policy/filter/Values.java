/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.Comparison;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.RowFilter;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A filter said as a test of partitions whose fields are the values of their rows. Every part looks at every partition, so
 * that a value that cannot be read is never missed.
 */
final class Values implements RowFilter.Language<Predicate<Partition>> {

    @Override
    public Predicate<Partition> and(List<Predicate<Partition>> parts) {
        return partition -> parts.stream().map(part -> part.test(partition)).reduce(true, Boolean::logicalAnd);
    }

    @Override
    public Predicate<Partition> or(List<Predicate<Partition>> parts) {
        return partition -> parts.stream().map(part -> part.test(partition)).reduce(false, Boolean::logicalOr);
    }

    @Override
    public Predicate<Partition> compare(PartitionColumn column, Comparison comparison, Object value) {
        return compare(column, ColumnType.of(column.kind()), comparison, value);
    }

    private static <T> Predicate<Partition> compare(
            PartitionColumn column, ColumnType<T> type, Comparison comparison, Object value) {
        T limit = type.cast(value);
        return partition -> text(partition, column, type)
                .map(text -> read(partition, column, type, text))
                .filter(read -> comparison.holds(type.order().compare(read, limit)))
                .isPresent();
    }

    @Override
    public Predicate<Partition> isNull(PartitionColumn column) {
        return isNotNull(column).negate();
    }

    @Override
    public Predicate<Partition> isNotNull(PartitionColumn column) {
        ColumnType<?> type = ColumnType.of(column.kind());
        return partition -> text(partition, column, type).isPresent();
    }

    private static <T> T read(Partition partition, PartitionColumn column, ColumnType<T> type, String text) {
        return ColumnType.reading(() -> type.read(text))
                .orElseThrow(() -> Refusal.of("The value \"%s\" of partition %s cannot be read: the column %s holds %s."
                        .formatted(text, partition, column.name(), type.holds())));
    }

    private static Optional<String> text(Partition partition, PartitionColumn column, ColumnType<?> type) {
        for (Partition.Field field : partition.fields()) {
            if (field.column().equals(column.name())) {
                return Optional.ofNullable(field.value()).filter(text -> !(type.emptyIsNull() && text.isEmpty()));
            }
        }
        throw Refusal.of("Partition %s has no value for the column %s.".formatted(partition, column.name()));
    }
}
