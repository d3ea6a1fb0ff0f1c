/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Tables that other projects' writers made; they are copied before anything is done to them. */
final class TestTables {

    private static final Path DATA = Path.of(System.getProperty("sluice.root"), "..", "shared", "data");

    private TestTables() {}

    /** A copy of one table, in a folder of its own; skips the test where the collection is absent. */
    static Path copyOf(String table, Path scratch) throws IOException {
        assumeThat(DATA).as("tables made by other writers").isDirectory();
        Path copy = scratch.resolve(Path.of(table).getFileName().toString());
        copy(DATA.resolve(table), copy);
        return copy.toRealPath();
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
