/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import java.util.List;
import java.util.stream.Stream;

/**
 * The account of a step that takes files away, file by file.
 *
 * @param deleted files that were there and are gone
 * @param bytes their size; logical, where the store keeps old versions of files
 * @param kept files of the plan that stay, each with the reason
 * @param failed files that the store did not delete, each with its reason
 */
public record Removal(List<Location> deleted, Bytes bytes, List<Kept> kept, List<Kept> failed) {

    /** A file that is still there, and why. */
    public record Kept(Location file, String reason) {}

    public Removal {
        deleted = List.copyOf(deleted);
        kept = List.copyOf(kept);
        failed = List.copyOf(failed);
    }

    /** This account and another one of the same run, as one. */
    public Removal plus(Removal other) {
        return new Removal(
                joined(deleted, other.deleted),
                bytes.plus(other.bytes),
                joined(kept, other.kept),
                joined(failed, other.failed));
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
