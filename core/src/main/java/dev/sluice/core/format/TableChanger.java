/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.plan.Step;

/** A table format, as far as it changes tables: every call needs a plan that somebody said yes to. */
public interface TableChanger {

    /**
     * Rewrites the groups of a step and commits. Rows in equal rows out for every group, and the outputs are reopened,
     * before the commit.
     *
     * @throws dev.sluice.core.fault.GateException where nothing was committed and everything written was cleaned up
     */
    StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage);
}
