/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import java.util.List;

/**
 * Files of one partition that become fewer, larger files together.
 *
 * @param outputs how many files they are expected to become
 */
public record FileGroup(Partition partition, List<PlannedFile> inputs, long outputs) {

    public FileGroup {
        inputs = List.copyOf(inputs);
    }

    public Bytes bytes() {
        return Bytes.of(inputs.stream().mapToLong(f -> f.size().count()).sum());
    }

    /** True if the table is partitioned in another way by now, which the outputs follow where that leaves fewer files. */
    public boolean movesToCurrentPartitioning() {
        return partition.belongsToEarlierPartitioning();
    }

    public long deletedRows() {
        return inputs.stream().mapToLong(PlannedFile::deletedRows).sum();
    }
}
