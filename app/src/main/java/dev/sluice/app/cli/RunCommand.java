/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.app.approval.TerminalQuestion;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.table.TableRef;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice run TABLE}: one whole passage, approved by whom the mode says. */
@Command(
        name = "run",
        description = "Take a table through the whole gate: assess, plan, get approval, carry out, verify, report.")
final class RunCommand implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE", description = "The table.")
    String table = "";

    @Option(names = "--yes", description = "Approve whatever the plan will be, in your name.")
    boolean yes;

    @Option(
            names = "--exit-code",
            description =
                    "Exit with 2 where work is due and was only planned, 3 where it awaits approval, 4 where declined.")
    boolean exitCode;

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    private final Sluice sluice;

    RunCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            TableRef ref = session.addresses().table(table);
            Policy policy = wishes.policy(ref.format(), session.parts());
            RunReport report = session.gate().pass(ref, policy, approver(policy, session.around()));
            session.voice().reported(report);
            return new Exit(exitCode).of(report);
        }
    }

    private Approver approver(Policy policy, Surroundings around) {
        if (yes && policy.mode() != Mode.PLAN) {
            return Approvers.caller(around.user(), around.clock());
        }
        if (policy.mode() == Mode.ASK && around.asksHere()) {
            return new TerminalQuestion(around.in(), around.err(), sluice::makeRoom, around.user(), around.clock());
        }
        return Approvers.unattended(policy.mode(), around.clock());
    }
}
