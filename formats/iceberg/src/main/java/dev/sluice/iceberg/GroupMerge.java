/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.RewriteListener;
import java.util.List;
import org.apache.iceberg.DataFile;

/** Makes the files of one group into fewer, larger ones, and proves them. Commits nothing. */
interface GroupMerge {

    /**
     * @param files of one partition, in the order that their rows are to have
     * @param target a file ends once it is this large
     */
    Merged merge(List<InputFile> files, Bytes target, RewriteListener listener);

    /**
     * What the files of a group have become.
     *
     * @param outputs as the commit is to name them; none if every row was deleted
     * @param rowsRead live rows of the inputs, deletes applied
     */
    record Merged(List<DataFile> outputs, long rowsRead, long rowsWritten, Bytes bytesRead) {

        public Merged {
            outputs = List.copyOf(outputs);
        }
    }
}
