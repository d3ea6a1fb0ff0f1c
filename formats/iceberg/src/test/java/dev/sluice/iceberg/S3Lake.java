/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.Stores;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.S3Storage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** A table of small files on S3 in a catalog that SQLite keeps, as its owner's own keys reach it. */
final class S3Lake implements AutoCloseable {

    static final TableRef TABLE = new TableRef("iceberg", "lakehouse/analytics.events");

    private static final TableIdentifier NAME = TableIdentifier.of("analytics", "events");
    private static final int FILES_PER_DAY = 3;

    private final String uri;
    private final Stores stores;
    private final JdbcCatalog catalog;
    private final Events events;

    /**
     * @param folder holds the catalog's database
     * @param warehouse an address in the bucket lake
     */
    S3Lake(S3Emulator service, Path folder, String warehouse, int formatVersion) {
        uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
        stores = new Stores(
                List.of(S3Storage.at(
                                Location.parse("s3://"),
                                new Credentials.Static(
                                        secret(S3Emulator.ACCESS_KEY), secret(S3Emulator.SECRET_KEY), Optional.empty()))
                        .on(service.address())),
                Map.of());
        catalog = new JdbcCatalog(properties -> new StoreFileIO(stores), null, true);
        catalog.initialize("lakehouse", Map.of("uri", uri, "warehouse", warehouse));
        catalog.createNamespace(Namespace.of("analytics"));
        events = new Events(
                catalog.createTable(
                        NAME, Events.SCHEMA, Events.BY_DAY, Map.of("format-version", Integer.toString(formatVersion))),
                TABLE);
        for (int i = 0; i < FILES_PER_DAY; i++) {
            Events.DAYS.forEach(events::append);
        }
    }

    static Secret secret(String value) {
        return new Secret("${test}", () -> value);
    }

    /** The address of the catalog's database. */
    String uri() {
        return uri;
    }

    Stores stores() {
        return stores;
    }

    JdbcCatalog catalog() {
        return catalog;
    }

    /** Somebody who writes to the table. */
    Events events() {
        return events;
    }

    /** The same as of now, whatever others have committed. */
    Events loaded() {
        return new Events(catalog.loadTable(NAME), TABLE);
    }

    @Override
    public void close() {
        catalog.close();
        stores.close();
    }
}
