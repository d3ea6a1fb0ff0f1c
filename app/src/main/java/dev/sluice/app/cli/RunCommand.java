/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.app.approval.TerminalQuestion;
import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.report.RunReport;
import java.util.List;
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

    @Parameters(paramLabel = "TABLE", description = "The table, or a gate of the configuration.")
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
        if (sluice.config().hasGate(table)
                && sluice.config().gate(table).tables().areDemo()) {
            return demonstrate(sluice.config().gate(table));
        }
        try (Session session = sluice.open()) {
            requireOne(session);
            return new TableArguments(List.of(table), wishes, session).each(asked -> {
                Approver approver = approver(asked, session.around());
                RunReport report = session.gate().pass(asked.table(), asked.policy(), approver);
                session.voice().reported(report);
                return new Exit(exitCode).of(report);
            });
        }
    }

    /** What changes tables takes many of them only from a gate, where their owner wrote the pattern down. */
    private void requireOne(Session session) {
        boolean gate = session.config().hasGate(table);
        if (!gate && session.addresses().pattern(table).isPresent()) {
            throw new GateException(
                    Fault.USAGE, table, "A run takes one table, or a gate of the configuration, which may have many.");
        }
    }

    private int demonstrate(ConfiguredGate gate) {
        String format = gate.preset().demoFormat().orElseThrow();
        Demo demo = sluice.parts()
                .demo(format)
                .orElseThrow(() -> new GateException(
                        Fault.USAGE, "gate " + gate.name(), "There is no demo of a format \"%s\".".formatted(format)));
        return new DemoPassage(sluice, null).of(demo, wishes.policy(gate, format), false);
    }

    private Approver approver(TableArguments.Judged asked, Surroundings around) {
        Mode mode = asked.policy().mode();
        if (yes && mode != Mode.PLAN) {
            asked.gate().ifPresent(gate -> gate.requireApprover(around.user()));
            return Approvers.caller(around.user(), around.clock());
        }
        boolean mayAnswer =
                asked.gate().filter(gate -> !gate.mayApprove(around.user())).isEmpty();
        if (mode == Mode.ASK && around.asksHere() && mayAnswer) {
            return new TerminalQuestion(around.in(), around.err(), sluice::makeRoom, around.user(), around.clock());
        }
        return Approvers.unattended(mode, around.clock());
    }
}
