/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.iceberg.table.IcebergTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.util.PartitionSet;

/**
 * Holds a commit against the deletes that go out with it. Iceberg's library lets go of the delete files that are older
 * than every data file which a commit leaves in place, and asks nothing of those that the commit adds. Ours are as old as
 * the version that they were made from, so a delete by equality that came since may be let go of although it applies to
 * them, and its rows would be back.
 *
 * <p>By the format's specification such a delete applies to data files with a smaller data sequence number, of its own
 * spec and partition, or of all if its spec has no partitions ("Scan Planning").
 */
final class DroppedDeletes implements Consumer<Snapshot> {

    private final IcebergTable table;
    private final Snapshot start;
    private final Map<Integer, PartitionSpec> specs;
    private final PartitionSet reached;
    private final DeletesSince deletes;

    /**
     * @param start the version that the outputs were made from and are as old as
     * @param outputs of the commit
     */
    DroppedDeletes(IcebergTable table, Snapshot start, List<DataFile> outputs) {
        this.table = table;
        this.start = start;
        this.specs = table.metadata().specsById();
        this.reached = PartitionSet.create(specs);
        this.deletes = new DeletesSince(table, start);
        outputs.forEach(file -> reached.add(file.specId(), file.partition()));
    }

    @Override
    public void accept(Snapshot ours) {
        if (Objects.equals(ours.parentId(), start.snapshotId())) {
            return;
        }
        Set<String> dropped = needed(table.operations().current().snapshot(ours.parentId()));
        dropped.removeAll(needed(ours));
        dropped.stream().findFirst().ifPresent(delete -> {
            throw new ValidationException(
                    "rows were deleted by equality, and %s would go out although it still applies", delete);
        });
    }

    /** The deletes of a version that came since and reach an output. */
    private Set<String> needed(Snapshot version) {
        List<ManifestFile> manifests = deletes.manifests(version);
        if (!manifests.stream().map(ManifestFile::partitionSpecId).allMatch(specs::containsKey)) {
            throw new ValidationException("rows were deleted in partitions of a partitioning that came since");
        }
        return deletes.in(manifests, this::reachesAnOutput);
    }

    private boolean reachesAnOutput(ContentFile<?> delete) {
        PartitionSpec spec = Objects.requireNonNull(specs.get(delete.specId()));
        return spec.isUnpartitioned() || reached.contains(spec.specId(), delete.partition());
    }
}
