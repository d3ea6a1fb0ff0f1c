/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import dev.sluice.rewrite.RowMask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A shape of table: how many files of how many rows, and how many of each hundred rows are deleted. Its files are written
 * once and kept for the next run.
 */
record Shape(String name, FileMaker maker, int files, int rows, int deletedPercent) {

    private static final FileMaker EVENTS = new EventFile(CompressionCodecName.ZSTD);

    Shape(String name, int files, int rows) {
        this(name, EVENTS, files, rows, 0);
    }

    static Shape events(boolean quick) {
        return new Shape("A events", quick ? 20 : 100, 25_000);
    }

    static Shape snappyEvents(boolean quick) {
        return new Shape("A events, snappy", new EventFile(CompressionCodecName.SNAPPY), quick ? 20 : 100, 25_000, 0);
    }

    static Shape tiny(boolean quick) {
        return new Shape("B tiny", quick ? 300 : 2_000, 500);
    }

    static Shape wide(boolean quick) {
        return new Shape("C wide", new WideFile(), quick ? 3 : 50, quick ? 4_000 : 20_000, 0);
    }

    static Shape deletes(boolean quick) {
        return new Shape("D deletes", EVENTS, quick ? 20 : 100, 25_000, 5);
    }

    static Shape largePages(boolean quick) {
        return new Shape("Large pages", new LargePageFile(), quick ? 2 : 20, 1, 0);
    }

    /** The shape's files, in order; files of other seeds or rows lie in other folders. */
    List<Path> filesBelow(Path cache) throws IOException {
        Path folder = Files.createDirectories(cache.resolve(maker.name() + "-rows-" + rows));
        List<Path> paths = new ArrayList<>();
        for (int number = 0; number < files; number++) {
            Path path = folder.resolve("%05d.parquet".formatted(number));
            if (!Files.exists(path)) {
                Path unfinished = folder.resolve("unfinished");
                Files.deleteIfExists(unfinished);
                maker.write(unfinished, number, rows);
                Files.move(unfinished, path);
            }
            paths.add(path);
        }
        return paths;
    }

    /** The rows of a file that are deleted: others in each file, as deletes are in life. */
    RowMask mask(int number) {
        if (deletedPercent == 0) {
            return RowMask.none();
        }
        SplittableRandom random = new SplittableRandom(number);
        return RowMask.of(IntStream.range(0, rows)
                .filter(row -> random.nextInt(100) < deletedPercent)
                .asLongStream()
                .toArray());
    }

    @Override
    public String toString() {
        return "%s (%,d files of %,d rows)".formatted(name, files, rows);
    }
}
