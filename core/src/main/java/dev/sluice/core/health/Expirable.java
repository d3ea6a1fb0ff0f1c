/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.store.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Versions of a table that could be forgotten, and the files that only they hold: a listing that changes nothing.
 *
 * @param versions from the oldest to the newest; never the current one, nor one that a branch or a tag holds
 * @param dataFiles data files that no kept version holds
 * @param deleteFiles files of deletes that no kept version holds
 * @param manifests metadata files that no kept version needs
 * @param bytes size of the data files and the files of deletes
 * @param resumesFrom the oldest version that a stream can still resume from once these are forgotten
 * @param objection why none of them may be forgotten, a full sentence; empty where nothing stands against it
 */
public record Expirable(
        List<Version> versions,
        long dataFiles,
        long deleteFiles,
        long manifests,
        Bytes bytes,
        Optional<Version> resumesFrom,
        Optional<String> objection) {

    public static final Expirable NONE =
            new Expirable(List.of(), 0, 0, 0, Bytes.ZERO, Optional.empty(), Optional.empty());

    /** Nothing, since it cannot be told what may be forgotten. */
    public static Expirable objected(String why) {
        return new Expirable(List.of(), 0, 0, 0, Bytes.ZERO, Optional.empty(), Optional.of(why));
    }

    /** One version of a table, and when it was committed. */
    public record Version(long id, Instant at) {}

    public Expirable {
        versions = List.copyOf(versions);
    }

    /** Data files and files of deletes together. */
    public long files() {
        return dataFiles + deleteFiles;
    }
}
