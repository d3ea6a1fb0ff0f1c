/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestWriter;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Comparators;

/**
 * The data files of some manifests of one spec, in the order of their partitions and within a partition by a hash of their
 * names, cut into parts of equal numbers: each part makes one manifest of about the target size.
 */
final class PartitionOrder {

    /** Parts are made so much smaller than the target that few grow over it and leave a small rest behind. */
    private static final double ROOM = 1.1;

    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final double ONE_OF_2_53 = 0x1.0p-53;

    private final Map<StructLike, Stretch> partitions;
    private final long files;
    private final int parts;

    private PartitionOrder(Map<StructLike, Stretch> partitions, long files, int parts) {
        this.partitions = partitions;
        this.files = files;
        this.parts = parts;
    }

    /** Where a partition's files are among all. */
    private static final class Stretch {
        private long start;
        private long files;
    }

    /** Goes once through all that is listed, and writes it to nowhere to learn its size. */
    static PartitionOrder of(IcebergTable table, int specId, List<ManifestFile> manifests, long target) {
        PartitionSpec spec = table.metadata().spec(specId);
        Map<StructLike, Stretch> partitions = new TreeMap<>(Comparators.forType(spec.partitionType()));
        NoFile nowhere = new NoFile();
        long files = 0;
        try (ManifestWriter<DataFile> writer =
                ManifestFiles.write(table.metadata().formatVersion(), spec, nowhere, null)) {
            new ContentFiles(table).forEach(manifests, file -> {
                synchronized (partitions) {
                    partitions.computeIfAbsent(file.partition(), partition -> new Stretch()).files++;
                    writer.existing((DataFile) file, 0, 0, 0L);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Map.Entry<StructLike, Stretch> partition : partitions.entrySet()) {
            partition.getValue().start = files;
            files += partition.getValue().files;
        }
        return new PartitionOrder(partitions, files, (int) Math.max(1, Math.ceil(ROOM * nowhere.bytes() / target)));
    }

    /** From 0 to below the number of parts. */
    int placeOf(DataFile file) {
        Stretch stretch = partitions.get(file.partition());
        if (stretch == null) {
            return 0;
        }
        double place = stretch.start + stretch.files * share(file.location());
        return (int) Math.min(parts - 1, place * parts / files);
    }

    /** A number from 0 to below 1 that is always the same for a name, and spread evenly. */
    private static double share(String name) {
        long hash = name.hashCode() * MIX;
        hash = (hash ^ hash >>> 32) * MIX;
        return (hash >>> 11) * ONE_OF_2_53;
    }
}
