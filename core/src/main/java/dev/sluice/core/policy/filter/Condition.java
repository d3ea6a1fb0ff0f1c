/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import java.util.List;

/** What a filter says, before it is known of which table. */
sealed interface Condition {

    /**
     * The condition on a table's columns.
     *
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID} if a column is none of them or a literal
     *     does not fit its column
     */
    Bound bind(Columns columns);

    /** True if all parts are. Every part looks at every partition, so that a value that cannot be read is never missed. */
    record And(List<Condition> parts) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            List<Bound> bound = parts.stream().map(part -> part.bind(columns)).toList();
            return partition -> bound.stream().map(b -> b.of(partition)).reduce(Truth.TRUE, Truth::and);
        }
    }

    /** True if a part is. */
    record Or(List<Condition> parts) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            List<Bound> bound = parts.stream().map(part -> part.bind(columns)).toList();
            return partition -> bound.stream().map(b -> b.of(partition)).reduce(Truth.FALSE, Truth::or);
        }
    }

    /** True if its part is false. */
    record Not(Condition part) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            Bound bound = part.bind(columns);
            return partition -> bound.of(partition).not();
        }
    }

    /** {@code column < literal}. */
    record Compare(Column column, Operator operator, Literal literal) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            return columns.test(column, List.of(literal), order -> operator.holds(order.get(0)));
        }
    }

    /** {@code column IN (literal, ...)}. */
    record In(Column column, List<Literal> literals) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            return columns.test(column, literals, order -> order.contains(0));
        }
    }

    /** {@code column BETWEEN literal AND literal}, both ends included. */
    record Between(Column column, Literal from, Literal to) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            return columns.test(column, List.of(from, to), order -> order.get(0) >= 0 && order.get(1) <= 0);
        }
    }

    /** {@code column IS NULL}. */
    record IsNull(Column column) implements Condition {
        @Override
        public Bound bind(Columns columns) {
            return columns.isNull(column);
        }
    }
}
