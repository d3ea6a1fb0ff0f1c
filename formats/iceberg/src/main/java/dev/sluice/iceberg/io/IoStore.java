/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.io;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Access;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.storage.LocalStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * A store on the file access that a catalog gave a table, with the credentials that came with it. It reads, lists, writes
 * new files and deletes; what needs more of a store than that, commits above all, is the catalog's.
 */
public final class IoStore implements Store {

    /** The order of the UTF-8 bytes, which differs from Java's own for characters beyond the first plane. */
    private static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final FileIO io;
    private final Clock clock;

    public IoStore(FileIO io, Clock clock) {
        this.io = io;
        this.clock = clock;
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        if (!(io instanceof SupportsPrefixOperations listing)) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    folder.toString(),
                    "The file access that the catalog gives (%s) cannot list."
                            .formatted(io.getClass().getSimpleName()));
        }
        return IoListing.of(folder, () -> listing.listPrefix(IcebergPath.text(folder) + "/"))
                .map(IoStore::stored);
    }

    private static StoredFile stored(FileInfo file) {
        return new StoredFile(
                IcebergPath.location(file.location()),
                Bytes.of(file.size()),
                Instant.ofEpochMilli(file.createdAtMillis()));
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        return list(folder)
                .filter(file -> file.location().parent().equals(folder)
                        && BY_BYTES.compare(file.location().name(), from) >= 0)
                .sorted(Comparator.comparing(file -> file.location().name(), BY_BYTES));
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return list(folder)
                .map(file -> folder.relativize(file.location()))
                .filter(path -> path.indexOf('/') > 0)
                .map(path -> folder.resolve(path.substring(0, path.indexOf('/'))))
                .distinct()
                .sorted(Comparator.comparing(Location::name, BY_BYTES));
    }

    /** The time is now where the access tells none: what cannot be dated is never old enough to be deleted. */
    @Override
    public Optional<StoredFile> find(Location file) {
        return storing(file, () -> {
            InputFile found = io.newInputFile(IcebergPath.text(file));
            return found.exists()
                    ? Optional.of(listed(file)
                            .orElseGet(() -> new StoredFile(file, Bytes.of(found.getLength()), clock.instant())))
                    : Optional.empty();
        });
    }

    /** The file as a listing shows it, with its time. */
    private Optional<StoredFile> listed(Location file) {
        if (!(io instanceof SupportsPrefixOperations listing)) {
            return Optional.empty();
        }
        for (FileInfo info : listing.listPrefix(IcebergPath.text(file))) {
            StoredFile stored = stored(info);
            if (stored.location().equals(file)) {
                return Optional.of(stored);
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean holds(Location folder) {
        try (Stream<StoredFile> files = list(folder)) {
            return files.findAny().isPresent();
        }
    }

    @Override
    public StoreInput open(Location file) {
        return storing(file, () -> new IoInput(file, io.newInputFile(IcebergPath.text(file))));
    }

    @Override
    public StoreOutput create(Location file) {
        return storing(file, () -> new IoOutput(file, io, clock));
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        return List.of();
    }

    /** Whatever access reads a local file, it reads this machine's. */
    @Override
    public Location realPlace(Location folder) {
        return new LocalStore().realPlace(folder);
    }

    /** The catalog's file access tells nothing of itself but what it is. */
    @Override
    public Access access(Location place) {
        return new Access(
                List.of(new Access.Setting("file access", io.getClass().getSimpleName() + " of the catalog")),
                Optional.empty(),
                Access.Versioning.UNKNOWN,
                Optional.empty());
    }

    /** No commit goes through here: they are the catalog's. */
    @Override
    public Optional<Bucket> unproven(Location place) {
        return Optional.empty();
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        throw commits(file);
    }

    @Override
    public void replace(Location file, byte[] content) {
        throw commits(file);
    }

    private static GateException commits(Location file) {
        return new GateException(
                Fault.INTERNAL,
                file.toString(),
                "A file of this kind is written by the catalog, not through its files.");
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        List<DeleteOutcome> outcomes = new ArrayList<>(files.size());
        for (Location file : files) {
            outcomes.add(delete(file));
        }
        return outcomes;
    }

    private DeleteOutcome delete(Location file) {
        try {
            if (find(file).isEmpty()) {
                return new DeleteOutcome(file, DeleteOutcome.Kind.ABSENT, "");
            }
            io.deleteFile(IcebergPath.text(file));
            return new DeleteOutcome(file, DeleteOutcome.Kind.DELETED, "");
        } catch (RuntimeException e) {
            return new DeleteOutcome(file, DeleteOutcome.Kind.FAILED, sentence(e));
        }
    }

    static <T> T storing(Location place, Supplier<T> work) {
        try {
            return work.get();
        } catch (GateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed(place, e);
        }
    }

    static GateException failed(Location place, Exception e) {
        String why = e instanceof NotFoundException ? "The file does not exist." : sentence(e);
        return new GateException(Fault.STORAGE, place.toString(), why, e);
    }

    static String sentence(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.endsWith(".") ? message : message + ".";
    }
}
