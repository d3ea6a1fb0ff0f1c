/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
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

    /**
     * Throws if the table no longer has a version that it had: another writer has made it forget that.
     *
     * @param cause why the version could not be read
     */
    void refuseForgotten(long version, GateException cause) {
        if (operations() instanceof StaticTableOperations) {
            throw new GateException(Fault.TABLE_NOT_FOUND, ref.toString(), noLongerHas(version), cause);
        }
        TableMetadata now = Refusals.refusing(ref.toString(), () -> operations().refresh());
        if (now.snapshot(version) == null) {
            throw new GateException(
                    Fault.PLAN_STALE,
                    ref.toString(),
                    "Another writer has made it forget version %d while it was read.".formatted(version),
                    cause);
        }
    }

    static String noLongerHas(long version) {
        return "It has no version %d, or no longer has it.".formatted(version);
    }

    /** The current version of the main branch, null where nothing was ever written. */
    @Nullable
    Snapshot current() {
        return metadata.currentSnapshot();
    }
}
