/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.Step;

/** A table format, as far as it changes tables: every call needs a plan that somebody said yes to. */
public interface TableChanger {

    /**
     * Rewrites the groups of a step that still fit, and commits. Rows in equal rows out for every group, and the outputs are reopened,
     * before the commit.
     *
     * @throws GateException where nothing was committed and everything written was cleaned up
     */
    StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage);

    /**
     * Removes the files of a step that are still what they were when the plan was made, still older than the retention,
     * and still unreferenced in a fresh read of the table. What does not fit any longer stays.
     *
     * @throws GateException with {@code UNSAFE}, nothing deleted, if what the table refers to cannot
     *     be told for sure
     */
    StepOutcome remove(ApprovedPlan approved, Step.Remove step, Passage passage);

    /**
     * Forgets the versions of a step that may still be forgotten, and deletes what only they held: a version that has
     * become current, a branch's or a tag's, or has become one of the newest that are kept, stays. Nothing that a kept
     * version holds is deleted.
     *
     * @throws GateException with {@code UNSAFE}, nothing forgotten, if what the kept versions hold
     *     cannot be told for sure
     */
    StepOutcome expire(ApprovedPlan approved, Step.Expire step, Passage passage);

    /**
     * Takes the deletes of a step out of the table that still apply to no data file, in a commit on exactly the version
     * that this was found in. The others stay.
     *
     * @throws GateException where nothing was committed; always for a format that tells of no dangling deletes
     */
    default StepOutcome prune(ApprovedPlan approved, Step.Prune step, Passage passage) {
        throw new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                approved.plan().table().toString(),
                "Deletes that apply to nothing are taken out of Iceberg tables alone.");
    }

    /**
     * Rewrites into fewer those manifests of a step that the table still has, and those that this run's own commits have
     * made, if that still pays. The table must list the same data files afterwards, each as it was; this is read back
     * before the commit.
     *
     * @throws GateException where nothing was committed; always for a format without manifests
     */
    default StepOutcome rewriteManifests(ApprovedPlan approved, Step.RewriteManifests step, Passage passage) {
        throw new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                approved.plan().table().toString(),
                "Manifests are rewritten in Iceberg tables alone.");
    }

    /** Takes away what an earlier run of ours wrote, if nothing in the table has ever referred to it. */
    StepOutcome discard(ApprovedPlan approved, Step.Discard step, Passage passage);
}
