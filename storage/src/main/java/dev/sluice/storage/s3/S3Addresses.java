/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import java.util.Optional;
import java.util.Set;

/** Buckets and keys as locations, and back. */
public final class S3Addresses {

    static final String SCHEME = "s3";

    private static final Set<String> SPELLINGS = Set.of(SCHEME, "s3a", "s3n");

    private S3Addresses() {}

    /** True if a location is one of S3, however its scheme is spelled. */
    public static boolean isOne(Location location) {
        return SPELLINGS.contains(location.scheme());
    }

    /** Hadoop's spellings {@code s3a} and {@code s3n} name the same object as {@code s3}. */
    public static Location canonical(Location location) {
        return isOne(location) ? new Location(SCHEME, location.authority(), location.path()) : location;
    }

    /** @throws GateException with {@code TABLE_FEATURE_UNSUPPORTED} for a bucket of S3 Express One Zone */
    public static void refuseExpress(Location location) {
        if (location.authority().endsWith("--x-s3")) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    location.toString(),
                    "A directory bucket (S3 Express One Zone) lists in another order than other buckets do, and is not"
                            + " supported.");
        }
    }

    static String key(Location location) {
        return location.path().substring(1);
    }

    /** What the keys of all that lies below a folder begin with. */
    static String keyPrefix(Location folder) {
        return folder.path().equals("/") ? "" : key(folder) + "/";
    }

    /**
     * Where the object of a key lies. Empty for a key that no location can name, such as {@code a//b}, {@code a/../b} or
     * {@code a/}: taken as a path it would name another object.
     */
    static Optional<Location> location(String bucket, String key) {
        if (key.isEmpty()) {
            return Optional.empty();
        }
        Location location = new Location(SCHEME, bucket, "/" + key);
        return key(location).equals(key) ? Optional.of(location) : Optional.empty();
    }
}
