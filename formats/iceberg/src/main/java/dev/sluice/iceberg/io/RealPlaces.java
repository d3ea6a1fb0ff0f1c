/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.store.Location;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where files of this machine really lie: symbolic links give one folder many names, and a table's metadata may use several
 * of them. Each folder is looked up once. Files elsewhere are where they are said to be.
 */
public final class RealPlaces {

    private final Map<Location, Location> folders = new ConcurrentHashMap<>();

    /** Of a file; a link in the place of the file itself is not followed. */
    public Location of(Location file) {
        return file.isLocal() && !file.path().equals("/")
                ? ofFolder(file.parent()).resolve(file.name())
                : file;
    }

    public Location ofFolder(Location folder) {
        return folder.isLocal() ? folders.computeIfAbsent(folder, RealPlaces::real) : folder;
    }

    /** What cannot be looked up, as a folder that is gone, is taken for where its parent says. */
    private static Location real(Location folder) {
        try {
            return Location.local(Path.of(folder.path()).toRealPath());
        } catch (IOException | InvalidPathException e) {
            return folder.path().equals("/") ? folder : real(folder.parent()).resolve(folder.name());
        }
    }
}
