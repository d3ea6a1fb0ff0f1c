/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.TableRef;
import dev.sluice.rewrite.GeneratedColumn;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stable row ids and row commit versions of a table that tracks rows (PROTOCOL.md, "Row Tracking"): a rewritten row
 * keeps both, stored in two columns of the new file.
 *
 * @param idColumn the physical column for row ids; empty where rows are not tracked
 */
record RowTracking(Optional<String> idColumn, Optional<String> versionColumn) {

    static RowTracking of(SnapshotImpl snapshot) {
        Metadata metadata = snapshot.getMetadata();
        if (!TableConfig.ROW_TRACKING_ENABLED.fromMetadata(metadata)) {
            return new RowTracking(Optional.empty(), Optional.empty());
        }
        return new RowTracking(
                column(metadata, TableConfig.MATERIALIZED_ROW_ID_COLUMN_NAME),
                column(metadata, TableConfig.MATERIALIZED_ROW_COMMIT_VERSION_COLUMN_NAME));
    }

    private static Optional<String> column(Metadata metadata, TableConfig<String> property) {
        String name = metadata.getConfiguration().get(property.getKey());
        if (name == null) {
            throw new GateException(
                    Fault.TABLE_DAMAGED,
                    property.getKey(),
                    "The table tracks rows, but this property, which names the column for it, is missing.");
        }
        return Optional.of(name);
    }

    boolean isOn() {
        return idColumn.isPresent();
    }

    List<String> columns() {
        List<String> columns = new ArrayList<>();
        idColumn.ifPresent(columns::add);
        versionColumn.ifPresent(columns::add);
        return columns;
    }

    /** How a file's rows get their ids and versions: what is stored goes first, else what the log says of the file. */
    List<GeneratedColumn> generated(InputFile file, TableRef table) {
        if (idColumn.isEmpty() || versionColumn.isEmpty()) {
            return List.of();
        }
        if (file.baseRowId().isEmpty() || file.defaultRowCommitVersion().isEmpty()) {
            throw new GateException(
                    Fault.TABLE_DAMAGED,
                    "%s, file %s".formatted(table, file.path()),
                    "The table tracks rows, but the log gives this file no row ids.");
        }
        return List.of(
                GeneratedColumn.countingFrom(file.baseRowId().getAsLong(), idColumn.get()),
                GeneratedColumn.constantly(file.defaultRowCommitVersion().getAsLong(), versionColumn.get()));
    }
}
