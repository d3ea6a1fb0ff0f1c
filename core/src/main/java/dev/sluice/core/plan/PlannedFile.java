/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;

/**
 * A data file that a plan rewrites. Its identity is its path together with its deletes.
 *
 * @param rows rows stored, or {@link DataFile#UNKNOWN_ROWS}
 * @param deletes identity of the deletes that apply to it, empty where none do
 */
public record PlannedFile(String path, Bytes size, long rows, long deletedRows, String deletes) {

    static PlannedFile of(DataFile file) {
        return new PlannedFile(file.path(), file.size(), file.rows(), file.deletedRows(), file.deletes());
    }

    /** The identity: the same file with other deletes is another input. */
    public Identity identity() {
        return new Identity(path, deletes);
    }

    /** A path and the deletes that apply to it. */
    public record Identity(String path, String deletes) {

        public static Identity of(DataFile file) {
            return new Identity(file.path(), file.deletes());
        }
    }
}
