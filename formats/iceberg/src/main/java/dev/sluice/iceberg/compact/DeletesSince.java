/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;

/** The deletes by equality that came into a table since a version of it, by their sequence numbers. */
final class DeletesSince {

    private final IcebergTable table;
    private final long start;

    DeletesSince(IcebergTable table, Snapshot start) {
        this.table = table;
        this.start = start.sequenceNumber();
    }

    /** Those of a later version that may bear such a delete: a manifest is as young as the youngest file in it. */
    List<ManifestFile> manifests(Snapshot version) {
        return version.deleteManifests(table.table().io()).stream()
                .filter(manifest -> manifest.sequenceNumber() > start)
                .toList();
    }

    /** The locations of those that some manifests bear and that fit. */
    Set<String> in(List<ManifestFile> manifests, Predicate<ContentFile<?>> fits) {
        Set<String> found = ConcurrentHashMap.newKeySet();
        new ContentFiles(table).forEach(manifests, delete -> {
            if (delete.content() == FileContent.EQUALITY_DELETES
                    && delete.dataSequenceNumber() > start
                    && fits.test(delete)) {
                found.add(delete.location());
            }
        });
        return found;
    }
}
