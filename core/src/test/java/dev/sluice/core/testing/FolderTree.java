/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A store of folders that can do nothing but list them, and remembers each listing. */
public final class FolderTree implements Store {

    private final TreeSet<Location> folders = new TreeSet<>();
    private final TreeSet<Location> locked = new TreeSet<>();
    private final List<Location> listed = new ArrayList<>();
    private int open;

    public FolderTree with(String... paths) {
        for (String path : paths) {
            Location folder = Location.parse(path);
            while (!folder.path().equals("/")) {
                folders.add(folder);
                folder = folder.parent();
            }
        }
        return this;
    }

    /** Lets a folder refuse to be listed. */
    public FolderTree locked(String path) {
        locked.add(Location.parse(path));
        return with(path);
    }

    /** The folders that were listed, in the order of the calls. */
    public List<String> listed() {
        return listed.stream().map(Location::toString).toList();
    }

    /** Listings that were not closed. */
    public int open() {
        return open;
    }

    @Override
    public Stream<Location> folders(Location folder) {
        listed.add(folder);
        if (locked.contains(folder)) {
            throw new GateException(Fault.STORAGE, folder.toString(), "Could not list it.");
        }
        open++;
        return folders.stream().filter(each -> each.parent().equals(folder)).onClose(() -> open--);
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        throw unexpected();
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        throw unexpected();
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        throw unexpected();
    }

    @Override
    public boolean holds(Location folder) {
        throw unexpected();
    }

    @Override
    public StoreInput open(Location file) {
        throw unexpected();
    }

    @Override
    public StoreOutput create(Location file) {
        throw unexpected();
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        throw unexpected();
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        throw unexpected();
    }

    @Override
    public Access access(Location place) {
        return new Access(List.of(), Optional.empty(), Access.Versioning.UNVERSIONED, Optional.of(true));
    }

    @Override
    public Location realPlace(Location folder) {
        return folder;
    }

    @Override
    public Optional<Bucket> unproven(Location place) {
        return Optional.empty();
    }

    @Override
    public void replace(Location file, byte[] content) {
        throw unexpected();
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        throw unexpected();
    }

    private static UnsupportedOperationException unexpected() {
        return new UnsupportedOperationException("Only folders are to be listed");
    }
}
