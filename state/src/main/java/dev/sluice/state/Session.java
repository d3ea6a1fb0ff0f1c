/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a database, opened when it is first needed. Reading where nothing was ever written finds nothing
 * and makes nothing. Each write is a transaction of its own unless it is one of several {@link #atOnce}, and on disk when
 * the call returns. Safe for several threads.
 */
final class Session implements AutoCloseable {

    private final Database database;
    private @Nullable Connection connection;
    private boolean closed;

    Session(Database database) {
        this.database = database;
    }

    /** Reads one row of an answer. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** The time in a column that holds one. */
    static Instant instant(ResultSet row, String column) throws SQLException {
        return Instant.ofEpochMilli(row.getLong(column));
    }

    /** Carries out one statement and says how many rows it touched. */
    synchronized int write(String sql, @Nullable Object... values) {
        try (PreparedStatement statement = prepare(sql, values)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw database.refusal(e);
        }
    }

    /** Makes one transaction of the writes meanwhile: on disk when the call returns, and gone where they throw. */
    synchronized void atOnce(Runnable writes) {
        try {
            Connection open = connection();
            open.setAutoCommit(false);
            boolean done = false;
            try {
                writes.run();
                open.commit();
                done = true;
            } finally {
                if (!done) {
                    abandon(open);
                }
            }
            open.setAutoCommit(true);
        } catch (SQLException e) {
            throw database.refusal(e);
        }
    }

    /** Whatever state a connection is in, what was not committed on it is gone once it is closed. */
    private void abandon(Connection open) throws SQLException {
        connection = null;
        open.close();
    }

    synchronized <T> List<T> all(Row<T> row, String sql, @Nullable Object... values) {
        if (connection == null && !database.exists()) {
            return List.of();
        }
        try (PreparedStatement statement = prepare(sql, values);
                ResultSet found = statement.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (found.next()) {
                all.add(row.read(found));
            }
            return all;
        } catch (SQLException e) {
            throw database.refusal(e);
        }
    }

    <T> Optional<T> one(Row<T> row, String sql, @Nullable Object... values) {
        return all(row, sql, values).stream().findFirst();
    }

    private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = connection().prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private Connection connection() throws SQLException {
        if (closed) {
            throw new IllegalStateException("The session with " + database + " was closed");
        }
        if (connection == null) {
            connection = connect();
        }
        return connection;
    }

    private Connection connect() throws SQLException {
        Connection fresh = database.connect();
        boolean ready = false;
        try {
            Schema.bringUpToDate(fresh, database);
            ready = true;
            return fresh;
        } finally {
            if (!ready) {
                fresh.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException e) {
            throw database.refusal(e);
        } finally {
            connection = null;
        }
    }

    @Override
    public String toString() {
        return database.toString();
    }
}
