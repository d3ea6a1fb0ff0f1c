/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Small files that have arrived since the last compaction and wait for the next one.
 *
 * @param oldest the event time of the oldest one, empty when none wait
 */
public record Pending(long files, Bytes bytes, Optional<Instant> oldest) {

    public static final Pending NONE = new Pending(0, Bytes.ZERO, Optional.empty());

    /** For how long the oldest file has waited; zero when none wait or its time lies ahead of the clock. */
    public Duration waited(Instant now) {
        return oldest.filter(now::isAfter)
                .map(since -> Duration.between(since, now))
                .orElse(Duration.ZERO);
    }
}
