/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.Partition;
import dev.sluice.core.table.RowFilter;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.function.Predicate;

/** A filter that was read and is not yet bound to a table. */
public final class Filter {

    private final Condition condition;

    private Filter(Condition condition) {
        this.condition = condition;
    }

    /**
     * Reads a filter.
     *
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID}, saying where and what was expected
     */
    public static Filter parse(String text) {
        return new Filter(Parser.parse(text));
    }

    /**
     * The filter for one table at one time.
     *
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID} if it speaks of a column that is no
     *     partition column, or compares it with what it does not hold; also by the predicate, for a value that cannot be
     *     read
     */
    public Predicate<Partition> bind(TableState state, Instant now) {
        RowFilter bound = new Bound(condition, Columns.of(state, now));
        return state.mayHold(bound).orElseGet(() -> bound.in(new Values()));
    }

    /** A condition together with what it is bound to. */
    private record Bound(Condition condition, Columns columns) implements RowFilter {
        @Override
        public <T> T in(Language<T> language) {
            return condition.in(language, columns, true);
        }
    }
}
