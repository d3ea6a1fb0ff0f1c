/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks out for other tables below a table's folder, while its files are listed: their files are not ours to judge. */
final class Neighbours {

    /** Logs and metadata of tables, by the last folders of a file's path. */
    private static final Pattern ANOTHER_DELTA_TABLE = Pattern.compile("(.+)/_delta_log/[^/]+");

    private static final Pattern ICEBERG_TABLE =
            Pattern.compile("((?:.+/)?metadata/)[^/]+\\.metadata\\.json(?:\\.gz)?");
    private static final Pattern LANCE_TABLE = Pattern.compile("((?:.+/)?_versions/)[^/]+\\.manifest");

    private @Nullable String found;

    /** @param path relative to the table */
    void see(String path) {
        if (found != null) {
            return;
        }
        if (ANOTHER_DELTA_TABLE.matcher(path).matches()) {
            found = "Another Delta table lies below the table: %s.".formatted(path);
        } else if (ICEBERG_TABLE.matcher(path).matches()) {
            found = "Metadata of an Iceberg table lies below the table: %s.".formatted(path);
        } else if (LANCE_TABLE.matcher(path).matches()) {
            found = "A Lance dataset lies below the table: %s.".formatted(path);
        }
    }

    Optional<String> objection() {
        return Optional.ofNullable(found);
    }
}
