/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.engine;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.Step;

/** Something that can carry out a step of an approved plan. */
public interface Engine {

    String name();

    /**
     * Carries out one step.
     *
     * @param step one of the approved plan's own steps
     */
    StepOutcome carryOut(Step step, ApprovedPlan approved, Passage passage);
}
