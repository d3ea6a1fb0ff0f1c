/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A stored file, as Iceberg reads it. */
final class StoreInputFile implements InputFile {

    private final Store store;
    private final String path;
    private final Location location;
    private long length;

    /** @param length its size in bytes, negative where nobody knows it yet */
    StoreInputFile(Store store, String path, long length) {
        this.store = store;
        this.path = path;
        this.location = IcebergPath.location(path);
        this.length = length;
    }

    @Override
    public synchronized long getLength() {
        if (length < 0) {
            length = store.find(location)
                    .orElseThrow(() -> new NotFoundException("There is no file %s", path))
                    .size()
                    .count();
        }
        return length;
    }

    @Override
    public SeekableInputStream newStream() {
        if (!exists()) {
            throw new NotFoundException("There is no file %s", path);
        }
        return new StoreInputStream(store.open(location));
    }

    @Override
    public String location() {
        return path;
    }

    @Override
    public boolean exists() {
        return store.find(location).isPresent();
    }
}
