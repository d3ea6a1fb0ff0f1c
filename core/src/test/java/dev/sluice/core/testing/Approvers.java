/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Approver;
import java.time.Instant;

/** People with a ready answer. */
public final class Approvers {

    public static final Approver YES = saying(Answer.Kind.YES);
    public static final Approver NO = saying(Answer.Kind.NO);
    public static final Approver NOT_YET = saying(Answer.Kind.NOT_YET);
    public static final Approver NOT_ASKED = saying(Answer.Kind.NOT_ASKED);

    /** Says yes, but to another plan. */
    public static final Approver YES_TO_ANOTHER =
            plan -> new Answer(Answer.Kind.YES, "ada", Instant.EPOCH, "another plan's hash", "");

    private Approvers() {}

    /** Says no, with a reason. */
    public static Approver declining(String reason) {
        return plan -> new Answer(Answer.Kind.NO, "ada", Instant.EPOCH, plan.hash(), reason);
    }

    /** Says yes once something has happened. */
    public static Approver yesAfter(Runnable event) {
        return plan -> {
            event.run();
            return YES.ask(plan);
        };
    }

    private static Approver saying(Answer.Kind kind) {
        return plan -> new Answer(kind, "ada", Instant.EPOCH, plan.hash(), "");
    }
}
