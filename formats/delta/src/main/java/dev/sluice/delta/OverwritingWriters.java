/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Location;
import dev.sluice.core.table.Objection;
import java.util.List;
import java.util.Optional;

/**
 * Looks in a table's history for writers who may overwrite a commit of ours. On an object store a commit is only safe if
 * every writer puts it only where there is none; of nobody but Sluice itself this is known from the history.
 */
final class OverwritingWriters {

    private static final String HOW_TO_SAY =
            "Say so by other-writers=conditional-put if every writer puts a commit only where there is none, or by"
                    + " other-writers=none-while-running if no other writes while Sluice does.";

    private OverwritingWriters() {}

    static Optional<Objection> objection(Location table, LogFolder.Look log, List<RecentCommits.Account> commits) {
        if (table.isLocal()) {
            return Optional.empty();
        }
        if (log.externalCommit().isPresent()) {
            return Optional.of(external(log.externalCommit().getAsLong(), log.lastCommit()));
        }
        if (commits.isEmpty()) {
            return mayOverwrite("The log holds no commit that would tell who writes to the table.");
        }
        return commits.stream()
                .filter(commit -> !commit.isOurs())
                .findFirst()
                .flatMap(commit -> mayOverwrite("%s made version %d and may overwrite a commit of Sluice's."
                        .formatted(commit.engine().isEmpty() ? "Somebody" : commit.engine(), commit.version())));
    }

    private static Optional<Objection> mayOverwrite(String why) {
        return Optional.of(new Objection(Objection.Kind.WRITERS_MAY_OVERWRITE, why + " " + HOW_TO_SAY));
    }

    /** A commit that is held back and not in its place yet may still come there, whatever the owner says. */
    private static Objection external(long heldBack, long last) {
        return heldBack > last
                ? new Objection(
                        Objection.Kind.UNSUPPORTED,
                        ("Sluice does not change tables that use the DynamoDB log store: _delta_log/.tmp holds back version"
                                        + " %d, and the log ends at version %d.")
                                .formatted(heldBack, last))
                : new Objection(
                        Objection.Kind.WRITERS_MAY_OVERWRITE,
                        ("The DynamoDB log store has written to this table (_delta_log/.tmp holds its version %d), and"
                                        + " Sluice does not speak its protocol. Only if nobody uses it any longer: %s")
                                .formatted(
                                        heldBack,
                                        Character.toLowerCase(HOW_TO_SAY.charAt(0)) + HOW_TO_SAY.substring(1)));
    }
}
