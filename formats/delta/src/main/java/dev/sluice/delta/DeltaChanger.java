/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

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
import dev.sluice.core.store.Store;
import dev.sluice.core.table.Objection;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.rewrite.RewriteLimits;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delta Lake, as far as it is changed: merges files and commits that, with a plan that somebody said yes to. */
final class DeltaChanger implements TableChanger {

    private static final Logger LOG = LoggerFactory.getLogger(DeltaChanger.class);

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
        if (!state.fingerprint().equals(plan.fingerprint())) {
            return new StepOutcome.Conflicted(
                    "The table's schema, partitioning or properties have changed since plan %s was made."
                            .formatted(plan.id()));
        }
        refuseOverwritingWriters(state, plan);
        Narrowed narrowed = step.narrowedTo(state);
        if (narrowed.step().groups().isEmpty()) {
            return new StepOutcome.Conflicted(
                    "Another writer has changed every group of files that was to be rewritten.");
        }
        LiveInputs inputs = LiveInputs.of(store, state, narrowed.step());
        if (inputs.areNone()) {
            return ArchivedInputs.nothingRead();
        }
        new PutProbe(store, passage).prove(state.location());
        Compaction compaction = new Compaction(
                store, engine, state, inputs, limits, plan.intent().proof(), passage);
        CompactionCommit commit = new CompactionCommit(engine, state, clock);
        try {
            compaction.rewrite();
            compaction.dropped(narrowed.dropped());
            return commit.of(compaction);
        } catch (GateException e) {
            boolean couldNotRead = e.fault() == Fault.TABLE_DAMAGED || e.fault() == Fault.STORAGE;
            if (couldNotRead && commit.surelyNotIn() && isOvertaken(narrowed.step(), plan, e)) {
                return new StepOutcome.Conflicted(
                        "Another writer has replaced files of the plan while they were read: " + e.reason());
            }
            throw e;
        } finally {
            if (commit.surelyNotIn()) {
                cleanUp(compaction.written());
            }
        }
    }

    /** True if files that could not be read are not the table's any longer, and so may rightly be gone. */
    private boolean isOvertaken(Step.Compact step, MaintenancePlan plan, GateException damage) {
        try {
            return !step.narrowedTo(format.load(plan.table(), OptionalLong.empty()))
                    .dropped()
                    .isEmpty();
        } catch (GateException e) {
            damage.addSuppressed(e);
            return false;
        }
    }

    /** What cannot be deleted now is in the journal, and a later run's to discard; the reason we are here goes first. */
    private void cleanUp(List<Location> written) {
        try {
            store.delete(written);
        } catch (GateException e) {
            LOG.debug("What was written and not committed could not be cleaned up", e);
        }
    }

    @Override
    public StepOutcome remove(ApprovedPlan approved, Step.Remove step, Passage passage) {
        MaintenancePlan plan = approved.plan();
        refuseOverwritingWriters(format.load(plan.table(), OptionalLong.empty()), plan);
        return new Removing(store, engine, format, clock)
                .remove(plan.table(), plan.intent().retention(), step, passage);
    }

    /** The plan may be older than the first commit of a writer of whom its owner has said nothing. */
    private static void refuseOverwritingWriters(DeltaState state, MaintenancePlan plan) {
        if (plan.intent().otherWriters().isPresent()) {
            return;
        }
        for (Objection objection : state.objections()) {
            if (objection.kind() == Objection.Kind.WRITERS_MAY_OVERWRITE) {
                throw new GateException(Fault.UNSAFE, state.table().toString(), objection.text());
            }
        }
    }

    @Override
    public StepOutcome expire(ApprovedPlan approved, Step.Expire step, Passage passage) {
        throw new GateException(
                Fault.UNSAFE,
                approved.plan().table().toString(),
                "The log of a Delta table is left to the table's own writers; Sluice expires none of its versions.");
    }

    /** The files have the name of a run of ours, and no version of the table that the log still knows has held them. */
    @Override
    public StepOutcome discard(ApprovedPlan approved, Step.Discard step, Passage passage) {
        return Discarding.of(
                step, store, planned -> format.traces(approved.plan().table(), planned));
    }
}
