/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RowMask;
import java.util.List;

/**
 * One input that is open and understood.
 *
 * @param sources for each column of the output; empty if the file has no rows
 */
record OpenInput(RewriteInput input, StoreInput stream, InputFooter footer, List<LeafSource> sources)
        implements AutoCloseable {

    OpenInput {
        long rows = footer.rows();
        long outside = input.mask().nextDeleted(rows);
        if (outside != RowMask.NO_MORE) {
            throw Refusal.damaged(
                    input.file(),
                    "Row %d is marked as deleted, but the file has %d rows.".formatted(outside, rows),
                    null);
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
