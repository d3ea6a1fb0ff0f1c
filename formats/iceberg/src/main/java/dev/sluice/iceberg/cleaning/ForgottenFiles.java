/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StatisticsFile;

/** What only certain versions of a table hold, so that nothing needs it once these are forgotten. */
public final class ForgottenFiles {

    /** What a file is to the table. */
    public enum Kind {
        DATA,
        DELETES,
        METADATA
    }

    /** One such file. */
    record Forgotten(Location location, Kind kind, Bytes size) {}

    private final IcebergTable table;
    private final Set<Long> versions;
    private final References kept;
    private final Map<Location, Forgotten> files = new LinkedHashMap<>();

    private ForgottenFiles(IcebergTable table, Set<Long> versions) {
        this.table = table;
        this.versions = versions;
        this.kept = References.without(table, versions);
    }

    public static ForgottenFiles of(IcebergTable table, Set<Long> versions) {
        ForgottenFiles found = new ForgottenFiles(table, versions);
        if (!versions.isEmpty()) {
            found.readVersions();
            found.readStatistics();
        }
        return found;
    }

    /** True if what is kept holds no file, so that nothing could be told from it. */
    boolean keepsNothing() {
        return kept.isEmpty();
    }

    List<Forgotten> files() {
        return List.copyOf(files.values());
    }

    public long count(Kind kind) {
        return files.values().stream().filter(file -> file.kind() == kind).count();
    }

    /** Of data files and files of deletes. */
    public Bytes bytes() {
        return Bytes.of(files.values().stream()
                .filter(file -> file.kind() != Kind.METADATA)
                .mapToLong(file -> file.size().count())
                .sum());
    }

    private void readVersions() {
        ContentFiles content = new ContentFiles(table);
        Map<String, ManifestFile> manifests = new LinkedHashMap<>();
        for (Snapshot snapshot : table.metadata().snapshots()) {
            if (versions.contains(snapshot.snapshotId())) {
                if (snapshot.manifestListLocation() != null) {
                    add(snapshot.manifestListLocation(), Kind.METADATA, Bytes.ZERO);
                }
                snapshot.allManifests(table.table().io()).forEach(m -> manifests.putIfAbsent(m.path(), m));
            }
        }
        manifests.values().removeIf(manifest -> kept.mayRefer(IcebergPath.location(manifest.path())));
        manifests.values().forEach(m -> add(m.path(), Kind.METADATA, Bytes.of(m.length())));
        content.forEach(manifests.values(), file -> add(file.location(), kind(file), Bytes.of(file.fileSizeInBytes())));
    }

    private static Kind kind(ContentFile<?> file) {
        return file.content() == FileContent.DATA ? Kind.DATA : Kind.DELETES;
    }

    private void readStatistics() {
        for (StatisticsFile file : table.metadata().statisticsFiles()) {
            if (versions.contains(file.snapshotId())) {
                add(file.path(), Kind.METADATA, Bytes.of(file.fileSizeInBytes()));
            }
        }
        for (PartitionStatisticsFile file : table.metadata().partitionStatisticsFiles()) {
            if (versions.contains(file.snapshotId())) {
                add(file.path(), Kind.METADATA, Bytes.of(file.fileSizeInBytes()));
            }
        }
    }

    private synchronized void add(String path, Kind kind, Bytes size) {
        Location location = IcebergPath.location(path);
        if (!kept.mayRefer(location)) {
            files.putIfAbsent(location, new Forgotten(location, kind, size));
        }
    }
}
