/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RowMask;
import java.util.List;

/** One input that is open and understood. Each is itself alone, even if a job names a file twice. */
final class OpenInput implements AutoCloseable {

    private final RewriteInput input;
    private final StoreInput stream;
    private final InputFooter footer;
    private final List<LeafSource> sources;

    /** @param sources for each column of the output; empty if the file has no rows */
    OpenInput(RewriteInput input, StoreInput stream, InputFooter footer, List<LeafSource> sources) {
        this.input = input;
        this.stream = stream;
        this.footer = footer;
        this.sources = sources;
        long rows = footer.rows();
        long outside = input.mask().nextDeleted(rows);
        if (outside != RowMask.NO_MORE) {
            throw Refusal.damaged(
                    input.file(),
                    "Row %d is marked as deleted, but the file has %d rows.".formatted(outside, rows),
                    null);
        }
    }

    RewriteInput input() {
        return input;
    }

    StoreInput stream() {
        return stream;
    }

    InputFooter footer() {
        return footer;
    }

    List<LeafSource> sources() {
        return sources;
    }

    @Override
    public void close() {
        stream.close();
    }
}
