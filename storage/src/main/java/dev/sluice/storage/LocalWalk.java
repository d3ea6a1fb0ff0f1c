/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A walk over all files below one folder, which holds one open folder at a time and the names of those to come. */
final class LocalWalk implements Iterator<StoredFile>, Closeable {

    private final Deque<Path> folders = new ArrayDeque<>();
    private Path folder;
    private @Nullable DirectoryStream<Path> open;
    private @Nullable Iterator<Path> entries;
    private @Nullable StoredFile next;

    LocalWalk(Path root) {
        folders.add(root);
        folder = root;
    }

    @Override
    public boolean hasNext() {
        while (next == null && (entries != null || !folders.isEmpty())) {
            advance();
        }
        return next != null;
    }

    @Override
    public StoredFile next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        StoredFile file = next;
        next = null;
        return file;
    }

    private void advance() {
        if (entries == null) {
            folder = folders.removeLast();
            enter();
            return;
        }
        try {
            if (entries.hasNext()) {
                visit(entries.next());
            } else {
                close();
            }
        } catch (DirectoryIteratorException e) {
            throw Failure.of("list", Location.local(folder), e);
        }
    }

    @SuppressWarnings("StreamResourceLeak") // closed when its entries are through, and by close()
    private void enter() {
        try {
            open = Files.newDirectoryStream(folder);
            entries = open.iterator();
        } catch (IOException e) {
            if (!Failure.meansAbsent(folder, e)) {
                throw Failure.of("list", Location.local(folder), e);
            }
        }
    }

    private void visit(Path entry) {
        Optional<BasicFileAttributes> found = attributes(entry);
        if (found.isEmpty()) {
            return;
        }
        if (found.get().isDirectory()) {
            folders.addLast(entry);
        } else if (found.get().isRegularFile()) {
            nameOf(entry);
            next = storedFile(entry, found.get());
        }
    }

    /** What is at a path, without following a link; empty if it has vanished since its folder was read. */
    static Optional<BasicFileAttributes> attributes(Path entry) {
        try {
            return Optional.of(Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            if (Failure.meansAbsent(entry, e)) {
                return Optional.empty();
            }
            throw Failure.of("look at", Location.local(entry), e);
        }
    }

    static StoredFile storedFile(Path path, BasicFileAttributes found) {
        return new StoredFile(
                Location.local(path),
                Bytes.of(found.size()),
                found.lastModifiedTime().toInstant());
    }

    /**
     * The name of an entry. A name whose bytes are no text in the process's character set would be listed under another
     * name than a table's metadata has for it, and a live file would look unreferenced: such a folder is refused.
     */
    static String nameOf(Path entry) {
        String name = entry.getFileName().toString();
        if (name.indexOf('\uFFFD') >= 0) {
            throw new GateException(
                    Fault.STORAGE,
                    entry.toString(),
                    "The name of this file is no text in the character set of this process (%s)."
                            .formatted(System.getProperty("sun.jnu.encoding")));
        }
        return name;
    }

    @Override
    public void close() {
        DirectoryStream<Path> closing = open;
        open = null;
        entries = null;
        if (closing != null) {
            try {
                closing.close();
            } catch (IOException e) {
                throw Failure.of("list", Location.local(folder), e);
            }
        }
    }
}
