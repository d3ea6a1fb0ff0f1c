/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Run;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sluice show RUN}. */
@Command(name = "show", description = "Show one run, step by step.")
final class ShowCommand implements Callable<Integer> {

    private static final int SHOWN = 5;

    @Parameters(paramLabel = "RUN", description = "The run's name, as `sluice runs` lists it.")
    String run = "";

    private final Sluice sluice;

    ShowCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            Run found = session.journal().run(run).orElseThrow(() -> unknown(session));
            session.voice().showed(found, session.journal().steps(found.id()), session.messagesOn(found.id()));
            return Exit.WORKED;
        }
    }

    private GateException unknown(Session session) {
        List<String> newest = session.journal().runs(SHOWN).stream()
                .map(each -> each.id().text())
                .toList();
        String others =
                newest.isEmpty() ? "There is none yet." : "The newest are %s.".formatted(String.join(", ", newest));
        return new GateException(Fault.USAGE, run, "There is no run of that name. " + others);
    }
}
