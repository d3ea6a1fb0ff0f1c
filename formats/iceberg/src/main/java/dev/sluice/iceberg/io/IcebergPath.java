/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;

/**
 * A path as Iceberg's metadata spells it, in its canonical form. Iceberg never encodes a path: what looks encoded in it is
 * the file's very name.
 */
public final class IcebergPath {

    private IcebergPath() {}

    /**
     * Where a file lies: {@code file:/x}, {@code file:///x} and {@code /x} are one place, and so are {@code s3a://b/x} and
     * {@code s3://b/x}.
     *
     * @throws GateException with {@code TABLE_DAMAGED} if it is no absolute path, {@code TABLE_FEATURE_UNSUPPORTED} if it
     *     names an object that a location cannot name
     */
    public static Location location(String path) {
        Location location;
        try {
            location = Location.parse(path);
        } catch (IllegalArgumentException e) {
            throw new GateException(Fault.TABLE_DAMAGED, path, "It is no absolute path: %s.".formatted(e.getMessage()));
        }
        if (!location.scheme().equals("file") && !isCanonical(path, location)) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    path,
                    "Its key has an empty, \".\" or \"..\" segment, which Sluice would take for another key.");
        }
        return location;
    }

    /** True if the key is written as a location writes it, but for a slash at its end. */
    private static boolean isCanonical(String path, Location location) {
        String rest = path.substring(path.indexOf(':') + 1);
        String key =
                rest.startsWith("//") ? rest.substring(2 + location.authority().length()) : rest;
        String bare = key.length() > 1 && key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
        return location.path().equals(bare.isEmpty() ? "/" : bare);
    }

    /** A location as Iceberg's libraries take it. */
    public static String text(Location location) {
        return location.scheme().equals("file") ? "file:" + location.path() : location.toString();
    }
}
