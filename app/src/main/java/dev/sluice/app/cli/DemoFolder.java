/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that a demo lives in: one that this demo made, and takes away again unless it is to be kept. */
final class DemoFolder implements AutoCloseable {

    private static final int ATTEMPTS = 20;
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Path path;
    private final boolean kept;

    private DemoFolder(Path path, boolean kept) {
        this.path = path;
        this.kept = kept;
    }

    /**
     * @param keep null where the folder is not kept, empty where it is kept under a name of our own
     */
    static DemoFolder open(@Nullable String keep, Surroundings around) {
        try {
            if (keep == null || keep.isEmpty()) {
                return new DemoFolder(Files.createTempDirectory("sluice-demo-"), keep != null);
            }
            Path path = around.path(keep);
            Files.createDirectories(path);
            refuseIfFull(path);
            return new DemoFolder(path, true);
        } catch (IOException e) {
            throw new GateException(Fault.STORAGE, "--keep", "The demo's folder cannot be made: %s.".formatted(e), e);
        }
    }

    private static void refuseIfFull(Path path) throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            if (entries.findAny().isPresent()) {
                throw new GateException(Fault.USAGE, path.toString(), "A demo needs a new or empty folder.");
            }
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        if (kept) {
            return;
        }
        try {
            remove();
        } catch (IOException e) {
            throw new GateException(
                    Fault.STORAGE, path.toString(), "The demo's folder cannot be removed: %s.".formatted(e), e);
        }
    }

    /**
     * Removes what can be removed where the demo is stopped half way; nobody is left to be told of the rest. Whoever
     * still writes fails when the folder is gone, so a few attempts meet nobody any more.
     */
    void abandon() {
        for (int attempt = 0; attempt < ATTEMPTS && !kept; attempt++) {
            try {
                remove();
                Thread.sleep(PAUSE.toMillis());
            } catch (IOException e) {
                // Something was written meanwhile: the next attempt takes it too.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void remove() throws IOException {
        if (Files.exists(path)) {
            Files.walkFileTree(path, new Removal());
        }
    }

    /** Removes a folder with all that is in it. Links are removed, not followed. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) throws IOException {
            if (problem != null) {
                throw problem;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
