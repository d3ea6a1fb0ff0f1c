/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DanglingDelete;
import dev.sluice.core.table.DeleteFiles;
import dev.sluice.iceberg.table.Deletes;
import dev.sluice.iceberg.table.IcebergTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;

/**
 * The deletes that one version lists, those that dangle apart. A delete is in use as long as the table's own scan gives it
 * to a data file; which spec it was written by has no say in that.
 */
public final class DeleteListing {

    private final IcebergState state;
    private final IcebergTable table;
    private final List<DeleteFile> dangling = new ArrayList<>();
    private long files;
    private Bytes bytes = Bytes.ZERO;

    private DeleteListing(IcebergState state) {
        this.state = state;
        this.table = state.iceberg();
    }

    public static DeleteListing of(IcebergState state) {
        DeleteListing listing = new DeleteListing(state);
        state.snapshot().ifPresent(listing::read);
        return listing;
    }

    /** As the table lists them, each fit to be taken out. */
    public List<DeleteFile> dangling() {
        return List.copyOf(dangling);
    }

    DeleteFiles counted() {
        return new DeleteFiles(
                files,
                bytes,
                dangling.stream()
                        .map(delete -> new DanglingDelete(Deletes.key(delete), Deletes.size(delete)))
                        .toList());
    }

    private void read(Snapshot snapshot) {
        List<ManifestFile> manifests = snapshot.deleteManifests(table.table().io());
        if (manifests.isEmpty()) {
            return;
        }
        Set<String> inUse = inUse();
        for (ManifestFile manifest : manifests) {
            each(manifest, delete -> {
                files++;
                bytes = bytes.plus(Deletes.size(delete));
                if (!inUse.contains(Deletes.key(delete))) {
                    dangling.add(delete.copy());
                }
            });
        }
    }

    private Set<String> inUse() {
        Set<String> inUse = new HashSet<>();
        try (Stream<FileScanTask> tasks = state.tasks()) {
            tasks.forEach(task -> task.deletes().forEach(delete -> inUse.add(Deletes.key(delete))));
        }
        return inUse;
    }

    private void each(ManifestFile manifest, Consumer<DeleteFile> consumer) {
        try (ManifestReader<DeleteFile> reader = ManifestFiles.readDeleteManifest(
                manifest, table.table().io(), table.metadata().specsById())) {
            reader.forEach(consumer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
