/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.History;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder {@code _delta_log} of a table, as a listing shows it. */
final class LogFolder {

    static final String NAME = "_delta_log";

    private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
    private static final Pattern CHECKPOINT = Pattern.compile("(\\d{20})\\.checkpoint(?:\\..+)?\\.(?:parquet|json)");

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
     * What the log keeps, up to a version: a version can be read if its commits reach back to version 0 or to a
     * checkpoint.
     */
    History history(long version) {
        Oldest oldest = new Oldest();
        try (Stream<StoredFile> files = store.list(folder)) {
            files.forEach(oldest::see);
        }
        long first = oldest.commit == 0 ? 0 : Math.max(oldest.checkpoint, oldest.commit - 1);
        return new History(Math.max(1, version - first + 1), Bytes.of(oldest.bytes));
    }

    /** The oldest commit and checkpoint seen, and the size of all. */
    private static final class Oldest {
        private long commit = Long.MAX_VALUE;
        private long checkpoint = Long.MAX_VALUE;
        private long bytes;

        void see(StoredFile file) {
            bytes += file.size().count();
            Matcher name = COMMIT.matcher(file.location().name());
            if (name.matches()) {
                commit = Math.min(commit, Long.parseLong(name.group(1)));
                return;
            }
            name = CHECKPOINT.matcher(file.location().name());
            if (name.matches()) {
                checkpoint = Math.min(checkpoint, Long.parseLong(name.group(1)));
            }
        }
    }
}
