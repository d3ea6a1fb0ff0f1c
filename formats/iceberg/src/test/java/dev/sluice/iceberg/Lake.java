/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.LoopbackCatalog;

/** A catalog of a test's own with one table in it, as the product reaches it and as any other writer does. */
final class Lake implements AutoCloseable {

    /** What keeps the catalog. */
    enum Kind {
        FOLDER,
        DATABASE,
        REST
    }

    private static final String TOKEN = "a-token";
    private static final String NAME = "lake";
    private static final TableIdentifier TABLE = TableIdentifier.of("analytics", "events");
    private static final TableRef REF = new TableRef("iceberg", NAME + "/" + TABLE);

    private final Path folder;
    private final Catalog catalog;
    private final CatalogSettings settings;
    private final List<Closeable> open = new ArrayList<>();

    Lake(Kind kind, Path folder) {
        this.folder = folder;
        this.catalog = kind == Kind.FOLDER ? new HadoopCatalog(new Configuration(), warehouse()) : database();
        this.settings = switch (kind) {
            case FOLDER -> settings(CatalogKind.HADOOP, Optional.empty(), Optional.empty());
            case DATABASE -> settings(CatalogKind.JDBC, Optional.of(uri()), Optional.empty());
            case REST ->
                settings(CatalogKind.REST, Optional.of(rest()), Optional.of(new Secret("${env:TOKEN}", () -> TOKEN)));
        };
    }

    private String warehouse() {
        return folder.resolve("warehouse").toString();
    }

    private String uri() {
        return "jdbc:sqlite:" + folder.resolve("catalog.db");
    }

    private JdbcCatalog database() {
        JdbcCatalog database = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true);
        database.initialize(NAME, Map.of("uri", uri(), "warehouse", warehouse(), "jdbc.schema-version", "V1"));
        open.add(database);
        database.createNamespace(Namespace.of("analytics"));
        return database;
    }

    private String rest() {
        try {
            LoopbackCatalog rest = new LoopbackCatalog(catalog, TOKEN);
            open.add(0, rest::close);
            return rest.uri();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CatalogSettings settings(CatalogKind kind, Optional<String> uri, Optional<Secret> credentials) {
        return new CatalogSettings(
                NAME,
                kind,
                uri,
                kind == CatalogKind.HADOOP ? Optional.of(warehouse()) : Optional.empty(),
                credentials,
                Map.of());
    }

    /** A new table without a row in it. */
    Events create(PartitionSpec spec, int version) {
        return new Events(
                catalog.createTable(TABLE, spec.schema(), spec, Map.of("format-version", Integer.toString(version))),
                REF,
                settings);
    }

    /** The table as another writer has it, who has just come. */
    Events writer() {
        return new Events(catalog.loadTable(TABLE), REF, settings);
    }

    /** Somebody gives up the table, with all of its files or without. */
    void drop(boolean purge) {
        catalog.dropTable(TABLE, purge);
    }

    /** Somebody gives the table another name, under which it lives on where it was. */
    Events rename() {
        TableIdentifier other = TableIdentifier.of("analytics", "archive");
        catalog.renameTable(TABLE, other);
        return new Events(catalog.loadTable(other), new TableRef("iceberg", NAME + "/" + other), settings);
    }

    TableRef ref() {
        return REF;
    }

    IcebergFormat format(Store store, Clock clock) {
        return new IcebergFormat(
                store, new Catalogs(store, List.of(settings)), clock, new RewriteLimits(1, Bytes.ofMebibytes(64)));
    }

    /** The whole product, over a store and with a journal of the test's. */
    Gate gate(Store store, Journal journal, Clock clock) {
        Formats formats = new Formats(List.of(format(store, clock)));
        Recorder recorder = new Recorder(journal, new InMemoryLeases(), Watcher.NONE, clock, new Random());
        return new Gate(formats, new EmbeddedEngine(formats), recorder);
    }

    @Override
    public void close() {
        for (Closeable each : open) {
            try {
                each.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
