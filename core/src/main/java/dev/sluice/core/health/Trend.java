/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import java.time.Instant;

/**
 * What the last assessment measured and for how many in a row the table was bloated, so that a rule can ask "for how
 * long?".
 *
 * @param streak assessments in a row that found the table bloated and not shrinking
 * @param tombstonePercent 0 to 100
 */
public record Trend(int streak, long fragments, double tombstonePercent, Instant evaluatedAt) {

    public static final Trend NONE = new Trend(0, 0, 0, Instant.EPOCH);

    /**
     * The trend after one more assessment. Bloated and not shrinking in fragments or in tombstones adds one to the
     * streak; bloated but shrinking keeps it at least at one; not bloated ends it.
     */
    public Trend after(TableHealth health, Bloat bloat, Instant now) {
        return new Trend(nextStreak(health, bloat), health.files(), health.deletedPercent(), now);
    }

    private int nextStreak(TableHealth health, Bloat bloat) {
        if (!bloat.isReachedBy(health)) {
            return 0;
        }
        boolean shrinking = health.files() < fragments && health.deletedPercent() < tombstonePercent;
        return shrinking ? Math.max(1, streak) : streak + 1;
    }

    /** The trend after a compaction that was verified: the streak starts over. */
    public Trend afterCompaction(TableHealth health, Instant now) {
        return new Trend(0, health.files(), health.deletedPercent(), now);
    }
}
