/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A SQLite file on a local disk; several processes may use it at once.
 *
 * <p>The driver unpacks its native library into the temporary folder of every process. A launcher that has unpacked it
 * once names its folder with {@code -Dorg.sqlite.lib.path}.
 */
final class SqliteDatabase implements Database {

    private final Path file;
    private final Duration patience;

    /** @param patience how long to wait for another process's write before giving up */
    SqliteDatabase(Path file, Duration patience) {
        this.file = file;
        this.patience = patience;
    }

    /** What may not be looked at counts as there: opening it then says why it cannot be. */
    @Override
    public boolean exists() {
        try {
            Files.readAttributes(file, BasicFileAttributes.class);
            return true;
        } catch (AccessDeniedException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Connection connect() throws SQLException {
        StateFolder.make(folder());
        boolean readOnly = isReadOnly();
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(Math.toIntExact(patience.toMillis()));
        config.setReadOnly(readOnly);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        config.enforceForeignKeys(true);
        // The data source itself: DriverManager would first load every driver on the class path.
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + address(readOnly));
        Connection connection = source.getConnection();
        if (!readOnly) {
            turnToWriteAheadLog(connection);
        }
        return connection;
    }

    /**
     * Lets readers go on while somebody writes. Two processes that do this to a new file at once get in each other's
     * way, and SQLite does not wait here; whoever opens the file next does it then.
     */
    private static void turnToWriteAheadLog(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
        } catch (SQLiteException e) {
            if (primary(e) != SQLiteErrorCode.SQLITE_BUSY) {
                connection.close();
                throw e;
            }
        }
    }

    private boolean isReadOnly() {
        return exists() && !(Files.isWritable(folder()) && Files.isWritable(file));
    }

    /** A URI, in which no character of the path means anything to the driver. */
    private String address(boolean readOnly) {
        String plain = "file:" + file.toUri().getRawPath();
        // A reader that may not make the two files beside a write-ahead log can read a database at rest only if it is
        // told that nobody writes to it.
        return readOnly && !Files.exists(folder().resolve(file.getFileName() + "-wal"))
                ? plain + "?immutable=1"
                : plain;
    }

    private Path folder() {
        Path parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }

    @Override
    public int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.getInt(1);
        }
    }

    @Override
    public void version(Connection connection, int version) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = " + version);
        }
    }

    @Override
    public GateException refusal(SQLException cause) {
        SQLiteErrorCode code = cause instanceof SQLiteException known ? primary(known) : SQLiteErrorCode.UNKNOWN_ERROR;
        return new GateException(
                code == SQLiteErrorCode.SQLITE_CONSTRAINT ? Fault.INTERNAL : Fault.STORAGE,
                toString(),
                reason(code, cause),
                cause);
    }

    /** The kind of an error, without what SQLite says of it beyond that. */
    private static SQLiteErrorCode primary(SQLiteException e) {
        return SQLiteErrorCode.getErrorCode(e.getResultCode().code & 0xff);
    }

    private String reason(SQLiteErrorCode code, SQLException cause) {
        return switch (code) {
            case SQLITE_BUSY, SQLITE_LOCKED ->
                "The database is locked: another process has been writing for more than %.1f s."
                        .formatted(patience.toMillis() / 1000.0);
            case SQLITE_FULL -> "The disk is full.";
            case SQLITE_READONLY, SQLITE_PERM ->
                "The database can only be read: its file or its folder may not be written.";
            case SQLITE_CANTOPEN -> "The database cannot be opened: its file or its folder may not be read or written.";
            case SQLITE_NOTADB -> "The file is not a database.";
            case SQLITE_CORRUPT -> "The database is damaged.";
            case SQLITE_IOERR -> "The disk reports an error (%s).".formatted(cause.getMessage());
            case SQLITE_CONSTRAINT -> "The record contradicts what is stored (%s).".formatted(cause.getMessage());
            default ->
                "The database cannot be used (%s).".formatted(deepest(cause).getMessage());
        };
    }

    private static Throwable deepest(Throwable cause) {
        Throwable deepest = cause;
        for (Throwable next = cause.getCause(); next != null; next = next.getCause()) {
            deepest = next;
        }
        return deepest;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
