/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.ArchivedInputs;
import dev.sluice.core.format.Discarding;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Narrowed;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.cleaning.Expiring;
import dev.sluice.iceberg.cleaning.Pruning;
import dev.sluice.iceberg.cleaning.Removing;
import dev.sluice.iceberg.compact.Compaction;
import dev.sluice.iceberg.compact.CompactionCommit;
import dev.sluice.iceberg.compact.LiveInputs;
import dev.sluice.iceberg.manifests.ManifestRewriting;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.rewrite.RewriteLimits;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Iceberg, as far as it is changed: merges, forgets and removes, with a plan that somebody said yes to. */
final class IcebergChanger implements TableChanger {

    private static final Logger LOG = LoggerFactory.getLogger(IcebergChanger.class);

    private final IcebergFormat format;
    private final RewriteLimits limits;
    private final Clock clock;

    IcebergChanger(IcebergFormat format, RewriteLimits limits, Clock clock) {
        this.format = format;
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage) {
        try {
            return compactNewest(approved.plan(), step, passage);
        } catch (GateException e) {
            if (e.fault() == Fault.VERSION_FORGOTTEN) { // nothing is read once something may be committed
                return new StepOutcome.Conflicted(e.reason());
            }
            throw e;
        }
    }

    private StepOutcome compactNewest(MaintenancePlan plan, Step.Compact step, Passage passage) {
        IcebergState state = format.newest(plan.table());
        if (!state.fingerprint().equals(plan.fingerprint())) {
            return new StepOutcome.Conflicted(
                    "The table's schema, partitioning or properties have changed since plan %s was made."
                            .formatted(plan.id()));
        }
        Narrowed narrowed = step.narrowedTo(state);
        if (narrowed.step().groups().isEmpty()) {
            return new StepOutcome.Conflicted(
                    "Another writer has changed every group of files that was to be rewritten.");
        }
        CompactionCommit commit = new CompactionCommit(state.iceberg(), passage.runId());
        LiveInputs inputs = LiveInputs.of(state, narrowed.step());
        if (inputs.areNone()) {
            return ArchivedInputs.nothingRead();
        }
        Compaction compaction =
                new Compaction(state, inputs, limits, plan.intent().proof(), passage);
        try {
            compaction.rewrite();
            compaction.dropped(narrowed.dropped());
            return commit.of(compaction);
        } finally {
            if (commit.isSurelyNotIn()) {
                cleanUp(state.iceberg(), compaction.written());
            }
        }
    }

    /** How the step ended is what is told; what cannot be cleaned up now is found by its name later. */
    private static void cleanUp(IcebergTable table, List<Location> written) {
        try {
            table.files().delete(written);
        } catch (GateException e) {
            LOG.debug("What was written and not committed could not be cleaned up", e);
        }
    }

    @Override
    public StepOutcome prune(ApprovedPlan approved, Step.Prune step, Passage passage) {
        TableRef table = approved.plan().table();
        return new Pruning(() -> format.newest(table), step, passage.runId()).run();
    }

    @Override
    public StepOutcome rewriteManifests(ApprovedPlan approved, Step.RewriteManifests step, Passage passage) {
        MaintenancePlan plan = approved.plan();
        return new ManifestRewriting(() -> format.newest(plan.table()), plan, step, passage.runId()).run();
    }

    @Override
    public StepOutcome expire(ApprovedPlan approved, Step.Expire step, Passage passage) {
        TableRef table = approved.plan().table();
        return new Expiring(() -> format.load(table), table, step, passage, clock.instant()).run();
    }

    @Override
    public StepOutcome remove(ApprovedPlan approved, Step.Remove step, Passage passage) {
        MaintenancePlan plan = approved.plan();
        TableRef table = plan.table();
        return new Removing(
                        () -> format.load(table),
                        table,
                        format.siblings(table),
                        plan.intent().retention(),
                        passage,
                        clock.instant())
                .remove(step);
    }

    @Override
    public StepOutcome discard(ApprovedPlan approved, Step.Discard step, Passage passage) {
        TableRef table = approved.plan().table();
        return Discarding.of(step, format.load(table).files(), planned -> format.traces(table, planned));
    }
}
