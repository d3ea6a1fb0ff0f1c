/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import java.time.Instant;

/**
 * The measured numbers of one partition.
 *
 * @param candidates files that compaction would take: small ones and those with many deleted rows
 * @param candidatesDeletedRows rows deleted in the candidates
 * @param changedAt when a file of it was last written
 */
public record PartitionHealth(
        Partition partition,
        long files,
        long smallFiles,
        Bytes bytes,
        long rows,
        long deletedRows,
        long candidates,
        Bytes candidateBytes,
        long candidatesDeletedRows,
        Instant changedAt) {

    /** The small files among the files. */
    public Share smallShare() {
        return new Share(smallFiles, files);
    }

    /** Small files per file, 0 for none. */
    public double smallRatio() {
        return smallShare().ratio();
    }

    /** The deleted rows among the stored ones. */
    public Share deletedShare() {
        return new Share(deletedRows, rows);
    }

    /** Files that the candidates would become if they were merged towards a size, at least one. */
    public long filesAfter(Bytes target) {
        return Math.max(1, -Math.floorDiv(-candidateBytes.count(), target.count()));
    }

    /** True if merging the candidates would leave fewer files or fewer deleted rows. */
    public boolean canGetBetter(Bytes target) {
        return candidates > filesAfter(target) || candidatesDeletedRows > 0;
    }
}
