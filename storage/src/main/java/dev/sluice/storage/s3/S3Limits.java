/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.storage.s3;

import java.time.Duration;

/**
 * How much is asked of a service at a time, and how long it is waited for.
 *
 * @param connections requests at a time, at most; fewer while the service throttles
 * @param silence how long a connection may stay silent before the request counts as unanswered
 * @param patience how long one call may take with all its repetitions
 * @param firstWait about how long to wait before the first repetition; each later one waits up to twice as long
 */
public record S3Limits(int connections, Duration silence, Duration patience, Duration firstWait) {

    public static final S3Limits DEFAULT =
            new S3Limits(64, Duration.ofSeconds(30), Duration.ofSeconds(90), Duration.ofMillis(100));

    public S3Limits {
        if (connections < 1 || connections > 1_000) {
            throw Settings.invalid("connections", "%d is not between 1 and 1000.".formatted(connections));
        }
        requirePositive("silence", silence);
        requirePositive("patience", patience);
        requirePositive("first-wait", firstWait);
    }

    private static void requirePositive(String key, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw Settings.invalid(key, "%s is no time to wait.".formatted(duration));
        }
    }
}
