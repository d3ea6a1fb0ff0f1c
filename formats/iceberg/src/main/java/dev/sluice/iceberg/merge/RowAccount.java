/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.rows.InputFile;
import java.util.List;

/** Holds the rows of a merge against one another: rows in equal rows out, and both what the table's own metadata says. */
final class RowAccount {

    private final TableRef table;

    RowAccount(TableRef table) {
        this.table = table;
    }

    /**
     * @param read all rows of all files, deleted or not
     * @param deleted those of them that deletes take away
     */
    void check(List<InputFile> files, long read, long deleted, long written) {
        long stated =
                files.stream().mapToLong(file -> file.file().recordCount()).sum();
        if (read != stated) {
            throw new GateException(
                    Fault.TABLE_DAMAGED,
                    table.toString(),
                    "%d rows are in %d files by the metadata's account, and %d by the files themselves. Nothing was committed."
                            .formatted(stated, files.size(), read));
        }
        if (read - deleted != written) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    table.toString(),
                    "%d rows were read, %d of them deleted, and %d were written. Nothing was committed."
                            .formatted(read, deleted, written));
        }
    }
}
