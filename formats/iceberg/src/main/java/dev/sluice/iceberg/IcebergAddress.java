/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.io.IcebergPath;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.catalog.TableIdentifier;

/** What stands behind {@code iceberg:}: a name in a catalog, or the folder of a table of a Hadoop catalog. */
sealed interface IcebergAddress {

    /** What stands before the slash of {@code CATALOG/NS.TABLE}, and what after it. */
    Pattern NAME = Pattern.compile("([^/:.~][^/:]*)/(.+)", Pattern.DOTALL);

    /** A name in a catalog. */
    record Named(String catalog, TableIdentifier table) implements IcebergAddress {

        /** As an owner writes it. */
        String address() {
            return catalog + "/" + DottedName.written(table);
        }
    }

    /** A folder. */
    record Folder(Location location) implements IcebergAddress {}

    /** The name that an address is, or a pattern: what is wild in it is in the table's own name. */
    static Optional<Named> named(String address) {
        Matcher name = NAME.matcher(address);
        return name.matches()
                ? DottedName.parse(name.group(2)).map(table -> new Named(name.group(1), table))
                : Optional.empty();
    }

    static IcebergAddress of(TableRef table) {
        Optional<Named> named = named(table.address());
        if (named.isPresent()) {
            return named.get();
        }
        try {
            return new Folder(IcebergPath.location(table.address()));
        } catch (GateException e) {
            throw new GateException(
                    Fault.USAGE,
                    table.toString(),
                    "It is neither CATALOG/NAMESPACE.TABLE nor the folder of a table.",
                    e);
        }
    }
}
