/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
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
        return new JdbcJournal(database(), clock);
    }

    private Database database() {
        return new SqliteDatabase(path.resolve("sluice.db"), PATIENCE);
    }

    /** The leases of all runs whose memory is this folder. */
    public FileLeases leases() {
        return new FileLeases(path.resolve("leases"), FileChannel::tryLock);
    }

    /** Makes a folder where there is none; a link to one will do. */
    static void make(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new GateException(
                    Fault.STORAGE,
                    folder.toString(),
                    e instanceof AccessDeniedException
                            ? "The folder cannot be made: the user this process runs as lacks the permission."
                                    + " Another one is named by --state or SLUICE_STATE."
                            : "The folder cannot be made (%s)."
                                    .formatted(e.getClass().getSimpleName().replace("Exception", "")),
                    e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
