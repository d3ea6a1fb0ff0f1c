/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.TablePattern;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.table.TableRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What was typed as TABLE...: tables, and patterns that stand for many. One that is refused does not stop the others. */
final class TableArguments {

    private final List<String> typed;
    private final PolicyOptions wishes;
    private final Session session;

    TableArguments(List<String> typed, PolicyOptions wishes, Session session) {
        this.typed = typed;
        this.wishes = wishes;
        this.session = session;
    }

    /** A table and the policy that speaks for it. */
    record Judged(TableRef table, Policy policy) {}

    /**
     * Does something with each table, and says what is refused.
     *
     * @param act gives an exit code
     * @return the worst exit code of all
     */
    int each(Function<Judged, Integer> act) {
        return each(found(), act);
    }

    /** Does so with tables that were found before. */
    int each(List<Sighting> all, Function<Judged, Integer> act) {
        // Every policy before any table: a wrong setting is found before anything is opened.
        Map<String, Policy> policies = new LinkedHashMap<>();
        for (Sighting sighting : all) {
            sighting.table()
                    .ifPresent(table ->
                            policies.computeIfAbsent(table.format(), format -> wishes.policy(format, session.parts())));
        }
        int worst = Exit.WORKED;
        for (Sighting sighting : all) {
            worst = Math.max(worst, one(sighting, policies, act));
        }
        return worst;
    }

    private int one(Sighting sighting, Map<String, Policy> policies, Function<Judged, Integer> act) {
        try {
            TableRef table = sighting.orRefusal();
            Policy policy = policies.computeIfAbsent(table.format(), f -> wishes.policy(f, session.parts()));
            return act.apply(new Judged(table, policy));
        } catch (RuntimeException e) {
            GateException cause = Refusals.of(sighting.place(), e);
            session.voice().refused(sighting.place(), cause);
            return cause.fault().exitCode();
        }
    }

    /** All tables that are meant, each once, and what was refused under the name that was typed. */
    List<Sighting> found() {
        Map<Object, Sighting> found = new LinkedHashMap<>();
        for (String name : typed) {
            for (Sighting sighting : found(name)) {
                found.putIfAbsent(sighting.table().<Object>map(table -> table).orElse(sighting), sighting);
            }
        }
        return List.copyOf(found.values());
    }

    private List<Sighting> found(String name) {
        try {
            Optional<TablePattern> pattern = session.addresses().pattern(name);
            return pattern.isPresent() ? found(name, pattern.get()) : List.of(named(name));
        } catch (GateException e) {
            return List.of(Sighting.blocked(name, e));
        }
    }

    private Sighting named(String name) {
        return new Sighting(name, Optional.of(session.addresses().table(name)), Optional.empty());
    }

    private List<Sighting> found(String name, TablePattern pattern) {
        List<Sighting> found = new ArrayList<>();
        try (Stream<Sighting> search = session.search().find(List.of(pattern), List.of())) {
            search.forEach(found::add);
        }
        return found.isEmpty() ? List.of(Sighting.blocked(name, nothingFound(name))) : found;
    }

    static GateException nothingFound(String asked) {
        return new GateException(
                Fault.TABLE_NOT_FOUND,
                asked,
                "No table is there. Folders whose names begin with _ or . are looked into only where they are named.");
    }
}
