/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.health.Expirable.Version;
import dev.sluice.core.store.Bytes;
import java.util.List;

/**
 * The account of a step that forgets old versions.
 *
 * @param versions those that are forgotten
 * @param kept versions of the plan that stay, each with the reason
 * @param dataFiles data files that are gone with them
 * @param deleteFiles files of deletes that are gone with them
 * @param manifests metadata files that are gone with them
 * @param bytes size of the data files and files of deletes that are gone; logical, where the store keeps old versions of
 *     files
 * @param failed files that the store did not delete, each with its reason; nothing refers to them any longer
 */
public record Expiration(
        List<Version> versions,
        List<Kept> kept,
        long dataFiles,
        long deleteFiles,
        long manifests,
        Bytes bytes,
        List<Removal.Kept> failed) {

    /** A version that stays, and why. */
    public record Kept(Version version, String reason) {}

    public Expiration {
        versions = List.copyOf(versions);
        kept = List.copyOf(kept);
        failed = List.copyOf(failed);
    }

    /** Files of every kind that are gone. */
    public long files() {
        return dataFiles + deleteFiles + manifests;
    }
}
