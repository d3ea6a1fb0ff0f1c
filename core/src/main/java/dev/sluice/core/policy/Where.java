/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** A filter over partitions, as its owner wrote it. */
public record Where(String text) {

    public Predicate<Partition> forTable(TableRef table, List<PartitionColumn> columns, Instant now) {
        throw new UnsupportedOperationException(text);
    }
}
