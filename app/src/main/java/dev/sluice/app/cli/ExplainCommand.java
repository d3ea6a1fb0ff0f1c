/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.policy.Policy;
import dev.sluice.core.table.TableRef;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice explain TABLE}. */
@Command(name = "explain", description = "Show each rule with its value, its limit and its streak; changes nothing.")
final class ExplainCommand implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE", description = "The table.")
    String table = "";

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    private final Sluice sluice;

    ExplainCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            TableRef ref = session.addresses().table(table);
            Policy policy = wishes.policy(ref.format(), session.parts());
            session.voice().explained(session.gate().assess(ref, policy));
            return Exit.WORKED;
        }
    }
}
