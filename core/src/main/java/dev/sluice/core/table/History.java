/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import dev.sluice.core.store.Bytes;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a table keeps of its past, and what its newest version is made of besides data files.
 *
 * @param versions versions that can still be read
 * @param metadata size of all metadata files
 * @param manifests files that list the data files, for formats that have such
 * @param deleteFiles for formats that keep deletes in files of their own
 * @param newestAt when the newest version was made; empty where that cannot be told
 */
public record History(
        long versions,
        Bytes metadata,
        OptionalLong manifests,
        Optional<DeleteFiles> deleteFiles,
        Optional<Instant> newestAt) {

    /** Of a format without manifests and without files for deletes. */
    public History(long versions, Bytes metadata) {
        this(versions, metadata, Optional.empty());
    }

    /** Of such a format, where it can be told when the newest version was made. */
    public History(long versions, Bytes metadata, Optional<Instant> newestAt) {
        this(versions, metadata, OptionalLong.empty(), Optional.empty(), newestAt);
    }
}
