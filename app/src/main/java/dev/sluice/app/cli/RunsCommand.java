/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice runs}. */
@Command(name = "runs", description = "List the runs, newest first.")
final class RunsCommand implements Callable<Integer> {

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many. Default: ${DEFAULT-VALUE}.")
    int last;

    private final Sluice sluice;

    RunsCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        if (last < 1) {
            throw new GateException(Fault.USAGE, "--last", "%d is below 1.".formatted(last));
        }
        try (Session session = sluice.open()) {
            session.voice().listed(session.journal().runs(last));
            return Exit.WORKED;
        }
    }
}
