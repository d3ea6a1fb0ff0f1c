/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.util.Map;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * What some rows hold, whatever files they lie in and in whatever order.
 *
 * @param hex 128 bits over whole rows: they change with every value and with what stands beside it in its row
 * @param columns the sum of each column's values on its own
 */
public record ContentHash(long rows, String hex, Map<ColumnPath, Long> columns) {

    public ContentHash {
        columns = Map.copyOf(columns);
    }
}
