/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.jspecify.annotations.Nullable;

/**
 * A table as its catalog gave it, with its metadata as it was then.
 *
 * @param files reaches the table's files with the table's own credentials
 * @param superseded is told what our commits are made on
 */
record IcebergTable(TableRef ref, Table table, TableMetadata metadata, Store files, Superseded superseded) {

    static IcebergTable of(TableRef ref, Table table, Store files, Superseded superseded) {
        return new IcebergTable(
                ref, table, ((HasTableOperations) table).operations().current(), files, superseded);
    }

    TableOperations operations() {
        return ((HasTableOperations) table).operations();
    }

    /** The current version of the main branch, null where nothing was ever written. */
    @Nullable
    Snapshot current() {
        return metadata.currentSnapshot();
    }
}
