/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** A Hadoop catalog: namespaces are folders, and each table is a folder with numbered metadata files in it. */
final class FolderCatalog implements TableCatalog {

    private final Store store;
    private final Location warehouse;

    FolderCatalog(Store store, Location warehouse) {
        this.store = store;
        this.warehouse = warehouse;
    }

    @Override
    public Table load(TableIdentifier table) {
        if (!isFolderName(table.name())
                || !Stream.of(table.namespace().levels()).allMatch(FolderCatalog::isFolderName)) {
            throw new NoSuchTableException("No folder can have the name %s", table);
        }
        Location folder = folder(table.namespace()).resolve(table.name());
        if (!FolderOperations.livesAt(store, folder)) {
            throw new NoSuchTableException("There is no table %s", table);
        }
        return new BaseTable(new FolderOperations(store, folder), table.toString());
    }

    /** Looks at the files below the namespace, and takes those folders for tables that have metadata in them. */
    @Override
    public List<TableIdentifier> tables(Namespace namespace) {
        Location folder = folder(namespace);
        try (Stream<StoredFile> files = store.list(folder)) {
            return files.map(file -> folder.relativize(file.location()).split("/"))
                    .filter(path ->
                            path.length == 3 && path[1].equals("metadata") && path[2].endsWith(".metadata.json"))
                    .map(path -> path[0])
                    .distinct()
                    .sorted()
                    .map(name -> TableIdentifier.of(namespace, name))
                    .toList();
        }
    }

    private static boolean isFolderName(String name) {
        return !name.contains("/") && !name.equals(".") && !name.equals("..");
    }

    private Location folder(Namespace namespace) {
        Location folder = warehouse;
        for (String level : namespace.levels()) {
            folder = folder.resolve(level);
        }
        return folder;
    }

    @Override
    public void close() {
        // It holds nothing open.
    }
}
