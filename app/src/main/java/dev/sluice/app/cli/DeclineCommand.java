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

/** {@code sluice decline RUN}: a person's no to the plan that the run waits with. */
@Command(name = "decline", description = "Say no to a run that waits; nothing is changed.")
final class DeclineCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "The run's name, as `sluice runs --waiting` lists it.")
    String run = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why not; kept with the answer.")
    String reason = "";

    private final Sluice sluice;

    DeclineCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            Surroundings around = session.around();
            RunReport report = session.gate().answer(run, Approvers.declines(around.user(), reason, around.clock()));
            session.voice().reported(report);
            return new Exit(false).of(report);
        }
    }
}
