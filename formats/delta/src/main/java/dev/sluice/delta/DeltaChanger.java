/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Store;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.rewrite.RewriteLimits;
import java.time.Clock;
import java.util.OptionalLong;

/** Delta Lake, as far as it is changed: merges files and commits that, with a plan that somebody said yes to. */
final class DeltaChanger implements TableChanger {

    private final Store store;
    private final KernelEngine engine;
    private final DeltaFormat format;
    private final RewriteLimits limits;
    private final Clock clock;

    DeltaChanger(Store store, KernelEngine engine, DeltaFormat format, RewriteLimits limits, Clock clock) {
        this.store = store;
        this.engine = engine;
        this.format = format;
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage) {
        MaintenancePlan plan = approved.plan();
        DeltaState state = format.load(plan.table(), OptionalLong.empty());
        plan.refuseIfStale(state);
        Compaction compaction = new Compaction(store, engine, state, limits, passage);
        CompactionCommit commit = new CompactionCommit(engine, state, clock);
        try {
            compaction.rewrite(step);
            return commit.of(compaction);
        } finally {
            if (commit.surelyNotIn()) {
                store.delete(compaction.written());
            }
        }
    }
}
