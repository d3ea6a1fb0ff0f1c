/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import java.time.Duration;
import java.time.Instant;

/**
 * Which old versions of a table a gate forgets: those that are older than a time and are not among the newest ones.
 *
 * @param keepFor a version younger than this is kept
 * @param retainLast so many of the newest versions are kept, whatever their age
 * @param onlyIfDegraded old versions ask for work only together with degraded partitions
 */
public record Expiry(RemovalMode mode, Duration keepFor, long retainLast, boolean onlyIfDegraded) {

    public Expiry {
        if (keepFor.isNegative() || retainLast < 1) {
            throw new IllegalArgumentException(
                    "Versions are kept for a time that is not negative, and at least one: %s, %d"
                            .formatted(keepFor, retainLast));
        }
    }

    public Instant cutoff(Instant now) {
        return now.minus(keepFor);
    }
}
