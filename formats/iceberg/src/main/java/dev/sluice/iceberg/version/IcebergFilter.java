/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.table.Comparison;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.RowFilter;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Projections;

/**
 * A filter said as Iceberg's expression on the partitions of one spec, true of each that may hold rows for which the filter
 * is. Columns are found by id, so that one that was renamed since is found as well.
 */
final class IcebergFilter implements RowFilter.Language<Expression> {

    private final Schema current;
    private final PartitionSpec spec;

    /** @param current has the columns by the names that the filter knows */
    IcebergFilter(Schema current, PartitionSpec spec) {
        this.current = current;
        this.spec = spec;
    }

    @Override
    public Expression and(List<Expression> parts) {
        return joined(parts, Expressions::and);
    }

    @Override
    public Expression or(List<Expression> parts) {
        return joined(parts, Expressions::or);
    }

    /** Joined by halves, so that a long list becomes no deep tree. */
    private static Expression joined(List<Expression> parts, BinaryOperator<Expression> join) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int half = parts.size() / 2;
        return join.apply(joined(parts.subList(0, half), join), joined(parts.subList(half, parts.size()), join));
    }

    @Override
    public Expression isNull(PartitionColumn column) {
        return ofColumn(column, name -> projected(Expressions.isNull(name)));
    }

    @Override
    public Expression isNotNull(PartitionColumn column) {
        return ofColumn(column, this::notNull);
    }

    @Override
    public Expression compare(PartitionColumn column, Comparison comparison, Object value) {
        return ofColumn(
                column,
                name -> Ticks.of(spec.schema().findType(name))
                        .map(ticks -> compare(name, comparison, ticks, ticks.position(value)))
                        .orElseGet(() -> compare(name, comparison, value)));
    }

    /** A column that the spec's schema does not have tells nothing. */
    private Expression ofColumn(PartitionColumn column, Function<String, Expression> said) {
        String name =
                spec.schema().findColumnName(current.findField(column.name()).fieldId());
        return name == null ? Expressions.alwaysTrue() : said.apply(name);
    }

    /** What lies between two values that the column can hold is compared by the one before it. */
    private Expression compare(String name, Comparison comparison, Ticks ticks, BigDecimal position) {
        if (ticks.areAllOnOneSideOf(position)) {
            return ticks.hold(comparison, position) ? notNull(name) : Expressions.alwaysFalse();
        }
        BigDecimal tick = ticks.upTo(position);
        Object literal = ticks.literal(tick);
        if (tick.compareTo(position) == 0) {
            return compare(name, comparison, literal);
        }
        return switch (comparison) {
            case EQUAL -> Expressions.alwaysFalse();
            case NOT_EQUAL -> notNull(name);
            case LESS, AT_MOST -> compare(name, Comparison.AT_MOST, literal);
            case MORE, AT_LEAST -> compare(name, Comparison.MORE, literal);
        };
    }

    /** Null fulfils no comparison, which Iceberg's own take it to in places; so that is said beside those that tell anything. */
    private <T> Expression compare(String name, Comparison comparison, T value) {
        Expression compared = switch (comparison) {
            case EQUAL -> Expressions.equal(name, value);
            case NOT_EQUAL -> Expressions.notEqual(name, value);
            case LESS -> Expressions.lessThan(name, value);
            case AT_MOST -> Expressions.lessThanOrEqual(name, value);
            case MORE -> Expressions.greaterThan(name, value);
            case AT_LEAST -> Expressions.greaterThanOrEqual(name, value);
        };
        Expression projected = projected(compared);
        return projected.op() == Expression.Operation.TRUE ? projected : Expressions.and(notNull(name), projected);
    }

    private Expression notNull(String name) {
        return projected(Expressions.notNull(name));
    }

    private Expression projected(Expression ofRows) {
        return Projections.inclusive(spec, true).project(ofRows);
    }
}
