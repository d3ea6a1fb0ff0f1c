/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The commit files of a log as one loading of a table sees them, each read from the store once: Kernel goes through the log
 * for the protocol and again for the files, and over a network each time costs a request for each commit. What stands in a
 * commit file never changes once it is there (PROTOCOL.md, "Delta Log Entries"), and what has come since is seen by whoever
 * loads the table anew. Large ones, and more than is to be held in all, are read each time.
 */
final class CommitFiles {

    static final int LARGEST = 1024 * 1024;
    static final long IN_ALL = 32L * 1024 * 1024;

    private static final Pattern COMMIT = Pattern.compile("\\d{20}\\.json");

    private final Store store;
    private final Map<Location, byte[]> held = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    CommitFiles(Store store) {
        this.store = store;
    }

    /** Opens any file; a commit file that was read before is not asked for again. */
    StoreInput open(Location file) {
        byte[] known = held.get(file);
        if (known != null) {
            return new Held(file, known);
        }
        StoreInput input = store.open(file);
        return read(input).<StoreInput>map(content -> new Held(file, content)).orElse(input);
    }

    /** The content of a commit file that is to be held, closed then; empty for every other one, which stays open. */
    private Optional<byte[]> read(StoreInput input) {
        boolean fits = COMMIT.matcher(input.location().name()).matches()
                && input.size() <= LARGEST
                && bytes.get() + input.size() <= IN_ALL;
        if (!fits) {
            return Optional.empty();
        }
        byte[] content = new byte[(int) input.size()];
        try (input) {
            input.readFully(0, ByteBuffer.wrap(content));
        }
        if (held.putIfAbsent(input.location(), content) == null) {
            bytes.addAndGet(content.length);
        }
        return Optional.of(content);
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
