/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;

/** A catalog that Iceberg's library speaks to. */
final class LibraryCatalog implements TableCatalog {

    private final Catalog catalog;

    LibraryCatalog(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public Table load(TableIdentifier table) {
        return catalog.loadTable(table);
    }

    @Override
    public List<TableIdentifier> tables(Namespace namespace) {
        try {
            return catalog.listTables(namespace).stream()
                    .sorted(Comparator.comparing(TableIdentifier::toString))
                    .toList();
        } catch (NoSuchNamespaceException e) {
            return List.of();
        }
    }

    @Override
    public void close() {
        if (catalog instanceof Closeable open) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
