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

    /** {@code CATALOG/NS.TABLE}: one slash, and at least one dot after it. */
    Pattern NAME = Pattern.compile("([^/:.~][^/:]*)/([^/]+\\.[^/]+)");

    /** A name in a catalog. */
    record Named(String catalog, TableIdentifier table) implements IcebergAddress {}

    /** A folder. */
    record Folder(Location location) implements IcebergAddress {}

    static boolean isName(String address) {
        return NAME.matcher(address).matches();
    }

    /** The tables that a pattern names in one namespace of a catalog, whose name holds the wild part. */
    static Optional<Named> ofPattern(String pattern) {
        Matcher name = NAME.matcher(pattern);
        return name.matches()
                ? Optional.of(new Named(name.group(1), TableIdentifier.parse(name.group(2))))
                : Optional.empty();
    }

    static IcebergAddress of(TableRef table) {
        Matcher name = NAME.matcher(table.address());
        if (name.matches()) {
            return new Named(name.group(1), TableIdentifier.parse(name.group(2)));
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
