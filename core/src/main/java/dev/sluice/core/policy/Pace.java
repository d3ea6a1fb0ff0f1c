/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import dev.sluice.core.store.Bytes;
import java.time.Duration;
import java.util.Optional;

/**
 * How gently a gate works.
 *
 * @param commitBytes at most this much is rewritten in one commit
 * @param maxBytes at most this much is rewritten in one run; the next run goes on with the rest
 * @param maxTime no new step starts once a run has gone on for this long
 * @param quiet partitions that changed within this time are left for later
 * @param window no step starts outside it
 * @param yields on a conflict, plan again what the other writer left
 */
public record Pace(
        Bytes commitBytes,
        Optional<Bytes> maxBytes,
        Optional<Duration> maxTime,
        Optional<Duration> quiet,
        Optional<Window> window,
        boolean yields) {

    public static final Bytes DEFAULT_COMMIT_BYTES = Bytes.ofGibibytes(20);

    /** One commit per 20 GiB, no other limits, and giving way. */
    public static final Pace DEFAULT = new Pace(
            DEFAULT_COMMIT_BYTES, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), true);

    /** What one group of files may hold, so that it fits into a commit and into a run. */
    public Bytes groupBytes() {
        return maxBytes.filter(most -> most.isSmallerThan(commitBytes)).orElse(commitBytes);
    }
}
