/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import dev.sluice.core.policy.filter.Filter;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * A filter over partitions, as its owner wrote it: {@code order_date >= today - 7d AND region IN ('eu', 'us')}. A
 * partition is inside if it may hold rows for which it is true. It can be read, else it could not be made; whether it fits
 * a table is known when the table is.
 */
public record Where(String text) {

    public Where {
        Filter.parse(text);
    }

    /**
     * The filter for one table.
     *
     * @param now what {@code today} is reckoned from, in UTC
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID} if it speaks of a column that the table is
     *     not partitioned by, or compares it with what it does not hold, or would leave out nothing whatever the table
     *     holds; also by the predicate, for a value that cannot be read
     */
    public Predicate<Partition> forTable(TableState state, Instant now) {
        return Filter.parse(text).bind(state, now);
    }
}
