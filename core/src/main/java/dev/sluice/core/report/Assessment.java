/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What was measured of a table and what the policy says of it.
 *
 * @param smallFile the limit below which a file counted as small
 * @param target the size that compaction would write towards
 * @param objections why the table must not be changed
 */
public record Assessment(
        TableRef table,
        Policy policy,
        TableHealth health,
        Trend trend,
        Verdict verdict,
        Bytes smallFile,
        Bytes target,
        List<Objection> objections,
        Instant evaluatedAt) {

    public Assessment {
        objections = List.copyOf(objections);
    }

    public boolean needsCompaction() {
        return verdict.asksFor(Code.Work.COMPACT);
    }

    /** What compacting the degraded partitions is worth, where the policy looks at each partition apart. */
    public Optional<Scorecard> scorecard() {
        return policy.degradedFrom().isEmpty()
                ? Optional.empty()
                : Optional.of(Scorecard.of(health, policy.degradedFrom().getAsDouble(), target));
    }

    /** Partitions that the policy would compact. */
    public long compactablePartitions() {
        return health.partitions().stream()
                .filter(p -> policy.selects(p, target))
                .count();
    }
}
