/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.app.doctor.Diagnosis;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.table.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice doctor TABLE}: what is reachable, what is allowed, and what is missing. */
@Command(
        name = "doctor",
        description = "Look at all that a run on a table would need, and say what is missing; changes nothing.")
final class DoctorCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "TABLE",
            description = "The tables, patterns of them, or gates of the configuration.")
    List<String> tables = new ArrayList<>();

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
            int worst = Exit.WORKED;
            for (String word : tables) {
                worst = Math.max(worst, TableArguments.orRefused(word, session, () -> examine(word, session)));
            }
            return worst;
        }
    }

    /** A table that is named is looked for by the doctor, who says what is in the way; others were found before. */
    private int examine(String word, Session session) {
        Addresses addresses = session.addresses();
        Optional<ConfiguredGate> gate = TableArguments.gate(word, session);
        Optional<String> named = gate.isPresent()
                ? gate.get().tables().table()
                : Optional.of(word).filter(table -> addresses.pattern(table).isEmpty());
        if (named.isEmpty()) {
            return new TableArguments(List.of(word), wishes, session)
                    .each(found -> examine(found.table().toString(), found::table, table -> found.policy(), session));
        }
        String table = named.get();
        return examine(
                table,
                () -> addresses.table(table),
                ref -> gate.map(of -> wishes.policy(of, ref.format()))
                        .orElseGet(() -> wishes.policy(ref.format(), session.parts())),
                session);
    }

    private int examine(String table, Supplier<TableRef> ref, Function<TableRef, Policy> policy, Session session) {
        Diagnosis diagnosis =
                session.doctor().examine(table, session.addresses().place(table), ref, policy);
        session.voice().diagnosed(diagnosis);
        return exitCode && diagnosis.missing() > 0 ? Exit.WORK_DUE : Exit.WORKED;
    }
}
