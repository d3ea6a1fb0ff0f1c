/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One table's partition columns at one time: what a condition is bound to. */
record Columns(TableRef table, List<PartitionColumn> all, Instant now) {

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
