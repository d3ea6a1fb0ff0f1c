/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Traces;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.OurFiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;

/**
 * Finds out what became of files that a run of ours wrote: looks for them in every version that is kept. What was written for
 * a table that had this one's name before, or may be somebody's who goes on with this one elsewhere, is nothing to be found.
 */
public final class RunTraces {

    private final IcebergTable table;

    public RunTraces(IcebergTable table) {
        this.table = table;
    }

    public Traces of(List<Location> written) {
        if (written.isEmpty()) {
            return new Traces(OptionalLong.empty(), List.of());
        }
        Set<Location> wanted = new HashSet<>(written);
        Set<Location> known = new HashSet<>();
        OptionalLong committed = table.reading(() -> search(wanted, known));
        List<StoredFile> strays = new ArrayList<>();
        for (Location file : written) {
            if (OurFiles.isFor(table.metadata(), file)) {
                if (!known.contains(file)) {
                    table.files().find(file).ifPresent(strays::add);
                }
                strays.addAll(table.files().unfinished(file));
            }
        }
        return new Traces(committed, strays.isEmpty() || mayBeKeptElsewhere() ? List.of() : strays);
    }

    /** True if metadata of this table lies beside its own that its catalog knows nothing of, and may have come to hold them. */
    private boolean mayBeKeptElsewhere() {
        Location folder =
                IcebergPath.location(table.metadata().metadataFileLocation()).parent();
        Neighbours neighbours = new Neighbours(table, folder.parent(), References.ofMetadata(table));
        try (Stream<StoredFile> files = table.files().list(folder)) {
            files.forEach(file -> neighbours.see(file.location()));
        } catch (GateException e) {
            return true;
        }
        return neighbours.mayGoOnElsewhere();
    }

    /** Notes the files that some version holds, and gives the first version that does. */
    private OptionalLong search(Set<Location> wanted, Set<Location> known) {
        ContentFiles content = new ContentFiles(table);
        OptionalLong first = OptionalLong.empty();
        Set<String> read = new HashSet<>();
        for (Snapshot snapshot : table.metadata().snapshots()) {
            List<ManifestFile> manifests = snapshot.allManifests(table.table().io()).stream()
                    .filter(manifest -> read.add(manifest.path()))
                    .toList();
            int before = known.size();
            content.forEach(manifests, file -> {
                Location location = IcebergPath.location(file.location());
                if (wanted.contains(location)) {
                    synchronized (known) {
                        known.add(location);
                    }
                }
            });
            if (first.isEmpty() && known.size() > before) {
                first = OptionalLong.of(snapshot.snapshotId());
            }
        }
        return first;
    }
}
