/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The store that these tests need: local files, and a count of what was left open. */
final class FolderStore implements Store {

    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger requests = new AtomicInteger();
    final AtomicLong largestRead = new AtomicLong();

    /** The write call that fails, counted from now; none if negative. */
    final AtomicInteger failingWrite = new AtomicInteger(-1);

    static Path path(Location location) {
        return Path.of(location.path());
    }

    @Override
    public StoreInput open(Location file) {
        try {
            FileChannel channel = FileChannel.open(path(file));
            long size = channel.size();
            open.incrementAndGet();
            return new Input(file, channel, size);
        } catch (IOException e) {
            throw new GateException(Fault.STORAGE, file.toString(), "It cannot be opened.", e);
        }
    }

    @Override
    public StoreOutput create(Location file) {
        try {
            Path unfinished = Path.of(file.path() + ".unfinished");
            FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            open.incrementAndGet();
            return new Output(file, unfinished, channel);
        } catch (IOException e) {
            throw new GateException(Fault.STORAGE, file.toString(), "It cannot be created.", e);
        }
    }

    private final class Input implements StoreInput {
        private final Location location;
        private final FileChannel channel;
        private final AtomicBoolean closed = new AtomicBoolean();
        private final long size;

        Input(Location location, FileChannel channel, long size) {
            this.location = location;
            this.channel = channel;
            this.size = size;
        }

        @Override
        public Location location() {
            return location;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            requests.incrementAndGet();
            largestRead.accumulateAndGet(target.remaining(), Math::max);
            try {
                long at = position;
                while (target.hasRemaining()) {
                    int count = channel.read(target, at);
                    if (count < 0) {
                        throw new GateException(Fault.STORAGE, location.toString(), "It ends at " + at + ".");
                    }
                    at += count;
                }
            } catch (IOException e) {
                throw new GateException(Fault.STORAGE, location.toString(), "It cannot be read.", e);
            }
        }

        @Override
        public void close() {
            try {
                if (closed.compareAndSet(false, true)) {
                    open.decrementAndGet();
                }
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final class Output implements StoreOutput {
        private final Location location;
        private final Path unfinished;
        private final FileChannel channel;
        private final AtomicBoolean closed = new AtomicBoolean();
        private long position;

        Output(Location location, Path unfinished, FileChannel channel) {
            this.location = location;
            this.unfinished = unfinished;
            this.channel = channel;
        }

        @Override
        public Location location() {
            return location;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(ByteBuffer bytes) {
            if (failingWrite.getAndDecrement() == 0) {
                throw new GateException(Fault.STORAGE, location.toString(), "The disk is full.");
            }
            try {
                while (bytes.hasRemaining()) {
                    position += channel.write(bytes);
                }
            } catch (IOException e) {
                throw new GateException(Fault.STORAGE, location.toString(), "It cannot be written.", e);
            }
        }

        @Override
        public StoredFile commit() {
            try {
                Files.createLink(path(location), unfinished);
                return find(location).orElseThrow();
            } catch (IOException e) {
                throw new GateException(Fault.STORAGE, location.toString(), "It cannot be put in place.", e);
            }
        }

        @Override
        public void close() {
            try {
                if (closed.compareAndSet(false, true)) {
                    open.decrementAndGet();
                }
                channel.close();
                Files.deleteIfExists(unfinished);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public List<StoredFile> unfinished(Location file) {
        return List.of();
    }

    @Override
    public Optional<StoredFile> find(Location file) {
        try {
            return Optional.of(new StoredFile(
                    file,
                    Bytes.of(Files.size(path(file))),
                    Files.getLastModifiedTime(path(file)).toInstant()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public Stream<StoredFile> list(Location folder) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stream<StoredFile> listFrom(Location folder, String from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Stream<Location> folders(Location folder) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean holds(Location folder) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PutOutcome putIfAbsent(Location file, byte[] content) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<DeleteOutcome> delete(List<Location> files) {
        throw new UnsupportedOperationException();
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
        throw new UnsupportedOperationException("A rewrite replaces no file: " + file);
    }
}
