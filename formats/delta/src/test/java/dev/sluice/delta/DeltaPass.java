/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
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
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes a Delta table through plan and compaction as the gate does, with a policy for which everything is due. */
final class DeltaPass {

    final DeltaFormat format;
    final TableRef table;
    final Clock clock;
    private final List<Location> written = new ArrayList<>();
    private String runId = "20261129T000000-test";
    private Runnable beforeWriting = () -> {};

    DeltaPass(Location location, Clock clock) {
        this.clock = clock;
        this.format = new DeltaFormat(new LocalStore(), clock, new RewriteLimits(2, Bytes.ofMebibytes(128)));
        this.table = new TableRef("delta", location.toString());
    }

    /** Something that another writer does after the plan was approved and before the commit. */
    DeltaPass meanwhile(Runnable other) {
        this.beforeWriting = other;
        return this;
    }

    DeltaPass as(String run) {
        this.runId = run;
        return this;
    }

    /** A plan by a policy for which everything is due. */
    MaintenancePlan plan() {
        return Overdue.plan(format, table, clock.instant());
    }

    /** A plan that removes all that is eligible and compacts nothing; empty where nothing is. */
    MaintenancePlan planRemoval() {
        Policy policy = Presets.named("delta-lake-table-health-gate")
                .policy("test", Map.of("vacuum_mode", "APPLY", "min_small_files", "1000000"));
        TableState state = format.inspect(table);
        Instant now = clock.instant();
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, now));
        Leftovers leftovers = leftovers();
        Evidence evidence = new Evidence(health, Trend.NONE, Pending.NONE, leftovers, Expirable.NONE, now);
        return Planner.plan(
                new Planner.Findings(
                        state, health, policy.judge(state, evidence), leftovers, Expirable.NONE, List.of(), now),
                policy);
    }

    Leftovers leftovers() {
        return format.leftovers(format.inspect(table), new Retention(Retention.FLOOR));
    }

    Removal remove(MaintenancePlan plan) {
        return format.changer()
                .remove(Overdue.approved(plan), (Step.Remove) plan.steps().get(0), passage())
                .removal()
                .orElseThrow();
    }

    StepOutcome compact(MaintenancePlan plan) {
        return format.changer()
                .compact(Overdue.approved(plan), (Step.Compact) plan.steps().get(0), passage());
    }

    Passage passage() {
        return new Passage() {
            @Override
            public String runId() {
                return runId;
            }

            @Override
            public void writes(Location file) {
                Runnable other = beforeWriting;
                beforeWriting = () -> {};
                other.run();
                written.add(file);
            }

            @Override
            public boolean isProven(Bucket bucket) {
                return false;
            }

            @Override
            public void proves(Bucket bucket) {}

            @Override
            public void progress(String what, long done, long total) {}
        };
    }

    /** Every file that was announced before it was written. */
    List<Location> written() {
        return List.copyOf(written);
    }
}
