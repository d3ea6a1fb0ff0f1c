/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.iceberg.table.IcebergTable;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotAncestryValidator;

/**
 * Holds a commit against deletes by equality that came since its files were read and are of a partition that these have
 * left: they would reach the files where they were, and do not reach them where they are going.
 */
final class LateDeletes implements SnapshotAncestryValidator {

    private final DeletesSince deletes;
    private final Set<Integer> specs;

    /**
     * @param start the version that the files were read in
     * @param specs those that the files were of
     */
    LateDeletes(IcebergTable table, Snapshot start, Set<Integer> specs) {
        this.deletes = new DeletesSince(table, start);
        this.specs = specs.stream()
                .filter(id -> table.metadata().spec(id).isPartitioned())
                .collect(Collectors.toSet());
    }

    @Override
    public boolean validate(Iterable<Snapshot> newestFirst) {
        Iterator<Snapshot> versions = newestFirst.iterator();
        if (!versions.hasNext() || specs.isEmpty()) {
            return true;
        }
        List<ManifestFile> left = deletes.manifests(versions.next()).stream()
                .filter(manifest -> specs.contains(manifest.partitionSpecId()))
                .toList();
        return deletes.in(left, delete -> true).isEmpty();
    }

    @Override
    public String errorMessage() {
        return "rows were deleted by equality in a partition whose files are to move to another";
    }
}
