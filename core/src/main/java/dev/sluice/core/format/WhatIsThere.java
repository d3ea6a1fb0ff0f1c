/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is at a place where a table was looked for in vain, told by what lies directly in it. */
public final class WhatIsThere {

    /** At most so many names are told. */
    private static final int SHOWN = 20;

    private WhatIsThere() {}

    /** That no folder is there, as a full sentence; empty where one is. */
    public static Optional<String> insteadOfFolder(Store store, Location place) {
        if (store.holds(place)) {
            return Optional.empty();
        }
        boolean isFile = !place.path().equals("/") && store.find(place).isPresent();
        return Optional.of(isFile ? "This is a file; a table is a folder." : "Nothing is there.");
    }

    /** What a folder holds, as the end of a sentence. */
    public static String in(Store store, Location folder) {
        try (Stream<Location> folders = store.folders(folder);
                Stream<StoredFile> files = store.listFrom(folder, "")) {
            List<String> names = Stream.concat(
                            folders.map(inner -> inner.name() + "/").limit(SHOWN + 1),
                            files.map(file -> file.location().name()).limit(SHOWN + 1))
                    .sorted()
                    .toList();
            return names.isEmpty() ? "the folder is empty" : "what is there: " + shown(names);
        }
    }

    private static String shown(List<String> names) {
        String first = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? first + " and more" : first;
    }
}
