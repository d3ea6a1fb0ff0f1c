/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One table's partition columns at one time: what a condition is bound to.
 *
 * @param others the types of those that no condition can be bound to, by their names
 */
record Columns(TableRef table, List<PartitionColumn> all, Map<String, String> others, Instant now) {

    static Columns of(TableState state, Instant now) {
        return new Columns(state.table(), state.partitionColumns(), state.partitionTypesThatNoFilterKnows(), now);
    }

    /** What a literal means for a column; one that does not fit it is refused. */
    Object meaning(PartitionColumn column, Literal literal) {
        ColumnType<?> type = ColumnType.of(column.kind());
        Optional<Object> meaning =
                ColumnType.reading(() -> type.meaning(literal, now)).flatMap(Function.identity());
        return meaning.orElseThrow(() -> Refusal.at(
                literal.position(),
                "%s does not fit the column %s, which holds %s; %s"
                        .formatted(literal.shown(), column.name(), type.holds(), type.hint())));
    }

    /** The column of that very name, else the only one of that name in other letters' case. */
    PartitionColumn find(Column column) {
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
        String why = others.entrySet().stream()
                .filter(other -> other.getKey().equalsIgnoreCase(column.name()))
                .findFirst()
                .map(other -> "holds values of the type %s, by which no filter goes".formatted(other.getValue()))
                .orElse("is not a partition column");
        String instead = all.isEmpty()
                ? "%s has %s".formatted(table, others.isEmpty() ? "none" : "none that a filter goes by")
                : "those of %s are %s".formatted(table, names);
        return "%s %s; %s".formatted(column.name(), why, instead);
    }

    private String unclear(Column column) {
        return "%s could be %s"
                .formatted(
                        column.name(), named(column).map(PartitionColumn::name).collect(Collectors.joining(" or ")));
    }
}
