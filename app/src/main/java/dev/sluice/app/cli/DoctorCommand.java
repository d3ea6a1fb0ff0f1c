/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.doctor.Diagnosis;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice doctor TABLE}: what is reachable, what is allowed, and what is missing. */
@Command(
        name = "doctor",
        description = "Look at all that a run on a table would need, and say what is missing; changes nothing.")
final class DoctorCommand implements Callable<Integer> {

    @Parameters(paramLabel = "TABLE", description = "The table.")
    String table = "";

    @Mixin
    PolicyOptions wishes = new PolicyOptions();

    @Option(names = "--exit-code", description = "Exit with 2 where something is missing.")
    boolean exitCode;

    private final Sluice sluice;

    DoctorCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        try (Session session = sluice.open()) {
            Addresses addresses = session.addresses();
            Diagnosis diagnosis = session.doctor()
                    .examine(
                            table,
                            addresses.place(table),
                            () -> addresses.table(table),
                            ref -> wishes.policy(ref.format(), session.parts()));
            session.voice().diagnosed(diagnosis);
            return exitCode && diagnosis.missing() > 0 ? Exit.WORK_DUE : Exit.WORKED;
        }
    }
}
