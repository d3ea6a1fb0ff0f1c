/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A shape of table: how many files of how many rows. Its files are written once and kept for the next run. */
record Shape(String name, int files, int rows) {

    static Shape events(boolean quick) {
        return new Shape("A events", quick ? 20 : 100, 25_000);
    }

    static Shape tiny(boolean quick) {
        return new Shape("B tiny", quick ? 300 : 2_000, 500);
    }

    /** The shape's files, in order; files of other seeds or rows lie in other folders. */
    List<Path> filesBelow(Path cache) throws IOException {
        Path folder = Files.createDirectories(cache.resolve("events-1-rows-" + rows));
        List<Path> paths = new ArrayList<>();
        for (int number = 0; number < files; number++) {
            Path path = folder.resolve("%05d.parquet".formatted(number));
            if (!Files.exists(path)) {
                Path unfinished = folder.resolve("unfinished");
                Files.deleteIfExists(unfinished);
                new EventFile(number, rows).write(unfinished);
                Files.move(unfinished, path);
            }
            paths.add(path);
        }
        return paths;
    }

    @Override
    public String toString() {
        return "%s (%,d files of %,d rows)".formatted(name, files, rows);
    }
}
