/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What shows that a folder is a table's, for each format that is in use, whether Sluice maintains it or not: files in such a
 * folder are that table's to judge.
 */
public enum TableMark {
    DELTA("Delta", "_delta_log", "[^/]+"),
    ICEBERG("Iceberg", "metadata", "[^/.][^/]*\\.metadata\\.json(?:\\.\\w+)?"),
    LANCE("Lance", "_versions", "[^/]+\\.manifest"),
    HUDI("Hudi", ".hoodie", ".+"),
    PAIMON("Paimon", "schema", "schema-\\d+");

    private final String format;
    private final String folder;
    private final Pattern name;
    private final Pattern path;

    /** @param name of the files in the folder that make it a mark */
    TableMark(String format, String folder, String name) {
        this.format = format;
        this.folder = folder;
        this.name = Pattern.compile(name);
        this.path = Pattern.compile("(?:.+/)?%s/%s".formatted(Pattern.quote(folder), name));
    }

    /** The mark that a file is, by its path relative to the folder that is looked at; empty where it is none. */
    public static Optional<TableMark> of(String path) {
        return Stream.of(values()).filter(mark -> mark.isShownBy(path)).findFirst();
    }

    private boolean isShownBy(String file) {
        if (this == ICEBERG) { // its metadata may lie in a folder of another name
            return file.contains(".metadata.json")
                    && name.matcher(file.substring(file.lastIndexOf('/') + 1)).matches();
        }
        return file.contains(folder) && path.matcher(file).matches();
    }

    /** Why nothing below a table may be removed, since a file shows another one there. */
    public String objectionTo(String path) {
        return "Another table (%s) lies in or below the table's folder: %s.".formatted(format, path);
    }

    /**
     * Why nothing below a table may be removed, as far as the folders above it tell, up to the root and by each of the names
     * that the table's folder has; empty where none of them is a table's.
     */
    public static Optional<String> objectionAbove(Store store, Location table) {
        Set<Location> above = new LinkedHashSet<>();
        addAbove(table, above);
        addAbove(store.realPlace(table), above);
        return above.stream()
                .flatMap(place -> objectionAt(store, place).stream())
                .findFirst();
    }

    private static void addAbove(Location table, Set<Location> above) {
        for (Location place = table; !place.path().equals("/"); ) {
            place = place.parent();
            above.add(place);
        }
    }

    private static Optional<String> objectionAt(Store store, Location place) {
        for (TableMark mark : values()) {
            try {
                if (mark.isAt(store, place)) {
                    return Optional.of("The table lies below another table (%s), %s, which may refer to its files."
                            .formatted(mark.format, place));
                }
            } catch (GateException e) {
                if (e.fault() != Fault.STORAGE && e.fault() != Fault.TABLE_FEATURE_UNSUPPORTED) {
                    throw e;
                }
                return Optional.of(
                        "Whether the table lies below another one, which may refer to its files, cannot be told: %s: %s"
                                .formatted(e.subject(), e.reason()));
            }
        }
        return Optional.empty();
    }

    private boolean isAt(Store store, Location place) {
        Location marked = place.resolve(folder);
        if (this == DELTA || this == HUDI) {
            return store.holds(marked);
        }
        try (Stream<StoredFile> files = store.listFrom(marked, "")) {
            return files.anyMatch(file -> name.matcher(file.location().name()).matches());
        }
    }
}
