/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.emulator.FaultyProxy;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.storage.s3.Credentials;
import dev.sluice.storage.s3.S3Limits;
import dev.sluice.storage.s3.S3Storage;
import dev.sluice.storage.s3.S3Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A bucket of an S3 service in this process whose objects are the files of a folder: other writers and those who look at
 * what is there work on the folder, and the product on the service, through a proxy that can misbehave.
 */
final class LakeInAFolder implements AutoCloseable {

    private static final String BUCKET = "lake";

    private final Path folder;
    private final S3Emulator emulator;
    private final S3Store store;
    final FaultyProxy proxy;

    LakeInAFolder(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.emulator = S3Emulator.inFolder(folder, BUCKET);
        this.proxy = FaultyProxy.before(emulator.address());
        S3Limits hasty = new S3Limits(16, Duration.ofSeconds(1), Duration.ofSeconds(8), Duration.ofMillis(5));
        Credentials keys = new Credentials.Static(
                new Secret("${test:access}", () -> S3Emulator.ACCESS_KEY),
                new Secret("${test:secret}", () -> S3Emulator.SECRET_KEY),
                Optional.empty());
        this.store = new S3Store(S3Storage.at(Location.parse("s3://" + BUCKET + "/"), keys)
                .on(proxy.address())
                .within(hasty));
    }

    S3Store store() {
        return store;
    }

    /** The folder that holds the bucket's objects. */
    Path bucket() {
        return folder.resolve(BUCKET);
    }

    /** Where a folder of this machine lies by the service's account. */
    Location location(Path inBucket) {
        return Location.parse("s3://" + BUCKET + "/" + bucket().relativize(inBucket));
    }

    OnePassage passage(Orders orders) {
        return new OnePassage(orders, store, location(orders.folder()));
    }

    @Override
    public void close() {
        store.close();
        proxy.close();
        emulator.close();
    }
}
