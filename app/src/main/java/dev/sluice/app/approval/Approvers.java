/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.approval;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Mode;
import java.time.Clock;

/** The approvers that answer without being asked anything. */
public final class Approvers {

    private Approvers() {}

    /** The caller's own yes: they named this plan, or said yes beforehand. */
    public static Approver caller(String name, Clock clock) {
        return approves(name, "", clock);
    }

    /** A person's yes to the plan that a run waits with. */
    public static Approver approves(String name, String reason, Clock clock) {
        return plan -> new Answer(Answer.Kind.YES, name, clock.instant(), plan.hash(), reason);
    }

    /** A person's no to the plan that a run waits with. */
    public static Approver declines(String name, String reason, Clock clock) {
        return plan -> new Answer(Answer.Kind.NO, name, clock.instant(), plan.hash(), reason);
    }

    /** Who answers where nobody can be asked at once: what the mode says. */
    public static Approver unattended(Mode mode, Clock clock) {
        return switch (mode) {
            case PLAN -> nobody(clock);
            case ASK -> somebodyLater(clock);
            case AUTO -> policy(clock);
        };
    }

    /** The gate's own policy, on record as {@code policy:GATE}. */
    public static Approver policy(Clock clock) {
        return plan -> answer(Answer.Kind.YES, "policy:" + plan.intent().gate(), plan, clock);
    }

    /** A gate that only plans asks nobody. */
    public static Approver nobody(Clock clock) {
        return plan -> answer(Answer.Kind.NOT_ASKED, "", plan, clock);
    }

    /** A person has to answer and none is here: the run waits. */
    public static Approver somebodyLater(Clock clock) {
        return plan -> answer(Answer.Kind.NOT_YET, "", plan, clock);
    }

    static Answer answer(Answer.Kind kind, String by, MaintenancePlan plan, Clock clock) {
        return new Answer(kind, by, clock.instant(), plan.hash(), "");
    }
}
