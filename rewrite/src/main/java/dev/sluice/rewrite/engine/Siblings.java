/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** The columns of one row group, which have to agree on the groups that they share. */
final class Siblings {

    private final RowGroupPlan plan;
    private final Map<ColumnPath, Told> told = new HashMap<>();

    /** What a column said of a group. */
    private record Told(String column, List<Long> shapes) {

        /** The first span that is told otherwise, or -1. */
        int mismatch(List<Long> others) {
            for (int span = 0; span < shapes.size(); span++) {
                if (!shapes.get(span).equals(others.get(span))) {
                    return span;
                }
            }
            return -1;
        }
    }

    Siblings(RowGroupPlan plan) {
        this.plan = plan;
    }

    /** Holds a column against those before it; where they differ, the file is damaged that the difference begins in. */
    WrittenChunk agreed(WrittenChunk chunk) {
        String column = InputFooter.name(chunk.column());
        chunk.groups().each((path, found) -> {
            Told known = told.putIfAbsent(path, new Told(column, found));
            int span = known == null ? -1 : known.mismatch(found);
            if (known != null && span >= 0) {
                throw Refusal.damaged(
                        plan.spans().get(span).input().input().file(),
                        "Column %s: it and column %s do not agree on where %s is null, empty or repeated."
                                .formatted(column, known.column(), path.toDotString()),
                        null);
            }
        });
        return chunk;
    }
}
