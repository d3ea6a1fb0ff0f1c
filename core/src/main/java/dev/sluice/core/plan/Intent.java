/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.health.Measure;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Where;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What of a policy the plan carries with it, so that it can be carried out and reported on without the policy.
 *
 * @param gate the name of the gate or preset
 * @param where the partition filter as its owner wrote it
 */
public record Intent(
        String gate,
        String preset,
        Mode mode,
        Bytes smallFile,
        Bytes target,
        Retention retention,
        RemovalMode vacuumMode,
        Optional<String> where) {

    static Intent of(Policy policy, Bytes smallFile, Bytes target) {
        return new Intent(
                policy.name(),
                policy.preset(),
                policy.mode(),
                smallFile,
                target,
                policy.retention(),
                policy.vacuumMode(),
                policy.where().map(w -> w.text()));
    }

    /** How to measure the table that the plan was made for, to say what became of it. */
    public Measure measureFor(TableState state, Instant now) {
        return new Measure(
                smallFile,
                OptionalDouble.empty(),
                where.map(text -> new Where(text).forTable(state.table(), state.partitionColumns(), now))
                        .orElse(partition -> true));
    }
}
