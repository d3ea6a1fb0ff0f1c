/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.core.report.RunReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice approve RUN}: a person's yes to the plan that the run waits with, which is then carried out. */
@Command(
        name = "approve",
        description = "Say yes to a run that waits, and carry out its plan if it still fits the table.")
final class ApproveCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "The run's name, as `sluice runs --waiting` lists it.")
    String run = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the answer.")
    String reason = "";

    @Option(names = "--exit-code", description = "Exit with 4 where the run had waited for too long and was declined.")
    boolean exitCode;

    private final Sluice sluice;

    ApproveCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            Surroundings around = session.around();
            session.journal().run(run).ifPresent(waiting -> session.requireApprover(waiting.gate()));
            RunReport report = session.gate().answer(run, Approvers.approves(around.user(), reason, around.clock()));
            session.voice().reported(report);
            return new Exit(exitCode).of(report);
        }
    }
}
