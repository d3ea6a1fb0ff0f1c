/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Delta table as a folder, read without any of the product's code: its log as text, its rows by DuckDB. */
record DeltaFolder(Path path) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** All rows: how many, and digests that do not depend on their order. */
    record Rows(long count, String sum, String xor) {}

    /** The paths of the live files, from the commit files alone. */
    Set<String> live() {
        Set<String> live = new LinkedHashSet<>();
        for (JsonNode action : actions()) {
            if (action.has("remove")) {
                live.remove(action.get("remove").get("path").asText());
            } else if (action.has("add")) {
                live.add(action.get("add").get("path").asText());
            }
        }
        return live;
    }

    long compactions() {
        return actions().stream()
                .filter(action ->
                        action.path("commitInfo").path("operation").asText().equals("OPTIMIZE"))
                .count();
    }

    Rows rows() {
        String files =
                live().stream().map(file -> "'" + path.resolve(file) + "'").collect(Collectors.joining(", "));
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duck.createStatement();
                ResultSet result = sql.executeQuery(
                        "SELECT count(*), sum(hash(order_id, amount)::HUGEINT)::VARCHAR, bit_xor(hash(order_id, amount))::VARCHAR"
                                + " FROM read_parquet([" + files + "])")) {
            result.next();
            return new Rows(result.getLong(1), result.getString(2), result.getString(3));
        } catch (SQLException e) {
            throw new IllegalStateException(path.toString(), e);
        }
    }

    /** Every file that is not in the log's folder, by its relative path. */
    List<String> dataFiles() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .map(file -> path.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    void copyTo(Path elsewhere) throws IOException {
        Files.createDirectories(elsewhere.resolve("_delta_log"));
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Files.copy(file, elsewhere.resolve(path.relativize(file).toString()));
            }
        }
    }

    private List<JsonNode> actions() {
        List<JsonNode> actions = new ArrayList<>();
        try (Stream<Path> commits = Files.list(path.resolve("_delta_log"))) {
            for (Path commit : (Iterable<Path>)
                    commits.filter(file -> file.toString().endsWith(".json")).sorted()::iterator) {
                for (String line : Files.readAllLines(commit)) {
                    actions.add(JSON.readTree(line));
                }
            }
            return actions;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
