/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.run.Status;
import java.util.Optional;

/** Whether a run plans once more: another writer was faster, or what it did itself has left new work. */
final class Replanning {

    /** How often an unattended run plans anew. */
    private static final int MOST = 3;

    private int plans;
    private boolean moves;
    private Optional<String> stale = Optional.empty();

    void planned(MaintenancePlan plan) {
        plans++;
        moves = plan.movesToCurrentPartitioning();
        stale = Optional.empty();
    }

    /** Notes that the newest plan no longer fits the table. */
    void foundStale(String reason) {
        stale = Optional.of(reason);
    }

    /** Why the newest plan no longer fits the table. */
    Optional<String> stale() {
        return stale;
    }

    /** Files that were moved to the table's current partitioning may lie beside small ones there, which no plan knew. */
    boolean mayHaveLeftWork(Status status, Policy policy) {
        return status == Status.COMPACTED && moves && policy.pace().maxBytes().isEmpty();
    }

    boolean isDue(Status status, Policy policy) {
        boolean hasReason = status == Status.CONFLICTED || mayHaveLeftWork(status, policy);
        return hasReason && policy.plansAnew() && plans <= MOST;
    }
}
