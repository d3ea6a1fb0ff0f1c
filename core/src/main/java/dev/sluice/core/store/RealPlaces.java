/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the files of one look at a store really lie: symbolic links give one folder many names, and what a table refers to may
 * go by several of them. The store is asked once for each folder.
 */
public final class RealPlaces {

    private final Store store;
    private final Map<Location, Location> folders = new ConcurrentHashMap<>();

    public RealPlaces(Store store) {
        this.store = store;
    }

    /** Of a file; a link in the place of the file itself is not followed. */
    public Location of(Location file) {
        return file.path().equals("/") ? file : ofFolder(file.parent()).resolve(file.name());
    }

    public Location ofFolder(Location folder) {
        return folders.computeIfAbsent(folder, store::realPlace);
    }
}
