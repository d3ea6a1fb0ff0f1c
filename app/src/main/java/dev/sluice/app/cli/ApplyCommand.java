/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.PlanJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sluice apply PLAN}: calling it is the caller's own approval, on record under their name. */
@Command(
        name = "apply",
        description = "Carry out a plan that was made earlier, or refuse where it no longer fits the table.")
final class ApplyCommand implements Callable<Integer> {

    private static final int LOOKED_BACK = 50;
    private static final int SHOWN = 5;

    @Parameters(paramLabel = "PLAN", description = "The plan's name, as `sluice plan` printed it, or a plan file.")
    String plan = "";

    private final Sluice sluice;

    ApplyCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            MaintenancePlan chosen = chosen(session);
            session.requireApprover(chosen.intent().gate());
            if (chosen.isEmpty()) {
                session.voice().foundNothingIn(chosen);
                return Exit.WORKED;
            }
            Surroundings around = session.around();
            RunReport report = session.gate().carryOut(chosen, Approvers.caller(around.user(), around.clock()));
            session.voice().reported(report);
            return new Exit(false).of(report);
        }
    }

    private MaintenancePlan chosen(Session session) {
        Path path = session.around().path(plan);
        return Files.isRegularFile(path)
                ? fromFile(path)
                : session.journal().plan(plan).orElseThrow(() -> unknown(session));
    }

    private static MaintenancePlan fromFile(Path path) {
        try {
            return PlanJson.read(Files.readString(path), path.toString());
        } catch (IOException e) {
            throw new GateException(
                    Fault.CONFIG_INVALID, path.toString(), "This is not a text file: %s.".formatted(e), e);
        }
    }

    private GateException unknown(Session session) {
        List<String> known = session.journal().runs(LOOKED_BACK).stream()
                .flatMap(run -> run.planId().stream().map(id -> "%s (%s)".formatted(id, tableOf(run))))
                .distinct()
                .limit(SHOWN)
                .toList();
        String others = known.isEmpty()
                ? "No run has stored one yet; `sluice plan TABLE` makes one."
                : "The newest are %s.".formatted(String.join(", ", known));
        return new GateException(
                Fault.USAGE, plan, "There is neither a stored plan nor a file of that name. " + others);
    }

    private static String tableOf(Run run) {
        return run.table().toString();
    }
}
