/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import dev.sluice.iceberg.table.IcebergTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;

/**
 * Says which data files are listed together when manifests are rewritten: all of a spec where one manifest can hold them;
 * else neighbours in the order of the partitions, so that a reader who looks for some partitions opens few manifests.
 */
final class Clustering implements Function<DataFile, Object> {

    private final Map<Integer, PartitionOrder> specs;

    private Clustering(Map<Integer, PartitionOrder> specs) {
        this.specs = specs;
    }

    /** @param target size of a manifest in bytes */
    static Clustering of(IcebergTable table, List<ManifestFile> manifests, long target) {
        Map<Integer, List<ManifestFile>> bySpec = new HashMap<>();
        manifests.forEach(manifest -> bySpec.computeIfAbsent(manifest.partitionSpecId(), spec -> new ArrayList<>())
                .add(manifest));
        Map<Integer, PartitionOrder> orders = new HashMap<>();
        bySpec.forEach((spec, its) -> {
            if (its.stream().mapToLong(ManifestFile::length).sum() > target) {
                orders.put(spec, PartitionOrder.of(table, spec, its, target));
            }
        });
        return new Clustering(orders);
    }

    /** A number for each manifest to come; Iceberg itself never mixes specs. */
    @Override
    public Object apply(DataFile file) {
        PartitionOrder order = specs.get(file.specId());
        return order == null ? 0 : order.placeOf(file);
    }
}
