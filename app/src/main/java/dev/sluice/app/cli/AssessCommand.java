/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.table.TableRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice assess TABLE...}: one table that cannot be assessed does not keep the others from it. */
@Command(name = "assess", description = "Measure tables and judge them; changes nothing.")
final class AssessCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "TABLE", description = "The tables.")
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
            Map<String, Policy> policies = new LinkedHashMap<>();
            List<Asked> all =
                    tables.stream().map(typed -> Asked.of(typed, session)).toList();
            // Every policy before any table: a wrong setting is found before anything is opened.
            for (Asked asked : all) {
                asked.table()
                        .ifPresent(table -> policies.computeIfAbsent(
                                table.format(), format -> wishes.policy(format, session.parts())));
            }
            int worst = Exit.WORKED;
            for (Asked asked : all) {
                worst = Math.max(worst, assess(asked, policies, session));
            }
            return worst;
        }
    }

    private int assess(Asked asked, Map<String, Policy> policies, Session session) {
        try {
            TableRef table = asked.tableOrRefusal();
            Policy policy = policies.computeIfAbsent(table.format(), f -> wishes.policy(f, session.parts()));
            Assessment found = session.gate().assess(table, policy);
            session.voice().assessed(found);
            return new Exit(exitCode).of(found);
        } catch (RuntimeException e) {
            GateException cause = Refusals.of(asked.typed(), e);
            session.voice().refused(asked.typed(), cause);
            return cause.fault().exitCode();
        }
    }

    /** What was typed as a table, and the table or the refusal that came of it. */
    private record Asked(String typed, Optional<TableRef> table, Optional<GateException> refusal) {

        static Asked of(String typed, Session session) {
            try {
                return new Asked(typed, Optional.of(session.addresses().table(typed)), Optional.empty());
            } catch (GateException e) {
                return new Asked(typed, Optional.empty(), Optional.of(e));
            }
        }

        TableRef tableOrRefusal() {
            return table.orElseThrow(refusal::orElseThrow);
        }
    }
}
