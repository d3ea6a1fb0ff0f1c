/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A second reader of Parquet files, which shares no code with parquet-java. */
final class Duck implements AutoCloseable {

    private final Connection connection;

    Duck() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    /** All rows, in order, as text, without those that a mask over all files together deletes. */
    List<String> rows(List<Path> files, RowMask mask) throws SQLException {
        List<String> rows = new ArrayList<>();
        if (files.isEmpty()) {
            return rows;
        }
        String names = files.stream().map(file -> "'" + file + "'").collect(Collectors.joining(", ", "[", "]"));
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT row::VARCHAR FROM read_parquet(" + names + ") row")) {
            for (long position = 0; result.next(); position++) {
                if (mask.nextDeleted(position) != position) {
                    rows.add(result.getString(1));
                }
            }
        }
        return rows;
    }

    /** The first column of a query's result, as text. */
    List<String> values(String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                values.add(result.getString(1));
            }
        }
        return values;
    }

    void run(String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
