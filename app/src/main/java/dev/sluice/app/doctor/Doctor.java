/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.doctor;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.run.Journal;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Looks at all that a run on a table would need, in the order in which it would need it, and goes on to the next thing
 * where one is missing as far as that makes sense. Reads only; nothing is tried that leaves a trace.
 */
public final class Doctor {

    private final Formats formats;
    private final Store store;
    private final Journal journal;
    private final Clock clock;

    public Doctor(Formats formats, Store store, Journal journal, Clock clock) {
        this.formats = formats;
        this.store = store;
        this.journal = journal;
        this.clock = clock;
    }

    /**
     * Examines a table.
     *
     * @param typed as its owner wrote it
     * @param place where it lies; empty for a table that only a catalog can find
     * @param table finds the table, or refuses
     * @param policy what its owner wants, by the table's format
     */
    public Diagnosis examine(
            String typed, Optional<Location> place, Supplier<TableRef> table, Function<TableRef, Policy> policy) {
        List<Check> checks = new ArrayList<>();
        place.ifPresent(where -> checks.addAll(new StoreChecks(store, journal, clock).of(where)));
        TableRef ref;
        TableState state;
        try {
            ref = table.get();
            state = formats.of(ref).inspect(ref);
        } catch (GateException e) {
            if (e.fault() == Fault.USAGE) {
                throw e; // what was typed names no table at all
            }
            checks.add(Check.missing("table", e));
            return new Diagnosis(typed, checks);
        }
        checks.add(Check.ok(
                "table", "It is a table of the format %s, at version %d.".formatted(ref.format(), state.version())));
        checks.addAll(new TableChecks(store, state, policy.apply(ref), clock.instant(), place).all());
        return new Diagnosis(typed, checks);
    }
}
