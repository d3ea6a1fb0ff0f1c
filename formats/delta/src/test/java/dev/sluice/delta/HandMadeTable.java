/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of which DuckDB writes the files and this class the log: for values and layouts that Kernel does not write. */
final class HandMadeTable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private int version;

    /** @param fields the fields of the schema as JSON, like {@code {"name":"id","type":"long",...}} */
    private HandMadeTable(Path folder, String fields, String partitionColumns) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("_delta_log"));
        ObjectNode metadata = JSON.createObjectNode();
        ObjectNode inner = metadata.putObject("metaData");
        inner.put("id", "by-hand");
        inner.putObject("format").put("provider", "parquet").putObject("options");
        inner.put("schemaString", "{\"type\":\"struct\",\"fields\":[%s]}".formatted(fields));
        inner.set("partitionColumns", JSON.readTree(partitionColumns));
        inner.putObject("configuration");
        commit("{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n" + metadata);
    }

    static HandMadeTable of(Path folder, String fields) throws IOException {
        return new HandMadeTable(folder, fields, "[]");
    }

    static String field(String name, String type) {
        return "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}".formatted(name, type);
    }

    /** Appends a file with the rows of a query. */
    HandMadeTable append(String query) throws IOException, SQLException {
        String name = "part-%05d.parquet".formatted(version);
        Path file = folder.resolve(name);
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duck.createStatement()) {
            sql.execute("SET TimeZone='UTC'");
            sql.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(query, file));
        }
        ObjectNode action = JSON.createObjectNode();
        ObjectNode add = action.putObject("add");
        add.put("path", name);
        add.putObject("partitionValues");
        add.put("size", Files.size(file));
        add.put("modificationTime", 1_700_000_000_000L + version);
        add.put("dataChange", true);
        commit(action.toString());
        return this;
    }

    private void commit(String actions) throws IOException {
        String info = "{\"commitInfo\":{\"timestamp\":1700000000000,\"operation\":\"WRITE\"}}";
        Files.writeString(
                folder.resolve("_delta_log").resolve("%020d.json".formatted(version)), info + "\n" + actions + "\n");
        version++;
    }
}
