/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.store.Bytes;
import java.time.Duration;

/**
 * How fast a compaction is taken to be. An assumption to estimate with, and always named as one.
 *
 * @param perSecond bytes read, written and proved in a second
 * @param perFile what each file costs besides its bytes
 */
public record Throughput(Bytes perSecond, Duration perFile) {

    /** On the safe side of what {@code docs/reports/bench-compaction.md} has for two processors with the content check. */
    public static final Throughput STATED = new Throughput(Bytes.ofMebibytes(10), Duration.ofMillis(5));

    public Throughput {
        if (perSecond.count() <= 0) {
            throw new IllegalArgumentException("A throughput is at least one byte a second");
        }
    }

    public Duration estimate(Worth worth) {
        long millis = (long) Math.ceil(1000.0 * worth.bytesRewritten().count() / perSecond.count());
        return Duration.ofMillis(millis).plus(perFile.multipliedBy(worth.filesRewritten()));
    }

    @Override
    public String toString() {
        return "%s a second and %d ms a file".formatted(perSecond, perFile.toMillis());
    }
}
