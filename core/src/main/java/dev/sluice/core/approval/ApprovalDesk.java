/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.MaintenancePlan;
import java.util.Optional;

/** The one place where a plan becomes an approved plan: only for an explicit yes to exactly that plan. */
public final class ApprovalDesk {

    private ApprovalDesk() {}

    /**
     * Asks, and grants where the answer is yes.
     *
     * @throws GateException with {@code PLAN_STALE} if the yes was given to another plan
     */
    public static Decision decide(MaintenancePlan plan, Approver approver) {
        Answer answer = approver.ask(plan);
        if (answer.kind() != Answer.Kind.YES) {
            return new Decision(answer, Optional.empty());
        }
        if (!answer.planHash().equals(plan.hash())) {
            throw new GateException(
                    Fault.PLAN_STALE,
                    plan.table().toString(),
                    "%s approved another plan than %s.".formatted(answer.by(), plan.id()));
        }
        return new Decision(answer, Optional.of(ApprovedPlan.grant(plan, answer)));
    }
}
