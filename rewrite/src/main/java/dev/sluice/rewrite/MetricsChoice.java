/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.Set;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** The columns whose metrics a rewrite reports for each output. */
@FunctionalInterface
public interface MetricsChoice {

    boolean wants(ColumnPath column);

    static MetricsChoice all() {
        return column -> true;
    }

    static MetricsChoice none() {
        return column -> false;
    }

    static MetricsChoice only(Set<ColumnPath> columns) {
        return Set.copyOf(columns)::contains;
    }
}
