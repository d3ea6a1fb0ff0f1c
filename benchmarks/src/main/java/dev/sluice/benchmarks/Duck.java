/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** DuckDB with two threads and otherwise its defaults: the peer, and the judge of what everybody wrote. */
final class Duck implements Contender, AutoCloseable {

    private final Connection connection;

    Duck() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 2");
        }
    }

    @Override
    public String name() {
        return "DuckDB";
    }

    @Override
    public void compact(List<Path> inputs, Path folder) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT * FROM %s) TO '%s' (FORMAT parquet, COMPRESSION zstd)"
                    .formatted(read(inputs), folder.resolve("duckdb.parquet")));
        }
    }

    /** The rows of some files, and a sum over their values that their order does not change. */
    Content content(List<Path> files) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT count(*), sum(hash(event))::VARCHAR FROM %s event".formatted(read(files)))) {
            result.next();
            return new Content(result.getLong(1), result.getString(2));
        }
    }

    private static String read(List<Path> files) {
        return files.stream()
                .map(file -> "'" + file.toString().replace("'", "''") + "'")
                .collect(Collectors.joining(", ", "read_parquet([", "])"));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** What some files hold, in whatever order. */
    record Content(long rows, String hash) {}
}
