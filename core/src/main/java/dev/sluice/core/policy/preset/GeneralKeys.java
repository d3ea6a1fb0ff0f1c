/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Where;
import dev.sluice.core.store.Bytes;
import java.util.Locale;
import java.util.Map;

/** The settings that gates of every preset have; a preset gives them their defaults and its own names. */
final class GeneralKeys {

    static final Key<Bytes> SMALL_FILE = new Key<>(
            "small-file", "size", "1 B", "A data file is small when its size is strictly less", Reading.size());

    static final Key<Long> MIN_SMALL_FILES = new Key<>(
            "min-small-files", "count", "1", "Small files from which on compaction is worth it", Reading.count());

    static final Key<Double> SMALL_FILE_RATIO = new Key<>(
            "small-file-ratio",
            "ratio",
            "0",
            "Share of the files that has to be small as well, from 0 to 1",
            Reading.ratioOrZero());

    static final Key<Double> MAX_DELETED_ROWS_PERCENT = new Key<>(
            "max-deleted-rows-percent",
            "percent",
            "above 0",
            "Deleted rows per hundred stored from which on a file is rewritten, and a partition makes compaction due",
            Reading.percent());

    static final Key<Bytes> TARGET_FILE = new Key<>(
            "target-file",
            "size",
            "the small-file limit",
            "The file size that compaction writes towards; where it is not given, the table's own property goes first",
            Reading.size());

    static final Key<Retention> RETENTION = new Key<>(
            "retention",
            "duration",
            Retention.FLOOR.toHours() + "h",
            "For how long files that nothing refers to are kept",
            Reading.retention());

    static final Key<RemovalMode> VACUUM_MODE = new Key<>(
            "vacuum-mode",
            "DRY_RUN",
            "",
            "What is done with files that nothing refers to and whose retention has run out: DRY_RUN lists them",
            GeneralKeys::vacuumMode);

    static final Key<Where> WHERE = new Key<>(
            "where",
            "filter",
            "",
            "The partitions that the gate speaks of, like order_date >= today - 7d; all where it is not given",
            Where::new);

    static final Key<Mode> MODE = new Key<>(
            "mode",
            "plan | ask | auto",
            "",
            "How far the gate goes on its own: it only plans, it asks a person, or its own policy approves",
            Reading.oneOf(Map.of("plan", Mode.PLAN, "ask", Mode.ASK, "auto", Mode.AUTO), "plan, ask or auto"));

    static final Key<Boolean> TAKE_OVER = new Key<>(
            "take-over",
            "true | false",
            "",
            "Maintain the table although somebody else does so too",
            Reading.yesOrNo());

    private GeneralKeys() {}

    /** Removing is refused by its name until Sluice can do it. */
    private static RemovalMode vacuumMode(String text) {
        if (text.trim().toUpperCase(Locale.ROOT).equals(RemovalMode.APPLY.name())) {
            throw new IllegalArgumentException(
                    "Sluice cannot remove files yet, and DRY_RUN lists what it would remove");
        }
        return Reading.oneOf(Map.of("dry-run", RemovalMode.DRY_RUN), "DRY_RUN").read(text);
    }
}
