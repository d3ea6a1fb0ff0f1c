/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Location;
import dev.sluice.iceberg.demo.IcebergDemo;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * The demo's Iceberg table with versions that are nine days old, by its folder or by its name in a catalog that a database
 * keeps; read by Iceberg's own library, without any of the product's code.
 */
record IcebergLake(Path home, Kind kind) {

    /** How the table is found. */
    enum Kind {
        FOLDER,
        DATABASE
    }

    private static final Duration AGE = Duration.ofDays(9);
    private static final Pattern TIMES = Pattern.compile("(\"(?:timestamp-ms|last-updated-ms)\"\\s*:\\s*)(\\d+)");
    private static final TableIdentifier NAME = TableIdentifier.of("shop", "events");

    /** Makes the table and, where it has one, its catalog with the configuration that names it. */
    static IcebergLake create(Path home, Kind kind) throws IOException {
        Files.createDirectories(home);
        IcebergLake lake = new IcebergLake(home, kind);
        new IcebergDemo(new LocalStore()).write(Location.local(lake.folder()));
        lake.age();
        if (kind == Kind.DATABASE) {
            lake.register();
        }
        return lake;
    }

    /** As a user names it on the command line. */
    String address() {
        return kind == Kind.FOLDER ? "iceberg:" + folder() : "iceberg:lake/" + NAME;
    }

    /** All rows of the newest version: what is in them, by their id. */
    Map<Long, ByteBuffer> rows() {
        return on(table -> {
            Map<Long, ByteBuffer> rows = new TreeMap<>();
            try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
                for (Record row : records) {
                    assertThat(rows.put((Long) row.getField("event_id"), (ByteBuffer) row.getField("payload")))
                            .as("another row of the same id")
                            .isNull();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return rows;
        });
    }

    /** The data files that any version holds which can still be asked for. */
    List<Path> held() {
        return on(table -> {
            List<Path> held = new ArrayList<>();
            for (Snapshot snapshot : table.snapshots()) {
                try (CloseableIterable<FileScanTask> tasks =
                        table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
                    tasks.forEach(task -> held.add(pathOf(task.file().location())));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return held.stream().distinct().toList();
        });
    }

    long versions() {
        return snapshots(snapshot -> true);
    }

    long compactions() {
        return snapshots(snapshot -> snapshot.operation().equals(DataOperations.REPLACE));
    }

    private long snapshots(Predicate<Snapshot> counted) {
        return on(table -> StreamSupport.stream(table.snapshots().spliterator(), false)
                .filter(counted)
                .count());
    }

    /** Every file below the table's data folder. */
    List<Path> dataFiles() throws IOException {
        return filesBelow("data");
    }

    /** Every file below the table's folder of metadata. */
    List<Path> metadataFiles() throws IOException {
        return filesBelow("metadata");
    }

    private List<Path> filesBelow(String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder().resolve(name))) {
            return files.filter(file -> !Files.isDirectory(file)).sorted().toList();
        }
    }

    private Path folder() {
        return home.resolve("events");
    }

    private <T> T on(Function<Table, T> look) {
        if (kind == Kind.FOLDER) {
            return look.apply(new HadoopTables(new Configuration()).load(folder().toString()));
        }
        try (JdbcCatalog catalog = catalog()) {
            return look.apply(catalog.loadTable(NAME));
        }
    }

    /** As if all had been written nine days ago: the times stand in metadata files alone. */
    private void age() throws IOException {
        for (Path file : metadataFiles()) {
            if (file.toString().endsWith(".metadata.json")) {
                Files.writeString(
                        file,
                        TIMES.matcher(Files.readString(file))
                                .replaceAll(time -> time.group(1) + (Long.parseLong(time.group(2)) - AGE.toMillis())));
            }
        }
    }

    private void register() throws IOException {
        long commits = metadataFiles().stream()
                .filter(file -> file.toString().endsWith(".metadata.json"))
                .count();
        String newest = "v%d.metadata.json".formatted(commits);
        try (JdbcCatalog catalog = catalog()) {
            catalog.createNamespace(Namespace.of("shop"));
            catalog.registerTable(
                    NAME, folder().resolve("metadata").resolve(newest).toString());
        }
        Files.writeString(home.resolve("sluice.yaml"), """
                catalogs:
                  lake:
                    type: jdbc
                    uri: %s
                """.formatted(uri()));
    }

    private JdbcCatalog catalog() {
        JdbcCatalog catalog = new JdbcCatalog();
        catalog.setConf(new Configuration());
        catalog.initialize(
                "lake",
                Map.of(
                        "uri", uri(),
                        "warehouse", home.resolve("warehouse").toString(),
                        "jdbc.schema-version", "V1"));
        return catalog;
    }

    private String uri() {
        return "jdbc:sqlite:" + home.resolve("catalog.db");
    }

    private static Path pathOf(String location) {
        return location.startsWith("file:") ? Path.of(URI.create(location).getPath()) : Path.of(location);
    }
}
