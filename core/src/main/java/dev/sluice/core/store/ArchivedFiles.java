/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import dev.sluice.core.fault.GateException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds files that lie in an archive of their store: nothing can be read from them, and deleting them early may cost more
 * than keeping them. No table's metadata knows of it.
 */
public final class ArchivedFiles {

    /** So few files of a folder are looked at one by one: a listing may have to go through very many others. */
    static final int FEW = 4;

    private ArchivedFiles() {}

    /**
     * Looks for archived files by listing their folders, once each; or one by one where a folder has few of them, or may not
     * be listed. What cannot be looked at counts as not archived: whoever reads it then is told why not.
     */
    public static Set<Location> among(Store store, Collection<Location> files) {
        Map<Location, Set<Location>> byFolder = files.stream()
                .filter(file -> !file.isLocal())
                .collect(Collectors.groupingBy(Location::parent, Collectors.toSet()));
        Set<Location> archived = new HashSet<>();
        byFolder.forEach((folder, wanted) -> archived.addAll(in(store, folder, wanted)));
        return archived;
    }

    private static Set<Location> in(Store store, Location folder, Set<Location> wanted) {
        if (wanted.size() <= FEW) {
            return oneByOne(store, wanted);
        }
        try (Stream<StoredFile> files = store.listFrom(folder, "")) {
            return files.filter(StoredFile::archived)
                    .map(StoredFile::location)
                    .filter(wanted::contains)
                    .collect(Collectors.toSet());
        } catch (GateException e) {
            return oneByOne(store, wanted);
        }
    }

    private static Set<Location> oneByOne(Store store, Set<Location> wanted) {
        return wanted.stream().filter(file -> isArchived(store, file)).collect(Collectors.toSet());
    }

    private static boolean isArchived(Store store, Location file) {
        try {
            return store.find(file).filter(StoredFile::archived).isPresent();
        } catch (GateException e) {
            return false;
        }
    }
}
