/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store.PutOutcome;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.UUID;

/** A local file under construction: a hidden file in the final one's folder, which is gone when this is closed. */
final class LocalOutput implements StoreOutput {

    /** In bytes; file systems allow 255, of which the rest of a temporary name takes its part. */
    private static final int LONGEST_NAME = 200;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Location location;
    private final Path folder;
    private final Path target;
    private final Path temporary;
    private final FileChannel channel;
    private final Disk disk;
    private long position;

    private LocalOutput(Location location, Path folder, Path target, Path temporary, FileChannel channel, Disk disk) {
        this.location = location;
        this.folder = folder;
        this.target = target;
        this.temporary = temporary;
        this.channel = channel;
        this.disk = disk;
    }

    /** The two calls after which a file has its name. */
    interface Disk {

        Disk REAL = new Disk() {};

        default void link(Path name, Path file) throws IOException {
            Files.createLink(name, file);
        }

        default void sync(Path folder) throws IOException {
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    /** How the names of a file under construction begin: hidden, then the final name as far as there is room for it. */
    static String temporaryPrefix(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        String stem = bytes.length <= LONGEST_NAME
                ? name
                : UUID.nameUUIDFromBytes(bytes).toString();
        return "." + stem + ".";
    }

    static LocalOutput begin(Location location, Path target, Disk disk) {
        Path folder = target.getParent();
        if (folder == null) {
            throw Failure.of("create", location, new FileAlreadyExistsException(target.toString()));
        }
        Path temporary = target.resolveSibling(
                temporaryPrefix(location.name()) + HexFormat.of().toHexDigits(RANDOM.nextLong()) + ".sluice-tmp");
        try {
            createFolder(folder, disk);
            // Opened by name, not by createTempFile, which would make it unreadable for every other user.
            FileChannel channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new LocalOutput(location, folder, target, temporary, channel, disk);
        } catch (IOException e) {
            throw Failure.of("create", location, e);
        }
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
        try {
            while (bytes.hasRemaining()) {
                position += channel.write(bytes);
            }
        } catch (IOException e) {
            throw Failure.of("write", location, e);
        }
    }

    @Override
    public StoredFile commit() {
        if (commitIfAbsent() == PutOutcome.EXISTS) {
            throw new GateException(
                    Fault.STORAGE, location.toString(), "A file of this name is there already; it was left as it is.");
        }
        try {
            return new StoredFile(
                    location,
                    Bytes.of(position),
                    Files.getLastModifiedTime(target).toInstant());
        } catch (IOException e) {
            throw Failure.unanswered("looked at", location, e);
        }
    }

    PutOutcome commitIfAbsent() {
        try {
            finishWriting();
        } catch (IOException e) {
            throw Failure.of("create", location, e);
        }
        if (!link()) {
            return PutOutcome.EXISTS;
        }
        try {
            Files.deleteIfExists(temporary);
            disk.sync(folder);
        } catch (IOException e) {
            throw Failure.unanswered("made safe against a power failure", location, e);
        }
        return PutOutcome.CREATED;
    }

    /** Gives the file its final name, or returns false if that name is taken by another. */
    private boolean link() {
        try {
            disk.link(target, temporary);
            return true;
        } catch (FileAlreadyExistsException e) {
            return hasItsName();
        } catch (UnsupportedOperationException | IOException e) {
            if (hasItsName()) {
                return true;
            }
            throw new GateException(
                    Fault.STORAGE,
                    location.toString(),
                    "Could not name it by a hard link, without which two writers cannot be kept apart. %s"
                            .formatted(
                                    e instanceof IOException refused
                                            ? Failure.reason(refused)
                                            : "This file system has no hard links."),
                    e);
        }
    }

    /** Over a network, the answer to a link that was made may be lost, and the second attempt finds the name taken. */
    private boolean hasItsName() {
        try {
            return Files.isSameFile(temporary, target);
        } catch (IOException e) {
            return false;
        }
    }

    void commitReplacing() {
        try {
            finishWriting();
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Failure.of("replace", location, e);
        }
        try {
            disk.sync(folder);
        } catch (IOException e) {
            throw Failure.unanswered("made safe against a power failure", location, e);
        }
    }

    private void finishWriting() throws IOException {
        channel.force(true);
        channel.close();
    }

    @Override
    public void close() {
        try {
            try {
                channel.close();
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw Failure.of("discard", location, e);
        }
    }

    /** Creates a folder and those above it, so that they outlast a power failure as the file in them does. */
    private static void createFolder(Path folder, Disk disk) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            createFolder(parent, disk);
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw new NotDirectoryException(folder.toString());
            }
        }
        if (parent != null) {
            disk.sync(parent);
        }
    }
}
