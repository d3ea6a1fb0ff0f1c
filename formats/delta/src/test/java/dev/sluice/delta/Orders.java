/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.store.Location;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.storage.LocalStore;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A small table of orders in two regions and a writer of it: the files are Kernel's, the commits are made by hand. */
final class Orders {

    static final List<String> REGIONS = List.of("eu", "us");
    static final int ROWS_PER_FILE = 5;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final StructType FILE =
            new StructType().add("id", LongType.LONG).add("amount", DoubleType.DOUBLE);
    private static final long FIRST_ID_FACTOR = 1_000;

    private final Path folder;

    Orders(Path folder) {
        this.folder = folder;
    }

    /** A table with deletion vectors, one file a commit; the commit after the last one is due to be followed by a checkpoint. */
    static Orders create(Path folder, int filesPerRegion) {
        Orders orders = new Orders(folder);
        try {
            Files.createDirectories(orders.log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ObjectNode protocol = JSON.createObjectNode();
        protocol.putObject("protocol")
                .put("minReaderVersion", 3)
                .put("minWriterVersion", 7)
                .<ObjectNode>set("readerFeatures", JSON.createArrayNode().add("deletionVectors"))
                .set("writerFeatures", JSON.createArrayNode().add("deletionVectors"));
        ObjectNode metadata = JSON.createObjectNode();
        ObjectNode body = metadata.putObject("metaData");
        body.put("id", "6e0b5a1c-3c5e-4a1e-9f61-0d7f6f0c3b11");
        body.putObject("format").put("provider", "parquet").putObject("options");
        body.put("schemaString", schema().toString());
        body.putArray("partitionColumns").add("region");
        int commits = 1 + REGIONS.size() * filesPerRegion;
        body.putObject("configuration")
                .put("delta.enableDeletionVectors", "true")
                .put("delta.checkpointInterval", Integer.toString(commits));
        body.put("createdTime", 1);
        orders.commit("CREATE TABLE", List.of(protocol, metadata));
        for (int i = 0; i < filesPerRegion; i++) {
            REGIONS.forEach(orders::append);
        }
        return orders;
    }

    private static ObjectNode schema() {
        ObjectNode schema = JSON.createObjectNode().put("type", "struct");
        ArrayNode fields = schema.putArray("fields");
        field(fields, "id", "long");
        field(fields, "amount", "double");
        field(fields, "region", "string");
        return schema;
    }

    private static void field(ArrayNode fields, String name, String type) {
        fields.addObject()
                .put("name", name)
                .put("type", type)
                .put("nullable", true)
                .putObject("metadata");
    }

    Path folder() {
        return folder;
    }

    Location location() {
        return Location.local(folder);
    }

    /** A copy of the table as it is. */
    Orders copyTo(Path elsewhere) {
        try {
            TestTables.copy(folder, elsewhere);
            return new Orders(elsewhere);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void append(String region) {
        commit("WRITE", List.of(writes(region, latest() + 1)));
    }

    /** Writes a data file and gives the action that would add it. */
    ObjectNode writes(String region, long version) {
        List<Long> ids = IntStream.range(0, ROWS_PER_FILE)
                .mapToObj(i -> version * FIRST_ID_FACTOR + i)
                .toList();
        ColumnVector[] columns = {
            DefaultGenericVector.fromArray(LongType.LONG, ids.toArray()),
            DefaultGenericVector.fromArray(
                    DoubleType.DOUBLE, ids.stream().map(id -> id / 8.0).toArray())
        };
        FilteredColumnarBatch rows =
                new FilteredColumnarBatch(new DefaultColumnarBatch(ids.size(), FILE, columns), Optional.empty());
        Path partition = folder.resolve("region=" + region);
        try (CloseableIterator<DataFileStatus> files = KernelEngine.on(new LocalStore())
                .getParquetHandler()
                .writeParquetFiles("file:" + partition, Utils.singletonCloseableIterator(rows), List.of())) {
            DataFileStatus file = files.next();
            ObjectNode action = JSON.createObjectNode();
            ObjectNode add = action.putObject("add");
            add.put(
                    "path",
                    folder.relativize(Path.of(Location.parse(file.getPath()).path()))
                            .toString());
            add.putObject("partitionValues").put("region", region);
            add.put("size", file.getSize());
            add.put("modificationTime", file.getModificationTime());
            add.put("dataChange", true);
            add.put("stats", "{\"numRecords\":%d}".formatted(ids.size()));
            return action;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The remove that cancels a live add. */
    static ObjectNode removal(JsonNode add) {
        ObjectNode action = JSON.createObjectNode();
        ObjectNode remove = action.putObject("remove");
        remove.set("path", add.get("path"));
        remove.put("deletionTimestamp", System.currentTimeMillis());
        remove.put("dataChange", true);
        remove.put("extendedFileMetadata", true);
        remove.set("partitionValues", add.get("partitionValues"));
        remove.set("size", add.get("size"));
        if (add.has("deletionVector")) {
            remove.set("deletionVector", add.get("deletionVector"));
        }
        return action;
    }

    /** The adds of the live files by path, from the commit files alone. */
    Map<String, JsonNode> live() {
        Map<String, JsonNode> live = new LinkedHashMap<>();
        for (long version = 0; version <= latest(); version++) {
            // Within one commit a file may be removed and added anew, with another deletion vector, in any order.
            List<JsonNode> actions = actions(version);
            actions.stream()
                    .filter(a -> a.has("remove"))
                    .forEach(a -> live.remove(a.get("remove").get("path").asText()));
            actions.stream()
                    .filter(a -> a.has("add"))
                    .forEach(a -> live.put(a.get("add").get("path").asText(), a.get("add")));
        }
        return live;
    }

    /** The newest action of a kind. */
    ObjectNode newest(String kind) {
        for (long version = latest(); version >= 0; version--) {
            for (JsonNode action : actions(version)) {
                if (action.has(kind)) {
                    return action.deepCopy();
                }
            }
        }
        throw new IllegalStateException("No " + kind + " in " + folder);
    }

    /** The versions whose commit says that it is of a kind. */
    List<Long> versionsOf(String operation) {
        List<Long> versions = new ArrayList<>();
        for (long version = 0; version <= latest(); version++) {
            for (JsonNode action : actions(version)) {
                if (action.has("commitInfo")
                        && action.get("commitInfo").get("operation").asText().equals(operation)) {
                    versions.add(version);
                }
            }
        }
        return versions;
    }

    void commit(String operation, List<? extends JsonNode> actions) {
        ObjectNode info = JSON.createObjectNode();
        info.putObject("commitInfo")
                .put("timestamp", System.currentTimeMillis())
                .put("operation", operation)
                .putObject("operationParameters");
        StringBuilder lines = new StringBuilder().append(info).append('\n');
        actions.forEach(action -> lines.append(action).append('\n'));
        try {
            Files.writeString(file(latest() + 1), lines, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The actions of one commit. */
    List<JsonNode> actions(long version) {
        List<JsonNode> actions = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file(version))) {
                actions.add(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return actions;
    }

    long latest() {
        try (Stream<Path> files = Files.list(log())) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.matches("\\d{20}\\.json"))
                    .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
                    .max()
                    .orElse(-1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every file below the table that is not in its log's folder, by its relative path. */
    List<String> dataFiles() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(log()))
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log() {
        return folder.resolve("_delta_log");
    }

    private Path file(long version) {
        return log().resolve("%020d.json".formatted(version));
    }
}
