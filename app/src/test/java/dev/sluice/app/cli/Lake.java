/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.delta.demo.DeltaDemo;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.storage.LocalStore;
import dev.sluice.storage.Stores;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A bucket of an S3 service in this process whose objects are files of a folder, behind a proxy that can misbehave. */
final class Lake implements AutoCloseable {

    private final Path bucket;
    private final S3Emulator emulator;
    final FaultyProxy proxy;

    Lake(Path folder) {
        this.bucket = folder.resolve("buckets/lake");
        this.emulator = S3Emulator.inFolder(made(folder.resolve("buckets")), "lake");
        this.proxy = FaultyProxy.before(emulator.address());
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forty small commits, made by the demo's own writer, as {@code s3://lake/NAME}. */
    Path writeDemo(String name) {
        Path table = bucket.resolve(name);
        new DeltaDemo(new LocalStore(), Clock.systemUTC()).write(Location.local(table), committed -> {});
        return table;
    }

    /** The stores of an owner who has configured this lake. */
    Stores stores() {
        return stores("s3://lake/", () -> S3Emulator.SECRET_KEY);
    }

    /** The same with another secret key. */
    Stores storesWith(Supplier<String> secretKey) {
        return stores("s3://lake/", secretKey);
    }

    /** The same for another bucket. */
    Stores storesOf(String prefix) {
        return stores(prefix, () -> S3Emulator.SECRET_KEY);
    }

    private Stores stores(String prefix, Supplier<String> secretKey) {
        Credentials keys = new Credentials.Static(
                new Secret("${env:LAKE_KEY}", () -> S3Emulator.ACCESS_KEY),
                new Secret("${env:LAKE_SECRET}", secretKey),
                Optional.empty());
        S3Limits hasty = new S3Limits(16, Duration.ofSeconds(2), Duration.ofSeconds(6), Duration.ofMillis(5));
        S3Storage storage =
                S3Storage.at(Location.parse(prefix), keys).on(proxy.address()).within(hasty);
        return new Stores(List.of(storage), Map.of());
    }

    /** Every file below a folder with its size and time. */
    static Map<String, String> snapshot(Path folder) {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    @Override
    public void close() {
        proxy.close();
        emulator.close();
    }
}
