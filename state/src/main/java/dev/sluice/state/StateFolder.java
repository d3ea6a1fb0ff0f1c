/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * The folder that holds the product's memory. It and the database in it are made when something is first written:
 * whoever only reads needs no folder, no permission to write, and leaves no trace. A database of an older Sluice is
 * brought up to date when it is opened, for reading too. Several processes may use one folder at once; it has to be on a
 * local disk.
 */
public final class StateFolder {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path path;

    private StateFolder(Path path) {
        this.path = path;
    }

    public static StateFolder open(Path path) {
        return new StateFolder(path.toAbsolutePath().normalize());
    }

    /** The journal kept here; each one has a connection of its own and is to be closed. */
    public JdbcJournal journal(Clock clock) {
        return new JdbcJournal(new SqliteDatabase(path.resolve("sluice.db"), PATIENCE), clock);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
