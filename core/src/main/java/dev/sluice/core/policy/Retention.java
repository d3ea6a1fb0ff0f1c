/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import java.time.Duration;
import java.time.Instant;

/**
 * For how long files that nothing refers to are kept.
 *
 * @param keepFor never less than {@link #FLOOR_OF_ORPHANS}
 */
public record Retention(Duration keepFor) {

    /**
     * 168 hours, for files that a version held once: readers and writers that are still running need what was current
     * when they began.
     */
    public static final Duration FLOOR = Duration.ofHours(168);

    /** 24 hours, for files that no version has ever held: a writer that is still running is about to commit them. */
    public static final Duration FLOOR_OF_ORPHANS = Duration.ofHours(24);

    public Retention {
        if (keepFor.compareTo(FLOOR_OF_ORPHANS) < 0) {
            throw new IllegalArgumentException(
                    "%d h is below the floor of %d h: readers and writers that are still running would lose files."
                            .formatted(keepFor.toHours(), FLOOR_OF_ORPHANS.toHours()));
        }
    }

    public Instant cutoff(Instant now) {
        return now.minus(keepFor);
    }
}
