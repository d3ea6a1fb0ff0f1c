/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.report.Assessment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice assess TABLE...}: one table that cannot be assessed does not keep the others from it. */
@Command(name = "assess", description = "Measure tables and judge them; changes nothing.")
final class AssessCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "TABLE",
            description = "The tables, patterns of them, or gates of the configuration.")
    List<String> tables = new ArrayList<>();

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    @Option(names = "--exit-code", description = "Exit with 2 where work is due.")
    boolean exitCode;

    private final Sluice sluice;

    AssessCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            return new TableArguments(tables, wishes, session).each(asked -> {
                Assessment found = session.gate().assess(asked.table(), asked.policy());
                session.voice().assessed(found);
                return new Exit(exitCode).of(found);
            });
        }
    }
}
