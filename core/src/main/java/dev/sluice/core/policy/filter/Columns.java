/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One table's partition columns at one time: what a condition is bound to. */
record Columns(TableRef table, List<PartitionColumn> all, Instant now) {

    /**
     * A test of a column's value against literals.
     *
     * @param test given the value, which is never null, and the literals' values, in the order of the type
     */
    Bound test(Column column, List<Literal> literals, Test test) {
        PartitionColumn found = find(column);
        return bound(found, ColumnType.of(found.kind()), literals, test);
    }

    /** Whether a column is null. */
    Bound isNull(Column column) {
        PartitionColumn found = find(column);
        ColumnType<?> type = ColumnType.of(found.kind());
        return partition -> Truth.of(text(partition, found, type).isEmpty());
    }

    /** What a condition asks of the order between a value and literals. */
    @FunctionalInterface
    interface Test {
        /** The comparisons of a value with each literal: negative, zero or positive. */
        boolean holds(List<Integer> comparisons);
    }

    private <T> Bound bound(PartitionColumn column, ColumnType<T> type, List<Literal> literals, Test test) {
        List<T> limits = literals.stream().map(l -> meaning(column, type, l)).toList();
        return partition -> text(partition, column, type)
                .map(text -> value(partition, column, type, text))
                .map(value -> test.holds(limits.stream()
                        .map(limit -> type.order().compare(value, limit))
                        .toList()))
                .map(Truth::of)
                .orElse(Truth.UNKNOWN);
    }

    private <T> T meaning(PartitionColumn column, ColumnType<T> type, Literal literal) {
        return reading(() -> type.meaning(literal, now))
                .flatMap(Function.identity())
                .orElseThrow(() -> Refusal.at(
                        literal.position(),
                        "%s does not fit the column %s, which holds %s; %s"
                                .formatted(literal.shown(), column.name(), type.holds(), type.hint())));
    }

    private <T> T value(Partition partition, PartitionColumn column, ColumnType<T> type, String text) {
        return reading(() -> type.read(text))
                .orElseThrow(() -> Refusal.of("The value \"%s\" of partition %s cannot be read: the column %s holds %s."
                        .formatted(text, partition, column.name(), type.holds())));
    }

    private static <T> Optional<T> reading(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Partition partition, PartitionColumn column, ColumnType<?> type) {
        for (Partition.Field field : partition.fields()) {
            if (field.column().equals(column.name())) {
                return Optional.ofNullable(field.value()).filter(text -> !(type.emptyIsNull() && text.isEmpty()));
            }
        }
        throw Refusal.of("Partition %s has no value for the column %s.".formatted(partition, column.name()));
    }

    /** The column of that very name, else the only one of that name in other letters' case. */
    private PartitionColumn find(Column column) {
        List<PartitionColumn> alike = named(column).toList();
        return alike.stream()
                .filter(c -> c.name().equals(column.name()))
                .findFirst()
                .or(() -> alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty())
                .orElseThrow(() -> Refusal.at(column.position(), alike.isEmpty() ? unknown(column) : unclear(column)));
    }

    private Stream<PartitionColumn> named(Column column) {
        return all.stream().filter(c -> c.name().equalsIgnoreCase(column.name()));
    }

    private String unknown(Column column) {
        String names = all.stream().map(PartitionColumn::name).collect(Collectors.joining(", "));
        return all.isEmpty()
                ? "%s is not a partition column; %s has none".formatted(column.name(), table)
                : "%s is not a partition column; those of %s are %s".formatted(column.name(), table, names);
    }

    private String unclear(Column column) {
        return "%s could be %s"
                .formatted(
                        column.name(), named(column).map(PartitionColumn::name).collect(Collectors.joining(" or ")));
    }
}
