/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.store.FingerprintSet;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.RealPlaces;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.TableMetadata;

/**
 * Everything that the kept versions of a table refer to, whether on the main branch, on another or under a tag: metadata
 * files and their log, the version hint, manifest lists, manifests, data files, delete files, statistics. A file is known by
 * where it really lies, whatever symbolic links its name goes through.
 */
final class References {

    private final FingerprintSet files = new FingerprintSet();
    /** The same without the bucket or host, to notice where a listing spells it otherwise. */
    private final FingerprintSet paths = new FingerprintSet();

    private final RealPlaces places;
    private final Set<String> read = new HashSet<>();
    private final Set<Long> forgotten;
    private long contentFiles;

    private References(Store store, Set<Long> forgotten) {
        this.places = new RealPlaces(store);
        this.forgotten = Set.copyOf(forgotten);
    }

    /** What all versions refer to. */
    static References of(IcebergTable table) {
        return without(table, Set.of());
    }

    /** What a table's metadata names besides its versions: itself, those before it, statistics. */
    static References ofMetadata(IcebergTable table) {
        References references = new References(table.files(), Set.of());
        references.readMetadata(table.metadata());
        return references;
    }

    /** What all versions refer to but some, as it would be without those. */
    static References without(IcebergTable table, Set<Long> forgotten) {
        References references = new References(table.files(), forgotten);
        references.include(table);
        return references;
    }

    /** Adds what a table refers to; of what was read before, nothing is lost and nothing read again. */
    References include(IcebergTable table) {
        readMetadata(table.metadata());
        readVersions(table);
        return this;
    }

    /** True if anything that is kept refers to the file. */
    boolean mayRefer(Location file) {
        return files.mayContain(places.of(file));
    }

    /** True if a file of that path is referred to in another bucket or on another host. */
    boolean mayReferElsewhere(Location file) {
        return !mayRefer(file) && paths.mayContain(withoutHost(file));
    }

    /** True if no version holds any file, so that nothing could be told from what it refers to. */
    boolean isEmpty() {
        return contentFiles == 0;
    }

    private void readMetadata(TableMetadata metadata) {
        add(metadata.metadataFileLocation());
        metadata.previousFiles().forEach(entry -> add(entry.file()));
        add(IcebergPath.location(metadata.metadataFileLocation()).parent().resolve("version-hint.text"));
        metadata.statisticsFiles().stream()
                .filter(file -> !forgotten.contains(file.snapshotId()))
                .map(StatisticsFile::path)
                .forEach(this::add);
        metadata.partitionStatisticsFiles().stream()
                .filter(file -> !forgotten.contains(file.snapshotId()))
                .map(PartitionStatisticsFile::path)
                .forEach(this::add);
    }

    /** What was read counts as read once all of it was: where that fails in the midst, the next look reads it again. */
    private void readVersions(IcebergTable table) {
        Set<String> reads = new HashSet<>();
        List<ManifestFile> manifests = new ArrayList<>();
        for (Snapshot snapshot : table.metadata().snapshots()) {
            if (forgotten.contains(snapshot.snapshotId())) {
                continue;
            }
            if (snapshot.manifestListLocation() != null) {
                add(snapshot.manifestListLocation());
            }
            String version = "version " + snapshot.snapshotId();
            if (!read.contains(version)) {
                reads.add(version);
                snapshot.allManifests(table.table().io()).stream()
                        .filter(manifest -> !read.contains(manifest.path()) && reads.add(manifest.path()))
                        .forEach(manifests::add);
            }
        }
        manifests.forEach(manifest -> add(manifest.path()));
        new ContentFiles(table).forEach(manifests, file -> {
            synchronized (this) {
                contentFiles++;
                add(file.location());
            }
        });
        read.addAll(reads);
    }

    private void add(String path) {
        add(IcebergPath.location(path));
    }

    private synchronized void add(Location file) {
        files.add(places.of(file));
        paths.add(withoutHost(file));
    }

    private static Location withoutHost(Location file) {
        return Location.local(file.path());
    }
}
