/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import dev.sluice.benchmarks.EventTable.Entry;
import dev.sluice.core.store.Location;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The packed product looks at tables of very many files by their metadata alone, in a heap of 512 MiB: the files themselves
 * do not exist. Ten times the files may take ten times as long.
 */
final class AssessBenchmark {

    static final String NAME = "assess";

    private static final Map<String, String> HEAP = Map.of("JDK_JAVA_OPTIONS", "-Xmx512m");
    private static final int ICEBERG_SECONDS = 15;
    private static final int DELTA_SECONDS = 8;

    private final boolean quick;
    private final Path folder;
    private final PrintStream progress;
    private final Product product;
    private final Results results = new Results();

    AssessBenchmark(boolean quick, Path folder, PrintStream progress) throws IOException {
        this.quick = quick;
        this.folder = Files.createDirectories(folder.resolve(NAME));
        this.progress = progress;
        this.product = new Product(Path.of("sluice").toAbsolutePath(), this.folder);
    }

    Results run() throws IOException {
        product.seconds(HEAP, "runs"); // builds it where need be; what only a first start does is not to be measured
        int[] sizes = quick ? new int[] {1_000, 10_000, 100_000} : new int[] {10_000, 100_000, 1_000_000};
        iceberg(sizes);
        delta(sizes);
        return results;
    }

    private void iceberg(int[] sizes) throws IOException {
        double[] seconds = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            Path table = folder.resolve("iceberg-" + sizes[i]);
            if (!Files.exists(table)) {
                progress.println("writing an Iceberg table of %,d files ...".formatted(sizes[i]));
                ManyFilesTable.write(table, sizes[i]);
            }
            seconds[i] = seconds("iceberg:" + table, sizes[i]);
        }
        judge("Iceberg", sizes, seconds, ICEBERG_SECONDS);
    }

    private void delta(int[] sizes) throws IOException {
        double[] seconds = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            Path table = folder.resolve("delta-" + sizes[i]);
            if (!Files.exists(table)) {
                progress.println("writing a Delta table of %,d files ...".formatted(sizes[i]));
                List<Entry> entries = IntStream.range(0, sizes[i])
                        .mapToObj(n -> new Entry("%07d.parquet".formatted(n), 1_000_000, 100))
                        .toList();
                new EventTable(new LocalStore(), Location.local(table)).write(entries, 10);
            }
            seconds[i] = seconds("delta:" + table, sizes[i]);
        }
        judge("Delta", sizes, seconds, DELTA_SECONDS);
    }

    private double seconds(String table, int files) throws IOException {
        double[] walls = new double[quick ? 1 : 3];
        for (int round = 0; round < walls.length; round++) {
            progress.println("assessing %s ...".formatted(table));
            walls[round] = product.seconds(HEAP, "assess", table, "--json");
            if (!product.said().replace(" ", "").contains("\"files\":" + files)) {
                throw new IllegalStateException(
                        "It has not seen all of %,d files: %s".formatted(files, product.said()));
            }
        }
        return Timing.Spread.of(walls).median();
    }

    /** The most files against the limit, and each size against the one before it. */
    private void judge(String format, int[] sizes, double[] seconds, int limit) {
        int last = sizes.length - 1;
        for (int i = 0; i <= last; i++) {
            boolean isLimited = i == last && !quick;
            results.add(Figure.of(
                    NAME,
                    shape(format, sizes[i]),
                    "wall seconds",
                    isLimited ? "limit" : "",
                    seconds[i],
                    isLimited ? limit : seconds[i],
                    isLimited ? 1.0 : null));
        }
        for (int i = 1; i <= last; i++) {
            results.add(Figure.of(
                    NAME,
                    shape(format, sizes[i]),
                    "wall seconds",
                    "%,d files".formatted(sizes[i - 1]),
                    seconds[i],
                    seconds[i - 1],
                    (double) sizes[i] / sizes[i - 1]));
        }
    }

    private static String shape(String format, int files) {
        return "%s, %,d files".formatted(format, files);
    }
}
