/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoredFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit files of a log as one loading of a table sees them, each read from the store once: Kernel goes through the log
 * for the protocol and again for the files, and over a network each time costs a request for each commit. What stands in a
 * commit file never changes once it is there (PROTOCOL.md, "Delta Log Entries"), and what has come since is seen by whoever
 * loads the table anew. Large ones, and more than is to be held in all, are read each time.
 *
 * <p>Over a network the waiting is longer than the reading, so whoever opens a commit file there has the next older ones
 * read beside it, as far as listings have shown them: a log is read backwards. All of them are read, or given up, before the
 * file is opened; none is still on its way later. One that could not be read ahead is read again when it is opened, and what
 * is wrong with it is told then.
 */
final class CommitFiles {

    static final int LARGEST = 1024 * 1024;
    static final long IN_ALL = 32L * 1024 * 1024;

    /** So many are read beside each other; a store's client has no more connections. */
    static final int AT_ONCE = 16;

    private static final Logger LOG = LoggerFactory.getLogger(CommitFiles.class);

    private static final Pattern COMMIT = Pattern.compile("\\d{20}\\.json");

    private final Store store;
    private final Map<Location, byte[]> held = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final NavigableMap<String, StoredFile> shown = new TreeMap<>();

    CommitFiles(Store store) {
        this.store = store;
    }

    /** Takes note of a file that a listing has shown; it may be read before it is opened, if its store is across a network. */
    synchronized void shown(StoredFile file) {
        boolean mayBeReadAhead = !file.location().isLocal()
                && COMMIT.matcher(file.location().name()).matches()
                && file.size().count() <= LARGEST
                && !held.containsKey(file.location());
        if (mayBeReadAhead) {
            shown.put(file.location().toString(), file);
        }
    }

    /** Opens any file; a commit file that was read before is not asked for again. */
    StoreInput open(Location file) {
        if (!held.containsKey(file)) {
            readAhead(file);
        }
        byte[] known = held.get(file);
        if (known != null) {
            return new Held(file, known);
        }
        StoreInput input = store.open(file);
        return read(input).<StoreInput>map(content -> new Held(file, content)).orElse(input);
    }

    /** Reads a file that was shown and those before it, and waits for all of them. */
    private void readAhead(Location newest) {
        List<Location> files = next(newest);
        if (files.size() < 2) {
            return;
        }
        CompletableFuture<?>[] reading = files.stream()
                .map(file -> CompletableFuture.runAsync(() -> readAlone(file), CommitFiles::beside))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(reading).join();
    }

    /** What is to be read now; none of it is read ahead a second time. */
    private synchronized List<Location> next(Location newest) {
        List<Location> files = new ArrayList<>();
        if (!shown.containsKey(newest.toString())) {
            return files;
        }
        long room = IN_ALL - bytes.get();
        Iterator<StoredFile> older =
                shown.headMap(newest.toString(), true).descendingMap().values().iterator();
        while (older.hasNext() && files.size() < AT_ONCE) {
            StoredFile file = older.next();
            room -= file.size().count();
            if (room < 0) {
                break;
            }
            files.add(file.location());
            older.remove();
        }
        return files;
    }

    private void readAlone(Location file) {
        try (StoreInput input = store.open(file)) {
            Optional<byte[]> ignored = read(input);
        } catch (RuntimeException e) {
            LOG.debug("{} was not read ahead", file, e);
        }
    }

    private static void beside(Runnable reading) {
        Thread thread = new Thread(reading, "reads a log");
        thread.setDaemon(true);
        thread.start();
    }

    /** The content of a commit file that is to be held, closed then; empty for every other one, which stays open. */
    private Optional<byte[]> read(StoreInput input) {
        boolean fits =
                COMMIT.matcher(input.location().name()).matches() && input.size() <= LARGEST && takesRoom(input.size());
        if (!fits) {
            return Optional.empty();
        }
        boolean holds = false;
        try (input) {
            byte[] content = new byte[(int) input.size()];
            input.readFully(0, ByteBuffer.wrap(content));
            holds = held.putIfAbsent(input.location(), content) == null;
            return Optional.of(content);
        } finally {
            if (!holds) {
                bytes.addAndGet(-input.size());
            }
        }
    }

    private boolean takesRoom(long size) {
        long before = bytes.getAndUpdate(taken -> taken + size <= IN_ALL ? taken + size : taken);
        return before + size <= IN_ALL;
    }

    /** A file of which the content is held. */
    private static final class Held implements StoreInput {

        private final Location location;
        private final byte[] content;

        Held(Location location, byte[] content) {
            this.location = location;
            this.content = content;
        }

        @Override
        public Location location() {
            return location;
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            int length = target.remaining();
            if (position < 0 || position + length > content.length) {
                throw new GateException(
                        Fault.STORAGE,
                        location.toString(),
                        "The file ends at byte %d, but %d bytes from %d on were to be read."
                                .formatted(content.length, length, position));
            }
            target.put(content, (int) position, length);
        }

        @Override
        public void close() {}
    }
}
