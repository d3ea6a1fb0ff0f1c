/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An open local file; its size is the one it had when it was opened. */
final class LocalInput implements StoreInput {

    private final Location location;
    private final FileChannel channel;
    private final long size;

    private LocalInput(Location location, FileChannel channel, long size) {
        this.location = location;
        this.channel = channel;
        this.size = size;
    }

    static LocalInput open(Location location, Path path) {
        try {
            // A pipe would block for ever, and a folder opens without complaint until it is read.
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw new GateException(
                        Fault.STORAGE, location.toString(), "It cannot be read: it is no regular file.");
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            return new LocalInput(location, channel, channel.size());
        } catch (IOException e) {
            throw Failure.of("open", location, e);
        }
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
        int wanted = target.remaining();
        long at = position;
        try {
            while (target.hasRemaining()) {
                int count = channel.read(target, at);
                if (count < 0) {
                    throw new GateException(
                            Fault.STORAGE,
                            location.toString(),
                            "The file ends at byte %d, but %d bytes from %d on were to be read."
                                    .formatted(at, wanted, position));
                }
                at += count;
            }
        } catch (IOException e) {
            throw Failure.of("read", location, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw Failure.of("close", location, e);
        }
    }
}
