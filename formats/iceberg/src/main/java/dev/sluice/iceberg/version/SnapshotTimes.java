/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * When files came into a table, by the sequence number of the commit that brought them. A file of a version that has
 * expired was there by the time of the oldest one that is left. Tables of format version 1 count no commits: there, every
 * file may be as young as the newest version.
 */
public final class SnapshotTimes {

    private final TreeMap<Long, Instant> bySequence = new TreeMap<>();
    private final Instant newest;

    private SnapshotTimes(Instant newest) {
        this.newest = newest;
    }

    /** When a version came to be, as the clock of its writer had it. */
    public static Instant at(Snapshot version) {
        return Instant.ofEpochMilli(version.timestampMillis());
    }

    static SnapshotTimes of(TableMetadata metadata) {
        SnapshotTimes times = new SnapshotTimes(Instant.ofEpochMilli(metadata.lastUpdatedMillis()));
        for (Snapshot snapshot : metadata.snapshots()) {
            times.bySequence.merge(snapshot.sequenceNumber(), at(snapshot), (a, b) -> a.isAfter(b) ? a : b);
        }
        return times;
    }

    Instant of(DataFile file) {
        Long sequence = file.fileSequenceNumber();
        Map.Entry<Long, Instant> entry = sequence == null ? null : bySequence.ceilingEntry(sequence);
        return entry == null ? newest : entry.getValue();
    }
}
