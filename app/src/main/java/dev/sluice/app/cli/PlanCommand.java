/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.PlanJson;
import dev.sluice.core.report.Proposal;
import java.util.ArrayList;
import java.util.List;
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

    @Parameters(
            arity = "1..*",
            paramLabel = "TABLE",
            description = "The tables, patterns of them, or gates of the configuration.")
    List<String> tables = new ArrayList<>();

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Write the plan to a file too, to hand it to somebody else. For one table.")
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
            TableArguments arguments = new TableArguments(tables, wishes, session);
            List<TableArguments.Found> all = arguments.found();
            if (file != null && all.size() != 1) {
                throw new GateException(
                        Fault.USAGE, "-o", "A file takes the plan of one table, and several are named.");
            }
            Optional<OutputFile> output = Optional.ofNullable(file)
                    .map(name -> OutputFile.at(session.around().path(name), "plan"));
            return arguments.each(all, asked -> {
                Proposal proposal = session.gate().plan(asked.table(), asked.policy());
                output.ifPresent(out -> out.write(PlanJson.write(proposal.plan()) + "\n"));
                session.voice().proposed(proposal, output.map(OutputFile::path));
                return Exit.WORKED;
            });
        }
    }
}
