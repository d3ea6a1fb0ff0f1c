/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.store.Store;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A new stored file, as Iceberg writes it: visible as a whole once its stream is closed. */
final class StoreOutputFile implements OutputFile {

    private final Store store;
    private final String path;

    StoreOutputFile(Store store, String path) {
        this.store = store;
        this.path = path;
    }

    @Override
    public PositionOutputStream create() {
        if (store.find(IcebergPath.location(path)).isPresent()) {
            throw new AlreadyExistsException("There is a file %s already", path);
        }
        return new StoreOutputStream(store.create(IcebergPath.location(path)));
    }

    /** Every name that Iceberg writes is new; a file that is there is somebody's, and stays. */
    @Override
    public PositionOutputStream createOrOverwrite() {
        return create();
    }

    @Override
    public String location() {
        return path;
    }

    @Override
    public InputFile toInputFile() {
        return new StoreInputFile(store, path, -1);
    }
}
