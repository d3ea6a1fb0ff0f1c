/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.table.Objection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Looks in a table's history for somebody else who compacts it: two at it would undo and overtake each other. */
final class OtherMaintainers {

    private static final String COMPACTION = "OPTIMIZE";

    private OtherMaintainers() {}

    /** The newest compaction by somebody else within the span, as an objection. */
    static Optional<Objection> objection(List<RecentCommits.Account> commits, Instant now) {
        return commits.stream()
                .filter(commit -> commit.operation().equals(COMPACTION) && !commit.isOurs())
                .filter(commit -> commit.at()
                        .filter(at -> !at.isBefore(now.minus(RecentCommits.SPAN)))
                        .isPresent())
                .findFirst()
                .map(commit -> objection(commit, now));
    }

    private static Objection objection(RecentCommits.Account commit, Instant now) {
        return new Objection(
                Objection.Kind.OWNER_MAINTAINS,
                "%s compacted the table %d days ago; take-over=true makes it ours to maintain."
                        .formatted(
                                commit.engine().isEmpty() ? "Somebody else" : commit.engine(),
                                Duration.between(commit.at().orElse(now), now).toDays()));
    }
}
