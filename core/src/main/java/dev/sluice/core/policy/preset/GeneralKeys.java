/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.OtherWriters;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Where;
import dev.sluice.core.policy.Window;
import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.util.List;
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

    static final Key<Double> FRAGMENTATION_RATIO = new Key<>(
            "fragmentation-ratio",
            "ratio",
            "above 0",
            "Share of a partition's files that are small from which on the partition is degraded, up to 1",
            Reading.ratio());

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
            "DRY_RUN | APPLY",
            "",
            "What is done with files that nothing refers to and whose retention has run out: listed, or removed",
            Reading.oneOf(Map.of("dry-run", RemovalMode.DRY_RUN, "apply", RemovalMode.APPLY), "DRY_RUN or APPLY"));

    static final Key<Duration> VERSION_RETENTION = new Key<>(
            "retention",
            "duration",
            "1d",
            "For how long old versions are kept, and on Delta tables the files that nothing refers to, which no less than "
                    + Retention.FLOOR.toHours() + "h",
            Reading.durationOfAtLeast(Duration.ofDays(1)));

    static final Key<Long> RETAIN_LAST = new Key<>(
            "retain-last",
            "count",
            "1",
            "So many of the newest versions are kept, whatever their age",
            Reading.count());

    static final Key<RemovalMode> EXPIRE_MODE = new Key<>(
            "expire-mode",
            "DRY_RUN | APPLY",
            "",
            "What is done with versions whose retention has run out: listed, or forgotten together with what only they hold",
            Reading.oneOf(Map.of("dry-run", RemovalMode.DRY_RUN, "apply", RemovalMode.APPLY), "DRY_RUN or APPLY"));

    static final Key<Boolean> EXPIRE_WHEN = new Key<>(
            "expire-when",
            "degraded | always",
            "",
            "Whether old versions ask for work on their own, or only together with degraded partitions",
            Reading.oneOf(Map.of("degraded", true, "always", false), "degraded or always"));

    static final Key<RemovalMode> ORPHAN_MODE = new Key<>(
            "orphan-mode",
            "OFF | DRY_RUN | APPLY",
            "",
            "What is done with files that no version holds: they are not looked for, listed, or removed",
            Reading.oneOf(
                    Map.of("off", RemovalMode.OFF, "dry-run", RemovalMode.DRY_RUN, "apply", RemovalMode.APPLY),
                    "OFF, DRY_RUN or APPLY"));

    static final Key<Duration> ORPHAN_AGE = new Key<>(
            "orphan-age",
            "duration",
            "24h",
            "A file that no version holds is left alone until it is this old",
            Reading.durationOfAtLeast(Retention.FLOOR_OF_ORPHANS));

    static final Key<Where> WHERE = new Key<>(
            "where",
            "filter",
            "",
            "The partitions that the gate speaks of: those that may hold rows for which it is true, like order_date >= today - 7d; all where it is not given",
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

    static final Key<OtherWriters> OTHER_WRITERS = new Key<>(
            "other-writers",
            "conditional-put | dynamodb | none-while-running",
            "",
            "How everybody else commits to a table on S3: putting a commit only where there is none, through the DynamoDB log"
                    + " store (refused until Sluice speaks its protocol), or not at all while Sluice runs",
            GeneralKeys::otherWriters);

    static final Key<Bytes> COMMIT_BYTES =
            new Key<>("commit-bytes", "size", "1 B", "At most this much is rewritten in one commit", Reading.size());

    static final Key<Bytes> MAX_BYTES_PER_RUN = new Key<>(
            "max-bytes-per-run",
            "size",
            "1 B",
            "At most this much is rewritten in one run; the next run goes on with the rest",
            Reading.size());

    static final Key<Duration> MAX_RUN_TIME = new Key<>(
            "max-run-time",
            "duration",
            "1m",
            "No new step starts once a run has gone on for this long",
            Reading.durationOfAtLeast(Duration.ofMinutes(1)));

    static final Key<Duration> QUIET = new Key<>(
            "quiet",
            "duration",
            "0m",
            "Partitions that changed within this time are left for later",
            Reading.durationOfAtLeast(Duration.ZERO));

    static final Key<Window> WINDOW = new Key<>(
            "window",
            "HH:MM-HH:MM",
            "",
            "The hours of each day, in UTC, in which work may start, like 22:00-05:30",
            Window::parse);

    static final Key<Boolean> YIELD = new Key<>(
            "yield",
            "true | false",
            "",
            "Where another writer was faster, give way and plan anew what they left",
            Reading.yesOrNo());

    static final Key<Proof> VERIFY = new Key<>(
            "verify",
            "counts | content",
            "",
            "What is proved of every rewrite before its commit: row counts, or the rows themselves, value by value",
            Reading.oneOf(Map.of("counts", Proof.COUNTS, "content", Proof.CONTENT), "counts or content"));

    static final Key<Long> FRAGMENTS = new Key<>(
            "fragments", "count", "1", "Data files from which on the table counts as bloated", Reading.count());

    static final Key<Long> CRITICAL_FRAGMENTS = new Key<>(
            "critical-fragments",
            "count",
            "fragments",
            "Data files from which on compaction is due at once, whatever the streak",
            Reading.count());

    static final Key<Double> TOMBSTONE_PERCENT = new Key<>(
            "tombstone-percent",
            "percent",
            "above 0",
            "Deleted rows per hundred stored in the table from which on compaction is due",
            Reading.percent());

    static final Key<Long> TARGET_ROWS =
            new Key<>("target-rows", "count", "1", "Rows of a file that compaction writes towards", Reading.count());

    static final Key<Long> CONSECUTIVE_RUNS = new Key<>(
            "consecutive-runs",
            "count",
            "1",
            "Runs in a row that have to find the table bloated and not shrinking before compaction is due",
            Reading.count());

    static final Key<Long> PENDING_FILES = new Key<>(
            "pending-files",
            "count",
            "1",
            "Small files that have arrived from which on compaction is due",
            Reading.count());

    static final Key<Bytes> PENDING_BYTES = new Key<>(
            "pending-bytes",
            "size",
            "1 B",
            "Size of the small files that have arrived from which on compaction is due",
            Reading.size());

    static final Key<Duration> MAX_WAIT = new Key<>(
            "max-wait",
            "duration",
            "0m",
            "For how long a small file that has arrived waits at most; 0m for as long as it takes",
            Reading.durationOfAtLeast(Duration.ZERO));

    static final Key<Long> MAX_VERSIONS =
            new Key<>("max-versions", "count", "1", "Versions from which on forgetting some is due", Reading.count());

    static final Key<String> ENGINE = new Key<>(
            "engine",
            "embedded",
            "",
            "What carries the plan out",
            Reading.oneOf(Map.of("embedded", "embedded"), "embedded, as Sluice hands nothing to Spark yet"));

    private static final List<Key<?>> ALL = List.of(
            SMALL_FILE,
            MIN_SMALL_FILES,
            SMALL_FILE_RATIO,
            FRAGMENTATION_RATIO,
            TARGET_FILE,
            MAX_DELETED_ROWS_PERCENT,
            FRAGMENTS,
            CRITICAL_FRAGMENTS,
            TOMBSTONE_PERCENT,
            TARGET_ROWS,
            CONSECUTIVE_RUNS,
            PENDING_FILES,
            PENDING_BYTES,
            MAX_WAIT,
            VERSION_RETENTION,
            RETAIN_LAST,
            EXPIRE_MODE,
            VACUUM_MODE,
            ORPHAN_MODE,
            ORPHAN_AGE,
            EXPIRE_WHEN,
            MAX_VERSIONS,
            WHERE,
            ENGINE.byDefault("embedded"),
            MODE,
            VERIFY,
            QUIET,
            WINDOW,
            MAX_BYTES_PER_RUN,
            COMMIT_BYTES.byDefault("20GiB"),
            MAX_RUN_TIME,
            YIELD.byDefault("true"),
            TAKE_OVER.byDefault("false"),
            OTHER_WRITERS);

    private GeneralKeys() {}

    /** All of them, also those that no preset takes yet. */
    static List<Key<?>> all() {
        return ALL;
    }

    private static OtherWriters otherWriters(String text) {
        if (text.trim().equalsIgnoreCase("dynamodb")) {
            throw new IllegalArgumentException(
                    "Sluice does not speak the protocol of the DynamoDB log store, so a table that"
                            + " is written through it may be assessed and not changed");
        }
        return Reading.oneOf(
                        Map.of(
                                "conditional-put", OtherWriters.CONDITIONAL_PUT,
                                "none-while-running", OtherWriters.NONE_WHILE_RUNNING),
                        "conditional-put or none-while-running")
                .read(text);
    }

    /** How gently a gate works, from its keys. */
    static Pace pace(Inputs inputs) {
        return new Pace(
                inputs.given(COMMIT_BYTES).orElse(Pace.DEFAULT_COMMIT_BYTES),
                inputs.given(MAX_BYTES_PER_RUN),
                inputs.given(MAX_RUN_TIME),
                inputs.given(QUIET),
                inputs.given(WINDOW),
                inputs.given(YIELD).orElse(true));
    }

    /** The keys of {@link #pace}. */
    static List<Key<?>> ofPace() {
        return List.of(COMMIT_BYTES, MAX_BYTES_PER_RUN, MAX_RUN_TIME, QUIET, WINDOW, YIELD);
    }
}
