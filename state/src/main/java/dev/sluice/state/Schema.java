/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables of the product's database, as SQL files of which each brings them one version further. */
final class Schema {

    /** In order; the first leads to version 1. Never change one that was released. */
    private static final List<String> MIGRATIONS =
            List.of("001-journal.sql", "002-recovery.sql", "003-outbox.sql", "004-proofs.sql");

    /** The version that this code reads and writes. */
    static final int VERSION = MIGRATIONS.size();

    private Schema() {}

    /**
     * Applies what a database lacks, all of it or nothing.
     *
     * @throws GateException with {@code CONFIG_INVALID} if the database is newer than this code
     */
    static void bringUpToDate(Connection connection, Database database) throws SQLException {
        int found = version(connection, database);
        if (found == VERSION) {
            return;
        }
        if (connection.isReadOnly()) {
            throw new GateException(
                    Fault.STORAGE,
                    database.toString(),
                    "Its tables have version %d and this Sluice needs version %d, but the database can only be read."
                            .formatted(found, VERSION));
        }
        connection.setAutoCommit(false);
        // Once more, now that nobody else can write: another process may have been faster.
        for (int done = version(connection, database); done < VERSION; done++) {
            apply(connection, MIGRATIONS.get(done));
        }
        database.version(connection, VERSION);
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static int version(Connection connection, Database database) throws SQLException {
        int found = database.version(connection);
        if (found > VERSION) {
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    database.toString(),
                    "Its tables have version %d, and this Sluice knows them up to version %d. Use the newer Sluice that made them, or another state folder."
                            .formatted(found, VERSION));
        }
        return found;
    }

    private static void apply(Connection connection, String migration) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : text(migration).split(";\\R", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    private static String text(String migration) {
        try (InputStream resource = Schema.class.getResourceAsStream(migration)) {
            if (resource == null) {
                throw new IllegalStateException("The file " + migration + " is missing from the program");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
