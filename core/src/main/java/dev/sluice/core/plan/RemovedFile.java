/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoredFile;
import java.time.Instant;

/**
 * A file that a plan takes away from the store, as it was when the plan was made.
 *
 * @param location where it lies, as a location's text
 * @param modifiedAt a file that has changed since is not the one that was planned, and stays
 */
public record RemovedFile(String location, Bytes size, Instant modifiedAt) {

    static RemovedFile of(StoredFile file) {
        return new RemovedFile(file.location().toString(), file.size(), file.modifiedAt());
    }

    /** True if the store still holds exactly the file that was planned. */
    public boolean isStill(StoredFile file) {
        return file.location().toString().equals(location)
                && file.size().equals(size)
                && file.modifiedAt().equals(modifiedAt);
    }
}
