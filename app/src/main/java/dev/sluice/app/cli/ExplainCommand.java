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
import picocli.CommandLine.Parameters;

/** {@code sluice explain TABLE}. */
@Command(name = "explain", description = "Show each rule with its value, its limit and its streak; changes nothing.")
final class ExplainCommand implements Callable<Integer> {

    /** So many runs show where a table is heading. */
    private static final int LOOKED_BACK = 5;

    @Parameters(
            arity = "1..*",
            paramLabel = "TABLE",
            description = "The tables, patterns of them, or gates of the configuration.")
    List<String> tables = new ArrayList<>();

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    private final Sluice sluice;

    ExplainCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            return new TableArguments(tables, wishes, session).each(asked -> {
                Assessment found = session.gate().assess(asked.table(), asked.policy());
                session.voice().explained(found, session.journal().measurements(asked.table(), LOOKED_BACK));
                return Exit.WORKED;
            });
        }
    }
}
