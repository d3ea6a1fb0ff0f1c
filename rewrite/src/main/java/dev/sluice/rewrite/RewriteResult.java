/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import java.util.List;

/**
 * What a rewrite did.
 *
 * @param outputs in the order of their rows; none if every row was deleted
 * @param rowsRead all rows of all inputs, deleted or not
 * @param rowsMasked the rows that masks deleted: {@code rowsRead - rowsMasked = rowsWritten}
 * @param bytesRead what was asked of the store
 */
public record RewriteResult(
        List<OutputFile> outputs,
        long rowsRead,
        long rowsMasked,
        long rowsWritten,
        Bytes bytesRead,
        Bytes bytesWritten) {

    public RewriteResult {
        outputs = List.copyOf(outputs);
    }
}
