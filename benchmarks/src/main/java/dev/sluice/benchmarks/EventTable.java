/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** A Delta table of event files, whose log is written by hand: the same at each writing, on whatever store. */
record EventTable(Store store, Location folder) {

    private static final String SCHEMA = """
            {"type":"struct","fields":[%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,{"name":"items","nullable":true,"metadata":{},"type":\
            {"type":"array","containsNull":true,"elementType":{"type":"struct","fields":[%s,%s,%s]}}}]}""".formatted(
                    field("event_id", "long"),
                    field("user_id", "long"),
                    field("session_id", "string"),
                    field("occurred_at", "timestamp"),
                    field("received_at", "timestamp"),
                    field("kind", "string"),
                    field("country", "string"),
                    field("duration", "double"),
                    field("amount", "decimal(12,2)"),
                    field("referrer", "string"),
                    field("comment", "string"),
                    field("sku", "string"),
                    field("quantity", "integer"),
                    field("price", "decimal(9,2)"));

    /** One file of the table. */
    record Entry(String name, long bytes, int rows) {}

    private static String field(String name, String type) {
        return "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}".formatted(name, type);
    }

    /** Makes the table one of these files and no others, in so many commits. */
    void write(List<Entry> entries, int commits) {
        List<Location> old;
        try (Stream<StoredFile> files = store.list(folder)) {
            old = files.map(StoredFile::location)
                    .filter(file -> file.parent().name().equals("_delta_log")
                            || entries.stream().noneMatch(entry -> file.name().equals(entry.name())))
                    .toList();
        }
        store.delete(old);
        int each = entries.size() / commits;
        for (int version = 0; version < commits; version++) {
            StringBuilder commit = new StringBuilder();
            if (version == 0) {
                commit.append("{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n");
                commit.append(
                        "{\"metaData\":{\"id\":\"5f1ce\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\"%s\",\"partitionColumns\":[],\"configuration\":{},\"createdTime\":0}}\n"
                                .formatted(SCHEMA.replace("\"", "\\\"")));
            }
            entries.subList(version * each, (version + 1) * each).forEach(entry -> commit.append(add(entry)));
            store.putIfAbsent(
                    folder.resolve("_delta_log/%020d.json".formatted(version)),
                    commit.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String add(Entry entry) {
        return "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"modificationTime\":0,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":%d}\"}}\n"
                .formatted(entry.name(), entry.bytes(), entry.rows());
    }
}
