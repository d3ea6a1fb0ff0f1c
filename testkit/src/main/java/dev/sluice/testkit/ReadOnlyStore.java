/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A store whose credentials only read: it refuses whatever would change something. */
public record ReadOnlyStore(Store store) implements Store {

    @Override
    public Stream<StoredFile> list(Location folder) {
        return store.list(folder);
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        return store.listFrom(folder, from);
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return store.folders(folder);
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        return store.find(file);
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        return store.unfinished(file);
    }

    @Override
    public boolean holds(Location folder) {
        return store.holds(folder);
    }

    @Override
    public StoreInput open(Location file) {
        return store.open(file);
    }

    @Override
    public StoreOutput create(Location file) {
        throw denied(file);
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        throw denied(file);
    }

    @Override
    public Access access(Location place) {
        return store.access(place);
    }

    @Override
    public Location realPlace(Location folder) {
        return store.realPlace(folder);
    }

    @Override
    public Optional<Bucket> unproven(Location place) {
        return store.unproven(place);
    }

    @Override
    public void replace(Location file, byte[] content) {
        throw denied(file);
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        throw denied(files.get(0));
    }

    private static GateException denied(Location file) {
        return new GateException(Fault.STORAGE, file.toString(), "Access denied: these credentials only read.");
    }
}
