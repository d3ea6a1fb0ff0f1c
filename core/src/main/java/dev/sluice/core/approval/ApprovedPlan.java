/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import dev.sluice.core.plan.MaintenancePlan;

/** A plan that somebody said yes to. Holding one is the only way to change a table. */
public final class ApprovedPlan {

    private final MaintenancePlan plan;
    private final Answer answer;

    private ApprovedPlan(MaintenancePlan plan, Answer answer) {
        this.plan = plan;
        this.answer = answer;
    }

    /** Only for {@link ApprovalDesk}, which has checked the answer. */
    static ApprovedPlan grant(MaintenancePlan plan, Answer answer) {
        return new ApprovedPlan(plan, answer);
    }

    public MaintenancePlan plan() {
        return plan;
    }

    /** Who said yes, and when. */
    public Answer answer() {
        return answer;
    }
}
