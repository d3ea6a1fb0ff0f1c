/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/** The closed list of reasons that a verdict or a plan can give. */
public enum Code {
    SMALL_FILES(Work.COMPACT),
    DEGRADED_PARTITIONS(Work.COMPACT),
    DELETED_ROWS(Work.COMPACT),
    PENDING_FILES(Work.COMPACT),
    PENDING_BYTES(Work.COMPACT),
    MAX_WAIT(Work.COMPACT),
    VACUUM_ELIGIBLE(Work.REMOVE),
    STALE_VERSIONS(Work.EXPIRE),
    CRITICAL_FRAGMENT_EXPLOSION(Work.COMPACT),
    PERSISTENT_FRAGMENT_BLOAT(Work.COMPACT),
    HIGH_TOMBSTONE_RATIO(Work.COMPACT),
    NOMINAL(Work.NONE),
    NOTHING_TO_GAIN(Work.NONE),
    OWNER_MAINTAINS(Work.NONE),
    BUSY_PARTITION(Work.NONE);

    private final Work work;

    Code(Work work) {
        this.work = work;
    }

    /** The work that makes this complaint go away. */
    public Work work() {
        return work;
    }

    /** What can be done about a complaint. */
    public enum Work {
        COMPACT,
        EXPIRE,
        REMOVE,
        NONE
    }
}
