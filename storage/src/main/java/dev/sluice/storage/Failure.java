/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;

/** What the operating system refused, in plain words. */
final class Failure {

    private Failure() {}

    /** @param act what was tried, as in "could not open" */
    static GateException of(String act, Location location, IOException cause) {
        return new GateException(
                Fault.STORAGE, location.toString(), "Could not %s it. %s".formatted(act, reason(cause)), cause);
    }

    /** For what went wrong when the file had its name already. */
    static GateException unanswered(String act, Location location, IOException cause) {
        return new GateException(
                Fault.UNANSWERED,
                location.toString(),
                "It was written, but could not be %s. %s".formatted(act, reason(cause)),
                cause);
    }

    static GateException of(String act, Location location, DirectoryIteratorException cause) {
        return of(act, location, Objects.requireNonNull(cause.getCause()));
    }

    static String reason(IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return "It does not exist.";
        }
        if (cause instanceof AccessDeniedException) {
            return "The user this process runs as lacks the permission.";
        }
        if (cause instanceof NotDirectoryException notFolder) {
            return "%s is not a folder.".formatted(notFolder.getFile());
        }
        if (cause instanceof FileAlreadyExistsException) {
            return "Something is there already.";
        }
        if (cause instanceof ClosedByInterruptException) {
            return "The thread was interrupted.";
        }
        String words = cause instanceof FileSystemException refused ? refused.getReason() : cause.getMessage();
        if (words == null || words.isBlank()) {
            return "The operating system gave no reason (%s)."
                    .formatted(cause.getClass().getSimpleName());
        }
        return words.startsWith("No space left")
                ? "The disk is full."
                : "The operating system says: %s.".formatted(words);
    }

    /** True if a failure says that there is nothing at a path, be it that something above it is a file. */
    static boolean meansAbsent(Path path, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return true;
        }
        // The system's words for "a part of the path is a file" depend on the language, so look for that file.
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above)) {
                return !Files.isDirectory(above);
            }
        }
        return false;
    }
}
