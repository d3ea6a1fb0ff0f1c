/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.table.TableWishes;
import dev.sluice.iceberg.version.SnapshotTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a table that may be forgotten: older than a time and not among the newest of a branch, both of them. What
 * a branch or a tag points at stays, and so does the newest version that appended, from which a stream resumes. Where the
 * table or a branch itself wants to keep more, that holds.
 */
public final class OldVersions {

    private final TableMetadata metadata;
    private final Instant now;
    private final Instant cutoff;
    private final long retainLast;

    /**
     * @param cutoff younger versions stay
     * @param retainLast so many of the newest stay on each branch
     */
    public OldVersions(TableRef table, TableMetadata metadata, Instant now, Instant cutoff, long retainLast) {
        TableWishes wishes = new TableWishes(table, metadata);
        this.metadata = metadata;
        this.now = now;
        Instant own = wishes.whole(TableProperties.MAX_SNAPSHOT_AGE_MS)
                .map(millis -> now.minus(Duration.ofMillis(millis)))
                .orElse(now);
        this.cutoff = own.isBefore(cutoff) ? own : cutoff;
        this.retainLast = Math.max(
                retainLast, wishes.whole(TableProperties.MIN_SNAPSHOTS_TO_KEEP).orElse((long)
                        TableProperties.MIN_SNAPSHOTS_TO_KEEP_DEFAULT));
    }

    /** From the oldest to the newest. */
    public List<Snapshot> all() {
        Set<Long> kept = kept();
        return metadata.snapshots().stream()
                .filter(snapshot -> !kept.contains(snapshot.snapshotId())
                        && SnapshotTimes.at(snapshot).isBefore(cutoff))
                .sorted(Comparator.comparing(SnapshotTimes::at).thenComparing(Snapshot::snapshotId))
                .toList();
    }

    /** The oldest version that a stream can still resume from once some are forgotten: none after it is missing. */
    public Optional<Snapshot> resumesFrom(Set<Long> forgotten) {
        Snapshot oldest = null;
        Snapshot snapshot = metadata.currentSnapshot();
        while (snapshot != null && !forgotten.contains(snapshot.snapshotId())) {
            oldest = snapshot;
            snapshot = parent(snapshot);
        }
        return Optional.ofNullable(oldest);
    }

    private Set<Long> kept() {
        Set<Long> kept = new HashSet<>();
        metadata.refs().values().forEach(ref -> {
            kept.add(ref.snapshotId());
            if (ref.isBranch()) {
                keepOf(ref, kept);
            }
        });
        if (metadata.currentSnapshot() != null) {
            kept.add(metadata.currentSnapshot().snapshotId());
            newestAppend().ifPresent(snapshot -> kept.add(snapshot.snapshotId()));
        }
        return kept;
    }

    private void keepOf(SnapshotRef branch, Set<Long> kept) {
        long newest =
                branch.minSnapshotsToKeep() == null ? retainLast : Math.max(retainLast, branch.minSnapshotsToKeep());
        Instant from = branch.maxSnapshotAgeMs() == null
                ? cutoff
                : earlier(cutoff, now.minus(Duration.ofMillis(branch.maxSnapshotAgeMs())));
        long seen = 0;
        for (Snapshot snapshot = metadata.snapshot(branch.snapshotId());
                snapshot != null;
                snapshot = parent(snapshot)) {
            if (seen < newest || !SnapshotTimes.at(snapshot).isBefore(from)) {
                kept.add(snapshot.snapshotId());
            }
            seen++;
        }
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private Optional<Snapshot> newestAppend() {
        Snapshot snapshot = metadata.currentSnapshot();
        while (snapshot != null && !DataOperations.APPEND.equals(snapshot.operation())) {
            snapshot = parent(snapshot);
        }
        return Optional.ofNullable(snapshot);
    }

    private @Nullable Snapshot parent(Snapshot snapshot) {
        return snapshot.parentId() == null ? null : metadata.snapshot(snapshot.parentId());
    }
}
