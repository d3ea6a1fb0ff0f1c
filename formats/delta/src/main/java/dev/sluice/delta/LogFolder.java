/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.History;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder {@code _delta_log} of a table, as a listing shows it. */
final class LogFolder {

    static final String NAME = "_delta_log";

    private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
    private static final Pattern CHECKPOINT = Pattern.compile("(\\d{20})\\.checkpoint(?:\\..+)?\\.(?:parquet|json)");

    /** Where the DynamoDB log store keeps commits before it has moved them to their place. */
    private static final Pattern EXTERNAL_COMMIT = Pattern.compile("\\.tmp/(\\d{20})\\.json\\..+");

    /** At most so many commits are looked at one by one, so that a look at a busy table stays cheap. */
    static final int NEWEST = 100;

    private final Store store;
    private final Location folder;

    LogFolder(Store store, Location table) {
        this.store = store;
        this.folder = of(table);
    }

    static Location of(Location table) {
        return table.resolve(NAME);
    }

    /** A commit file and the version that it made. */
    record Commit(long version, StoredFile file) {}

    /** The commit files, in the order of their versions. Close the stream. */
    Stream<Commit> commits() {
        return store.listFrom(folder, "").flatMap(file -> {
            Matcher name = COMMIT.matcher(file.location().name());
            return name.matches() ? Stream.of(new Commit(Long.parseLong(name.group(1)), file)) : Stream.empty();
        });
    }

    /**
     * What one listing shows of the log.
     *
     * @param newest the newest commits, newest first; at most {@link #NEWEST}
     * @param lastCommit the version of the last commit, -1 where there is none
     * @param externalCommit the highest version that the DynamoDB log store has held back in its folder; empty where it has
     *     none
     */
    record Look(History history, List<Commit> newest, long lastCommit, OptionalLong externalCommit) {

        Look {
            newest = List.copyOf(newest);
        }
    }

    /**
     * Looks at the log up to a version. Of it a version can be read if its commits reach back to version 0 or to a
     * checkpoint.
     */
    Look look(long version) {
        Seen seen = new Seen(version);
        try (Stream<StoredFile> files = store.list(folder)) {
            files.forEach(seen::see);
        }
        long first = seen.oldestCommit == 0 ? 0 : Math.max(seen.oldestCheckpoint, seen.oldestCommit - 1);
        return new Look(
                new History(Math.max(1, version - first + 1), Bytes.of(seen.bytes), seen.timeOf(version)),
                List.copyOf(seen.newest.descendingMap().values()),
                seen.lastCommit,
                seen.externalCommit);
    }

    /** What a listing has shown so far. */
    private final class Seen {
        private final long upTo;
        private final NavigableMap<Long, Commit> newest = new TreeMap<>();
        private long oldestCommit = Long.MAX_VALUE;
        private long oldestCheckpoint = Long.MAX_VALUE;
        private long lastCommit = -1;
        private OptionalLong externalCommit = OptionalLong.empty();
        private long bytes;

        Seen(long upTo) {
            this.upTo = upTo;
        }

        void see(StoredFile file) {
            bytes += file.size().count();
            String path = folder.relativize(file.location());
            Matcher name = COMMIT.matcher(path);
            if (name.matches()) {
                see(new Commit(Long.parseLong(name.group(1)), file));
                return;
            }
            name = CHECKPOINT.matcher(path);
            if (name.matches()) {
                oldestCheckpoint = Math.min(oldestCheckpoint, Long.parseLong(name.group(1)));
                return;
            }
            name = EXTERNAL_COMMIT.matcher(path);
            if (name.matches()) {
                externalCommit = OptionalLong.of(Math.max(externalCommit.orElse(-1), Long.parseLong(name.group(1))));
            }
        }

        Optional<Instant> timeOf(long version) {
            return Optional.ofNullable(newest.get(version))
                    .map(commit -> commit.file().modifiedAt());
        }

        private void see(Commit commit) {
            oldestCommit = Math.min(oldestCommit, commit.version());
            lastCommit = Math.max(lastCommit, commit.version());
            if (commit.version() <= upTo) {
                newest.put(commit.version(), commit);
                if (newest.size() > NEWEST) {
                    newest.pollFirstEntry();
                }
            }
        }
    }
}
