/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.store.Location;
import io.delta.kernel.DataWriteContext;
import java.net.URI;

/**
 * The two spellings of a place that Kernel uses, and the way from each to a location.
 *
 * <p>Nearly everywhere Kernel hands out {@code scheme:/path} with every character as it is, percent signs included: it has
 * decoded what stands encoded in the log before it asks for the file. The one exception is the directory of a write
 * context, which is a percent-encoded URI.
 */
public final class KernelPath {

    private KernelPath() {}

    /** Where a path leads that Kernel passed to its engine; taken literally, nothing is decoded. */
    public static Location location(String path) {
        return Location.parse(path);
    }

    /** A location as Kernel writes it: {@code file:/a b}, {@code s3://bucket/a b}; nothing is encoded. */
    public static String text(Location location) {
        return location.authority().isEmpty()
                ? location.scheme() + ":" + location.path()
                : location.scheme() + "://" + location.authority() + location.path();
    }

    /** The directory a write context names, as the path to write to. */
    public static String targetDirectory(DataWriteContext context) {
        URI encoded = URI.create(context.getTargetDirectory());
        String authority = encoded.getAuthority();
        return text(new Location(encoded.getScheme(), authority == null ? "" : authority, encoded.getPath()));
    }
}
