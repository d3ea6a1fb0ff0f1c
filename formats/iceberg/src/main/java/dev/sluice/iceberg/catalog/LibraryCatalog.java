/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A catalog that Iceberg's library speaks to. */
final class LibraryCatalog implements TableCatalog {

    private static final Logger LOG = LoggerFactory.getLogger(LibraryCatalog.class);

    private final Catalog catalog;
    private final UnaryOperator<Table> given;
    private final List<AutoCloseable> open;

    /**
     * @param given makes of a table of the library's what is given out
     * @param open what is closed with it, in this order
     */
    LibraryCatalog(Catalog catalog, UnaryOperator<Table> given, AutoCloseable... open) {
        this.catalog = catalog;
        this.given = given;
        this.open = List.of(open);
    }

    @Override
    public Table load(TableIdentifier table) {
        return given.apply(catalog.loadTable(table));
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
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception e) {
                // What was asked for is done; that a connection does not end as it should changes nothing.
                LOG.debug("A connection to a catalog was not closed", e);
            }
        }
    }
}
