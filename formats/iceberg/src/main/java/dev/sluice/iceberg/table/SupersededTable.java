/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.TableMetadata;

/** A table as it was right before a commit of ours, whatever its catalog shows of it by now. */
final class SupersededTable extends IcebergTable {

    /** @param base what our commit on the table was made on */
    SupersededTable(IcebergTable table, TableMetadata base) {
        super(
                table.ref(),
                new BaseTable(
                        new StaticTableOperations(base, table.table().io()),
                        table.ref().toString()),
                table.files(),
                table.superseded());
    }

    /** None for sure: the catalog may have kept the newest version alone, and is not asked. */
    @Override
    Set<Long> shown() {
        return Set.of();
    }

    /** With nobody to ask, a storage that fails is no sign that a version was forgotten. */
    @Override
    boolean mayBeForgotten(Fault fault) {
        return fault == Fault.TABLE_DAMAGED;
    }
}
