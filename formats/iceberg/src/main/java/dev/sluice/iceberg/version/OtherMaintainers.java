/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.version;

import dev.sluice.core.table.Objection;
import dev.sluice.iceberg.table.OurCommits;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.TableMetadata;

/** Looks in a table's history for somebody else who rewrites its files: two at it would undo and overtake each other. */
final class OtherMaintainers {

    /** How far back the history is looked at. */
    static final Duration SPAN = Duration.ofDays(14);

    private OtherMaintainers() {}

    /** The newest rewrite by somebody else within the span, as an objection. */
    static Optional<Objection> objection(TableMetadata metadata, Instant now) {
        return metadata.snapshots().stream()
                .filter(snapshot -> DataOperations.REPLACE.equals(snapshot.operation()))
                .filter(snapshot -> !snapshot.summary().containsKey(OurCommits.RUN))
                .filter(snapshot -> !SnapshotTimes.at(snapshot).isBefore(now.minus(SPAN)))
                .max(Comparator.comparing(SnapshotTimes::at))
                .map(snapshot -> new Objection(
                        Objection.Kind.OWNER_MAINTAINS,
                        "%s rewrote files of the table %d days ago; take-over=true makes it ours to maintain."
                                .formatted(
                                        who(snapshot.summary()),
                                        Duration.between(SnapshotTimes.at(snapshot), now)
                                                .toDays())));
    }

    private static String who(Map<String, String> summary) {
        String engine = summary.getOrDefault("engine-name", "");
        return engine.isBlank() ? "Somebody else" : engine;
    }
}
