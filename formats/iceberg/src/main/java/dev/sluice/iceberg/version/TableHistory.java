/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.History;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;

/** What a table keeps of its past, and the deletes that it carries along. */
final class TableHistory {

    private final IcebergState state;
    private final IcebergTable table;

    TableHistory(IcebergState state) {
        this.state = state;
        this.table = state.iceberg();
    }

    History read() {
        return table.reading(() -> {
            Optional<Snapshot> snapshot = state.snapshot();
            List<ManifestFile> manifests =
                    snapshot.map(s -> s.allManifests(table.table().io())).orElse(List.of());
            long versions = table.metadata().snapshots().size();
            return new History(
                    versions,
                    metadata(manifests),
                    OptionalLong.of(manifests.size()),
                    Optional.of(DeleteListing.of(state).counted()),
                    snapshot.map(SnapshotTimes::at));
        });
    }

    /** All that lies in the metadata folder; where that may not be listed, what the current version is made of. */
    private Bytes metadata(List<ManifestFile> manifests) {
        Location folder =
                IcebergPath.location(table.metadata().metadataFileLocation()).parent();
        try (Stream<StoredFile> files = table.files().list(folder)) {
            return Bytes.of(files.mapToLong(file -> file.size().count()).sum());
        } catch (GateException e) {
            return Bytes.of(manifests.stream().mapToLong(ManifestFile::length).sum());
        }
    }
}
