/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.OurFiles;
import dev.sluice.iceberg.table.Refusals;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.LocationProvider;

/** Names the files that a run writes into a table, and journals each name before its file is opened. */
public final class NewFiles {

    private final Store store;
    private final String ofTable;
    private final LocationProvider locations;
    private final Passage passage;
    /** The version that the step starts from: a run's next step begins to count anew and may write into the same folder. */
    private final String step;

    private final List<Location> announced = new ArrayList<>();

    public NewFiles(IcebergTable table, Passage passage) {
        this.store = table.files();
        this.ofTable = OurFiles.mark(table.metadata());
        this.locations = locations(table);
        this.passage = passage;
        Snapshot start = table.current();
        this.step = start == null ? "0" : Long.toString(start.snapshotId(), Character.MAX_RADIX);
    }

    /** A table may name a class that says where its files go; without that class nobody can tell. */
    private static LocationProvider locations(IcebergTable table) {
        String key = TableProperties.WRITE_LOCATION_PROVIDER_IMPL;
        String wanted = table.metadata().properties().get(key);
        try {
            return table.table().locationProvider();
        } catch (RuntimeException e) {
            throw wanted == null
                    ? Refusals.of(table.ref().toString(), e)
                    : new GateException(
                            Fault.TABLE_FEATURE_UNSUPPORTED,
                            table.ref().toString(),
                            "The property %s asks for the class %s, which cannot be loaded here."
                                    .formatted(key, wanted),
                            e);
        }
    }

    /** The next file's path, where the table wants its files: by partition, or spread over an object store. */
    String next(PartitionSpec spec, StructLike partition, FileFormat format) {
        String name =
                format.addExtension("%05d-sluice-%s-%s-%s".formatted(announced.size(), passage.runId(), ofTable, step));
        String path = spec.isUnpartitioned()
                ? locations.newDataLocation(name)
                : locations.newDataLocation(spec, partition, name);
        announce(IcebergPath.location(path));
        return path;
    }

    /** A name that is taken is not ours to write, nor to clean up later. */
    private void announce(Location file) {
        if (store.find(file).isPresent()) {
            throw new GateException(Fault.UNSAFE, file.toString(), "A file of this run's next name is there already.");
        }
        passage.writes(file);
        announced.add(file);
    }

    /** Every file that was, or was about to be, written. */
    public List<Location> all() {
        return List.copyOf(announced);
    }
}
