/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Another writer, which writes commits by hand: what real ones do and what some of them should not do. */
final class LogWriter {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path table;

    LogWriter(Path table) {
        this.table = table;
    }

    /** The actions of one commit. */
    List<JsonNode> commit(long version) throws IOException {
        List<JsonNode> actions = new ArrayList<>();
        for (String line : Files.readAllLines(file(version))) {
            actions.add(JSON.readTree(line));
        }
        return actions;
    }

    /** Adds a file that is not really there: for tests that read no rows of it. */
    void append(String path, long rows) {
        ObjectNode action = JSON.createObjectNode();
        ObjectNode add = action.putObject("add");
        add.put("path", path);
        add.putObject("partitionValues");
        add.put("size", 1000);
        add.put("modificationTime", 1);
        add.put("dataChange", true);
        add.put("stats", "{\"numRecords\":%d}".formatted(rows));
        write("WRITE", action);
    }

    void remove(String path) {
        ObjectNode action = JSON.createObjectNode();
        ObjectNode remove = action.putObject("remove");
        remove.put("path", path);
        remove.put("deletionTimestamp", System.currentTimeMillis());
        remove.put("dataChange", true);
        write("DELETE", action);
    }

    /** Adds a live file again without a remove, as writers that refresh statistics do. */
    void readd(String path) {
        ObjectNode action = JSON.createObjectNode();
        ObjectNode add = action.putObject("add");
        add.put("path", path);
        add.putObject("partitionValues");
        add.put("size", 1000);
        add.put("modificationTime", 1);
        add.put("dataChange", false);
        write("COMPUTE STATS", action);
    }

    /** A commit that changes nothing and says who made it. */
    void operation(String operation, String engine, Instant at) {
        ObjectNode info = JSON.createObjectNode();
        info.putObject("commitInfo")
                .put("timestamp", at.toEpochMilli())
                .put("operation", operation)
                .put("engineInfo", engine);
        try {
            Files.writeString(file(latest() + 1), info + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets a table property. */
    void property(String key, String value) {
        try {
            for (long version = latest(); version >= 0; version--) {
                for (JsonNode action : commit(version)) {
                    if (action.has("metaData")) {
                        ObjectNode changed = action.deepCopy();
                        ((ObjectNode) changed.get("metaData").get("configuration")).put(key, value);
                        write("SET TBLPROPERTIES", changed);
                        return;
                    }
                }
            }
            throw new IllegalStateException("No metadata in " + table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String operation, JsonNode action) {
        ObjectNode info = JSON.createObjectNode();
        info.putObject("commitInfo").put("timestamp", 1).put("operation", operation);
        try {
            Files.writeString(file(latest() + 1), info + "\n" + action + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long latestVersion() throws IOException {
        return latest();
    }

    private long latest() throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.matches("\\d{20}\\.json"))
                    .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
                    .max()
                    .orElse(-1);
        }
    }

    private Path file(long version) {
        return table.resolve("_delta_log").resolve("%020d.json".formatted(version));
    }
}
