/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    @Option(names = "--waiting", description = "Only the runs that wait for an answer, all of them, oldest first.")
    boolean waiting;

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
            if (waiting) {
                session.voice()
                        .waiting(
                                waitingIn(session.journal()),
                                session.config().patience(),
                                session.around().clock().instant());
            } else {
                session.voice().listed(session.journal().runs(last));
            }
            return Exit.WORKED;
        }
    }

    private static List<Run> waitingIn(Journal journal) {
        List<Run> waiting = new ArrayList<>(journal.runs(Integer.MAX_VALUE));
        waiting.removeIf(run -> run.status() != Status.AWAITING_APPROVAL);
        Collections.reverse(waiting);
        return waiting;
    }
}
