/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL of a test's own on loopback, which lets nobody in without a password. */
public final class Postgres implements AutoCloseable {

    /** Who owns every database. */
    public static final String USER = "lake_keeper";

    /** Has what trips whoever takes credentials apart: a colon, a space and a slash. */
    public static final String PASSWORD = "a:very secret/word";

    private final EmbeddedPostgres server;

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /** @param folder where the rules of access are written to */
    public static Postgres start(Path folder) throws IOException, SQLException {
        Path access = Files.writeString(folder.resolve("pg_hba.conf"), """
                host all postgres 127.0.0.1/32 trust
                host all all 127.0.0.1/32 scram-sha-256
                """);
        Postgres postgres = new Postgres(EmbeddedPostgres.builder()
                .setServerConfig("hba_file", access.toString())
                .setServerConfig("password_encryption", "scram-sha-256")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .start());
        postgres.does("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(USER, PASSWORD));
        return postgres;
    }

    public void create(String database) throws SQLException {
        does("CREATE DATABASE %s OWNER %s".formatted(database, USER));
    }

    public void drop(String database) throws SQLException {
        does("DROP DATABASE " + database);
    }

    public String uri(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(server.getPort(), database);
    }

    private void does(String statement) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
