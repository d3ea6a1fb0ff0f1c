/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Manifest;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.TableWishes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;

/**
 * The data manifests of one version that are worth rewriting. A manifest is small below a quarter of the size that the
 * table's commits merge towards; rewriting pays where a spec has ten of them, which then become at most a quarter as many.
 * Manifests of two specs are never put together.
 */
public final class ManifestListing {

    /** So many small ones of one spec are worth a commit. */
    public static final int ENOUGH = 10;

    /** Below this part of the target a manifest is small. */
    private static final int SMALL_PART = 4;

    /** So many targets are rewritten at once; the rest is left to the next run. */
    private static final long MOST_TARGETS = 64;

    private final IcebergState state;
    private final IcebergTable table;
    private final long target;

    public ManifestListing(IcebergState state) {
        this.state = state;
        this.table = state.iceberg();
        this.target = new TableWishes(table)
                .whole(TableProperties.MANIFEST_TARGET_SIZE_BYTES)
                .orElse(TableProperties.MANIFEST_TARGET_SIZE_BYTES_DEFAULT);
    }

    /** False where the table's owner wants its manifests as they are written. */
    static boolean isWantedBy(TableMetadata metadata) {
        return metadata.propertyAsBoolean(
                TableProperties.MANIFEST_MERGE_ENABLED, TableProperties.MANIFEST_MERGE_ENABLED_DEFAULT);
    }

    public Bytes target() {
        return Bytes.of(target);
    }

    /** Those that are to be rewritten, of those that may be; none where it does not pay. */
    public List<ManifestFile> worthRewriting(Predicate<ManifestFile> mayBe) {
        List<ManifestFile> chosen = new ArrayList<>();
        small(mayBe).values().stream().filter(s -> s.size() >= ENOUGH).forEach(chosen::addAll);
        return chosen;
    }

    /** Those that only tell which files a commit took out: the next commit need not list them again. */
    public List<ManifestFile> emptied(Predicate<ManifestFile> mayBe) {
        return dataManifests().stream()
                .filter(manifest -> !mayListFiles(manifest) && mayBe.test(manifest))
                .toList();
    }

    /**
     * Those that will be worth it once some data files are rewritten: a manifest that lists nothing else by then is not
     * counted. Each commit adds one of the spec that its files have, which may be any that is in use.
     */
    Optional<SmallManifests> worthRewritingAfter(Set<String> rewritten, int commits) {
        if (!isWantedBy(table.metadata())) {
            return Optional.empty();
        }
        Map<Integer, List<ManifestFile>> bySpec = small(manifest -> true);
        if (commits > 0) {
            dataManifests().forEach(manifest -> bySpec.putIfAbsent(manifest.partitionSpecId(), List.of()));
        }
        List<Manifest> chosen = new ArrayList<>();
        boolean pays = false;
        for (List<ManifestFile> listed : bySpec.values()) {
            boolean mayPay = listed.size() + commits >= ENOUGH;
            List<ManifestFile> left = mayPay && !rewritten.isEmpty() ? thatKeepFiles(listed, rewritten) : listed;
            if (left.size() + commits >= ENOUGH) {
                pays = true;
                left.forEach(manifest -> chosen.add(new Manifest(manifest.path(), Bytes.of(manifest.length()))));
            }
        }
        return pays ? Optional.of(new SmallManifests(chosen, commits, target())) : Optional.empty();
    }

    /** By spec, in the order of the version's list, up to what is rewritten at once. */
    private Map<Integer, List<ManifestFile>> small(Predicate<ManifestFile> mayBe) {
        Map<Integer, List<ManifestFile>> bySpec = new TreeMap<>();
        long bytes = 0;
        for (ManifestFile manifest : dataManifests()) {
            boolean fits = (bytes + manifest.length()) / MOST_TARGETS < target;
            if (fits && isSmall(manifest) && mayBe.test(manifest)) {
                bytes += manifest.length();
                bySpec.computeIfAbsent(manifest.partitionSpecId(), spec -> new ArrayList<>())
                        .add(manifest);
            }
        }
        return bySpec;
    }

    private List<ManifestFile> dataManifests() {
        return state.snapshot()
                .map((Snapshot snapshot) -> snapshot.dataManifests(table.table().io()))
                .orElse(List.of());
    }

    /**
     * True if the manifest lists live files and is small. One without counts, as old writers left them, cannot be held
     * against what it is rewritten into; one without row ids, of a table that was upgraded and not written to since,
     * would get them by our commit instead of by the next of its owner.
     */
    private boolean isSmall(ManifestFile manifest) {
        return manifest.length() < target / SMALL_PART
                && manifest.addedFilesCount() != null
                && manifest.existingFilesCount() != null
                && mayListFiles(manifest)
                && (!table.hasRowLineage() || manifest.firstRowId() != null);
    }

    /** Iceberg takes one without counts for one that does. */
    private static boolean mayListFiles(ManifestFile manifest) {
        return manifest.hasAddedFiles() || manifest.hasExistingFiles();
    }

    private List<ManifestFile> thatKeepFiles(List<ManifestFile> manifests, Set<String> rewritten) {
        Set<String> keep = new HashSet<>();
        new ContentFiles(table).forEachOf(manifests, (manifest, file) -> {
            if (!rewritten.contains(file.location())) {
                synchronized (keep) {
                    keep.add(manifest.path());
                }
            }
        });
        return manifests.stream().filter(m -> keep.contains(m.path())).toList();
    }
}
