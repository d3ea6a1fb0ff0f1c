/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.util.Locale;

/** The kinds of catalog that Sluice speaks to. */
public enum CatalogKind {
    /** Any catalog with Iceberg's REST interface, that of Nessie and one of Glue's two among them. */
    REST(true, false),
    /** A table of a database, SQLite or PostgreSQL, that keeps the place of each table's metadata. */
    JDBC(true, false),
    /** A folder on a local file system, with a folder for each table. */
    HADOOP(false, true),
    /** Glue by its own interface. */
    GLUE(false, false);

    private final boolean needsUri;
    private final boolean needsWarehouse;

    CatalogKind(boolean needsUri, boolean needsWarehouse) {
        this.needsUri = needsUri;
        this.needsWarehouse = needsWarehouse;
    }

    boolean needsUri() {
        return needsUri;
    }

    boolean needsWarehouse() {
        return needsWarehouse;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
