/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.demo;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.ApprovalDesk;
import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Planner;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.delta.DeltaFormat;
import dev.sluice.rewrite.RewriteLimits;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A compaction that the demo's table has in its past: the gate's own, by a clock that is set back. */
final class EarlierCompaction {

    private final Store store;
    private final Clock clock;

    EarlierCompaction(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Compacts the table and gives the files that were replaced. */
    List<Location> compact(Location folder) {
        DeltaFormat format = new DeltaFormat(store, clock, RewriteLimits.ofThisMachine());
        TableRef table = new TableRef(format.name(), folder.toString());
        MaintenancePlan plan = plan(format.inspect(table));
        ApprovedPlan approved = ApprovalDesk.decide(plan, this::yes).approved().orElseThrow();
        TableChanger changer = format.changer();
        Change change = changer.compact(approved, (Step.Compact) plan.steps().get(0), new Unseen())
                .change()
                .orElseThrow();
        return change.removed().stream().map(folder::resolve).toList();
    }

    private MaintenancePlan plan(TableState state) {
        Instant now = clock.instant();
        Policy policy = Presets.named("delta-lake-table-health-gate").policy("demo", Map.of());
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, now));
        Evidence evidence = new Evidence(health, Trend.NONE, Pending.NONE, Leftovers.NONE, Expirable.NONE, now);
        return Planner.plan(
                new Planner.Findings(
                        state, health, policy.judge(state, evidence), Leftovers.NONE, Expirable.NONE, List.of(), now),
                policy);
    }

    private Answer yes(MaintenancePlan plan) {
        return new Answer(Answer.Kind.YES, "the demo", clock.instant(), plan.hash(), "");
    }

    /** A passage that nobody looks at. */
    private static final class Unseen implements Passage {
        @Override
        public String runId() {
            return "earlier";
        }

        @Override
        public void writes(Location file) {}

        @Override
        public boolean isProven(Bucket bucket) {
            return false;
        }

        @Override
        public void proves(Bucket bucket) {}

        @Override
        public void progress(String what, long done, long total) {}
    }
}
