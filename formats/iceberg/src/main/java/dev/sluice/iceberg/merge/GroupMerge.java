/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.RewriteListener;
import java.util.List;
import org.apache.iceberg.DataFile;

/** Writes rows of some files into fewer, larger ones, and proves these. Commits nothing. */
public interface GroupMerge {

    /** @param target a file ends once it is this large */
    Merged merge(Merge merge, Bytes target, RewriteListener listener);

    /**
     * What the rows have become.
     *
     * @param outputs as the commit is to name them; none if every row was deleted
     * @param rowsRead those of the inputs that go along
     */
    record Merged(List<DataFile> outputs, long rowsRead, long rowsWritten, Bytes bytesRead) {

        public Merged {
            outputs = List.copyOf(outputs);
        }
    }
}
