/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import dev.sluice.benchmarks.EventTable.Entry;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.storage.LocalStore;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.storage.s3.S3Store;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The packed product on tables in an object store that takes 30 ms for each request: the emulator in this process behind a
 * proxy that delays and counts. Each command is a process of its own.
 */
final class ObjectStoreBenchmark implements AutoCloseable {

    static final String NAME = "object-store";

    private static final Duration DELAY = Duration.ofMillis(30);
    private static final int ROWS_OF_TINY_JOB = 12_000;
    private static final String[] GATE = {
        "--yes", "--set", "min_small_files=2", "--set", "other_writers=none-while-running"
    };

    private final boolean quick;
    private final Path folder;
    private final PrintStream progress;
    private final Product product;
    private final S3Emulator emulator = S3Emulator.inMemory("lake");
    private final FaultyProxy proxy = FaultyProxy.before(emulator.address()).delaying(DELAY);
    private final S3Store direct;
    private final Results results = new Results();

    ObjectStoreBenchmark(boolean quick, Path folder, PrintStream progress) throws IOException {
        this.quick = quick;
        this.folder = folder;
        this.progress = progress;
        this.product = new Product(
                Path.of("sluice").toAbsolutePath(), Files.createDirectories(folder.resolve("object-store")));
        this.direct = new S3Store(S3Storage.at(
                        Location.parse("s3://lake"),
                        new Credentials.Static(
                                new Secret("${emulator}", () -> S3Emulator.ACCESS_KEY),
                                new Secret("${emulator}", () -> S3Emulator.SECRET_KEY),
                                Optional.empty()))
                .on(emulator.address()));
    }

    Results run() throws IOException {
        assess();
        tinyJob();
        tinyFiles();
        return results;
    }

    /** A few small files, from the start of the program to a table that is committed and verified. */
    private void tinyJob() throws IOException {
        Shape shape = new Shape("tiny job", 5, ROWS_OF_TINY_JOB);
        Table table = table(shape, direct, Location.parse("s3://lake/tiny-job"));
        double[] walls = compact(table, "delta:s3://lake/tiny-job");
        limit(shape, "wall seconds", median(walls), 4);
        limit(shape, "requests", (double) proxy.count(), null);
    }

    /** Many tiny files: on the object store, and on this machine's disk. */
    private void tinyFiles() throws IOException {
        Shape shape = Shape.tiny(quick);
        Table remote = table(shape, direct, Location.parse("s3://lake/tiny"));
        double[] remoteWalls = compact(remote, "delta:s3://lake/tiny");
        double perFile = (double) proxy.requests().stream()
                        .filter(request -> request.target().matches("/lake/tiny/\\d{5}\\.parquet.*"))
                        .count()
                / shape.files();
        long requests = proxy.count();
        Path disk = Files.createDirectories(folder.resolve("object-store/tiny"));
        Table local = table(shape, new LocalStore(), Location.local(disk));
        double[] localWalls = compact(local, "delta:" + disk);

        results.add(Figure.of(
                NAME, shape.name(), "wall seconds", "local disk", median(remoteWalls), median(localWalls), 3.0));
        limit(shape, "requests per input file", perFile, 2);
        limit(shape, "requests", (double) requests, null);
    }

    /** A table of many files is assessed by its log alone. */
    private void assess() throws IOException {
        Shape shape = new Shape("10,000 files", 10_000, 100);
        long few = assess("few", 1_000).requests();
        Assessed many = assess("many", shape.files());
        limit(shape, "wall seconds of assess", many.seconds(), 5);
        results.add(Figure.of(
                NAME, shape.name(), "requests of assess", "1,000 files", (double) many.requests(), (double) few, 1.0));
    }

    /** How long an assessment took, and how many requests. */
    private record Assessed(double seconds, long requests) {}

    private Assessed assess(String name, int files) throws IOException {
        progress.println("assessing a table of %,d files ...".formatted(files));
        Location location = Location.parse("s3://lake/" + name);
        List<Entry> entries = IntStream.range(0, files)
                .mapToObj(i -> new Entry("%05d.parquet".formatted(i), 1_000_000, 100))
                .toList();
        new EventTable(direct, location).write(entries, 100);
        double[] walls = new double[rounds()];
        for (int round = 0; round < walls.length; round++) {
            proxy.forget();
            walls[round] = product.seconds(proxy.address(), "assess", "delta:" + location);
        }
        return new Assessed(median(walls), proxy.count());
    }

    /** A table, and its files. */
    private record Table(EventTable table, List<Entry> entries) {}

    private Table table(Shape shape, Store store, Location location) throws IOException {
        progress.println(shape + ": writing it to " + location + " ...");
        List<Entry> entries = new ArrayList<>();
        for (Path file : shape.filesBelow(folder.resolve("data"))) {
            byte[] content = Files.readAllBytes(file);
            String name = file.getFileName().toString();
            store.replace(location.resolve(name), content);
            entries.add(new Entry(name, content.length, shape.rows()));
        }
        return new Table(new EventTable(store, location), entries);
    }

    /** Compacts the table as often as there are rounds, each time as it was at first; the last round's requests stay. */
    private double[] compact(Table table, String address) throws IOException {
        double[] walls = new double[rounds()];
        for (int round = 0; round < walls.length; round++) {
            table.table().write(table.entries(), 1);
            progress.println("compacting %s ...".formatted(address));
            proxy.forget();
            List<String> command = new ArrayList<>(List.of("run", address));
            command.addAll(List.of(GATE));
            walls[round] = product.seconds(proxy.address(), command.toArray(String[]::new));
            if (!product.said().contains("compact")) {
                throw new IllegalStateException("Nothing was compacted: " + product.said());
            }
        }
        return walls;
    }

    private int rounds() {
        return quick ? 1 : 5;
    }

    /** A figure against a number that it must not exceed, if there is one. */
    private void limit(Shape shape, String measure, double value, @Nullable Integer most) {
        results.add(
                most == null
                        ? Figure.of(NAME, shape.name(), measure, "", value, value, null)
                        : Figure.of(NAME, shape.name(), measure, "limit", value, most, 1.0));
    }

    private static double median(double[] values) {
        return Timing.Spread.of(values).median();
    }

    @Override
    public void close() {
        direct.close();
        proxy.close();
        emulator.close();
    }
}
