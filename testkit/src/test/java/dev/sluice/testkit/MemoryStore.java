/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

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
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A store without folders and without a disk, which counts the outputs that nobody has closed. */
final class MemoryStore implements Store {

    private static final Comparator<StoredFile> BY_NAME_IN_UTF_8 = Comparator.comparing(
            file -> file.location().name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final Map<Location, Entry> files = new ConcurrentSkipListMap<>();
    final AtomicInteger open = new AtomicInteger();

    private record Entry(ByteBuffer content, Instant modifiedAt) {}

    private static StoredFile stored(Location file, Entry entry) {
        return new StoredFile(file, Bytes.of(entry.content.limit()), entry.modifiedAt);
    }

    private static Entry entry(byte[] content) {
        return new Entry(ByteBuffer.wrap(content.clone()).asReadOnlyBuffer(), Instant.now());
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        return files.entrySet().stream()
                .filter(e -> folder.contains(e.getKey()))
                .map(e -> stored(e.getKey(), e.getValue()));
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        byte[] first = from.getBytes(StandardCharsets.UTF_8);
        return list(folder)
                .filter(file -> file.location().parent().equals(folder))
                .filter(file ->
                        Arrays.compareUnsigned(file.location().name().getBytes(StandardCharsets.UTF_8), first) >= 0)
                .sorted(BY_NAME_IN_UTF_8);
    }

    @Override
    public Stream<Location> folders(Location folder) {
        return list(folder)
                .map(file -> folder.relativize(file.location()))
                .filter(path -> path.indexOf('/') > 0)
                .map(path -> path.substring(0, path.indexOf('/')))
                .distinct()
                .sorted(Comparator.comparing(name -> name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned))
                .map(folder::resolve);
    }

    /** Nothing is ever left: what was not committed is not in the store. */
    @Override
    public List<StoredFile> unfinished(Location file) {
        return List.of();
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        return Optional.ofNullable(files.get(file)).map(entry -> stored(file, entry));
    }

    @Override
    public boolean holds(Location folder) {
        try (Stream<StoredFile> below = list(folder)) {
            return below.findAny().isPresent();
        }
    }

    @Override
    public StoreInput open(Location file) {
        Entry entry = files.get(file);
        if (entry == null) {
            throw new GateException(Fault.STORAGE, file.toString(), "It does not exist.");
        }
        open.incrementAndGet();
        return new Input(file, entry.content);
    }

    @Override
    public StoreOutput create(Location file) {
        open.incrementAndGet();
        return new Output(file);
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        return files.putIfAbsent(file, entry(content)) == null ? PutOutcome.CREATED : PutOutcome.EXISTS;
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
        files.put(file, entry(content));
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> doomed) {
        return doomed.stream()
                .map(file -> new DeleteOutcome(
                        file, files.remove(file) == null ? DeleteOutcome.Kind.ABSENT : DeleteOutcome.Kind.DELETED, ""))
                .toList();
    }

    /** An open file. */
    private final class Input implements StoreInput {
        private final Location location;
        private final ByteBuffer content;

        Input(Location location, ByteBuffer content) {
            this.location = location;
            this.content = content;
        }

        @Override
        public Location location() {
            return location;
        }

        @Override
        public long size() {
            return content.limit();
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            if (position + target.remaining() > content.limit()) {
                throw new GateException(
                        Fault.STORAGE,
                        location.toString(),
                        "%d bytes from %d on are not there.".formatted(target.remaining(), position));
            }
            target.put(content.slice((int) position, target.remaining()));
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    /** A file that is being written. */
    private final class Output implements StoreOutput {
        private final Location location;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        Output(Location location) {
            this.location = location;
        }

        @Override
        public Location location() {
            return location;
        }

        @Override
        public long position() {
            return content.size();
        }

        @Override
        public void write(ByteBuffer bytes) {
            while (bytes.hasRemaining()) {
                content.write(bytes.get());
            }
        }

        @Override
        public StoredFile commit() {
            if (putIfAbsent(location, content.toByteArray()) == PutOutcome.EXISTS) {
                throw new GateException(Fault.STORAGE, location.toString(), "It is there already.");
            }
            return find(location).orElseThrow();
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
