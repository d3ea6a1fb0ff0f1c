/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.health.Measure;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.OtherWriters;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Where;
import dev.sluice.core.policy.Window;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What of a policy the plan carries with it, so that it can be carried out and reported on without the policy.
 *
 * @param gate the name of the gate or preset
 * @param degradedFrom share of small files from which on a partition counts as degraded; empty where the policy does not
 *     look at each partition apart
 * @param expiry which old versions are forgotten, empty where that is left to others
 * @param where the partition filter as its owner wrote it
 * @param maxTime no new step starts once a run has gone on for this long
 * @param window no step starts outside it
 * @param proof what has to be proved of every rewrite before it is committed
 * @param otherWriters what the owner says of other writers; empty: nothing
 */
public record Intent(
        String gate,
        String preset,
        Mode mode,
        Bytes smallFile,
        Bytes target,
        OptionalDouble degradedFrom,
        Retention retention,
        RemovalMode vacuumMode,
        Optional<Expiry> expiry,
        Optional<String> where,
        Optional<Duration> maxTime,
        Optional<Window> window,
        Proof proof,
        Optional<OtherWriters> otherWriters) {

    static Intent of(Policy policy, Bytes smallFile, Bytes target) {
        return new Intent(
                policy.name(),
                policy.preset(),
                policy.mode(),
                smallFile,
                target,
                policy.degradedFrom(),
                policy.retention(),
                policy.vacuumMode(),
                policy.expiry(),
                policy.where().map(w -> w.text()),
                policy.pace().maxTime(),
                policy.pace().window(),
                policy.proof(),
                policy.otherWriters());
    }

    /** How to measure the table that the plan was made for, to say what became of it. */
    public Measure measureFor(TableState state, Instant now) {
        return new Measure(
                smallFile,
                OptionalDouble.empty(),
                where.map(text -> new Where(text).forTable(state, now)).orElse(partition -> true));
    }

    /** Why no new step may start by now, if so. */
    public Optional<String> reasonToStop(Instant startedAt, Instant now) {
        if (maxTime.isPresent() && Duration.between(startedAt, now).compareTo(maxTime.get()) >= 0) {
            return Optional.of("The run has gone on for %d min, and max-run-time is %d min."
                    .formatted(
                            Duration.between(startedAt, now).toMinutes(),
                            maxTime.get().toMinutes()));
        }
        return window.filter(hours -> !hours.contains(now))
                .map(hours -> "It is outside the window %s (UTC).".formatted(hours));
    }
}
