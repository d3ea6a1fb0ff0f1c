/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Partition;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * How a table is measured: which files count as small, which as candidates for compaction, and which partitions count
 * at all.
 *
 * @param smallerThan a file is small when its size is strictly less
 * @param deletedRowsPercent a file is a candidate too when at least this share of its rows is deleted; empty: never
 * @param where the partitions that are looked at
 */
public record Measure(Bytes smallerThan, OptionalDouble deletedRowsPercent, Predicate<Partition> where) {

    public boolean isSmall(DataFile file) {
        return file.size().isSmallerThan(smallerThan);
    }

    /** True if compaction would take the file: small, or with many deleted rows, and not to be left alone. */
    public boolean isCandidate(DataFile file) {
        return file.leaveAlone() == null && (isSmall(file) || hasManyDeletedRows(file));
    }

    private boolean hasManyDeletedRows(DataFile file) {
        return deletedRowsPercent.isPresent()
                && file.deletedRows() > 0
                && file.knowsItsRows()
                && new Share(file.deletedRows(), file.rows()).reachesPercent(deletedRowsPercent.getAsDouble());
    }
}
