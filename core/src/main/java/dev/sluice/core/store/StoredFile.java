/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.store;

import java.time.Instant;

/**
 * One file as a store lists it.
 *
 * @param modifiedAt the store's own time of the last change
 * @param archived true if the store says that it cannot be read before somebody restores it; a store may not know
 */
public record StoredFile(Location location, Bytes size, Instant modifiedAt, boolean archived) {

    /** A file that can be read. */
    public StoredFile(Location location, Bytes size, Instant modifiedAt) {
        this(location, size, modifiedAt, false);
    }
}
