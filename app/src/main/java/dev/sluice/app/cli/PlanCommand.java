/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.PlanJson;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice plan TABLE}. */
@Command(name = "plan", description = "Show the exact steps that are due, and store them; changes nothing.")
final class PlanCommand implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE", description = "The table.")
    String table = "";

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Write the plan to a file too, to hand it to somebody else.")
    @Nullable
    String file;

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    private final Sluice sluice;

    PlanCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            TableRef ref = session.addresses().table(table);
            Policy policy = wishes.policy(ref.format(), session.parts());
            Proposal proposal = session.gate().plan(ref, policy);
            Optional<Path> path = Optional.ofNullable(file).map(session.around()::path);
            path.ifPresent(p -> write(proposal.plan(), p));
            session.voice().proposed(proposal, path);
            return Exit.WORKED;
        }
    }

    private static void write(MaintenancePlan plan, Path path) {
        try {
            Files.writeString(path, PlanJson.write(plan) + "\n");
        } catch (IOException e) {
            throw new GateException(
                    Fault.STORAGE, path.toString(), "The plan cannot be written there: %s.".formatted(e), e);
        }
    }
}
