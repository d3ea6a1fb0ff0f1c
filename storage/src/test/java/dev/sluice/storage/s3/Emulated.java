/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Location;
import dev.sluice.emulator.S3Emulator;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Settings for a service of a test. */
final class Emulated {

    static final String BUCKET = "lake";

    /** Short enough for a test to see the end of. */
    static final S3Limits HASTY =
            new S3Limits(16, Duration.ofMillis(1_500), Duration.ofSeconds(4), Duration.ofMillis(5));

    /** As short as it can be without taking a busy machine for a silent service. */
    static final S3Limits IMPATIENT =
            new S3Limits(16, Duration.ofMillis(1_500), Duration.ofMillis(1_600), Duration.ofMillis(5));

    private Emulated() {}

    static Credentials keys() {
        return new Credentials.Static(
                secret("access", S3Emulator.ACCESS_KEY), secret("secret", S3Emulator.SECRET_KEY), Optional.empty());
    }

    static Secret secret(String name, String value) {
        return new Secret("${test:" + name + "}", () -> value);
    }

    static S3Storage storage(URI service) {
        return S3Storage.at(Location.parse("s3://"), keys()).on(service).within(HASTY);
    }

    /** A store that waits as long as it does in the product. */
    static S3Store patient(URI service) {
        return new S3Store(storage(service).within(S3Limits.DEFAULT));
    }

    static S3Store store(URI service) {
        return new S3Store(storage(service));
    }
}
