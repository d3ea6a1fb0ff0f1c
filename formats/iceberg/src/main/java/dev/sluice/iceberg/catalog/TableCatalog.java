/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** One catalog, as far as Sluice asks it: for a table, and for the names of all tables. */
public interface TableCatalog extends AutoCloseable {

    /** @throws org.apache.iceberg.exceptions.NoSuchTableException if there is no such table */
    Table load(TableIdentifier table);

    /** The tables of a namespace, in the order of their names; none where there is no such namespace. */
    List<TableIdentifier> tables(Namespace namespace);

    @Override
    void close();
}
