/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.TablePattern;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.table.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What was typed as TABLE...: tables, patterns that stand for many, and gates of the configuration, which know their tables
 * themselves. One that is refused does not stop the others.
 */
final class TableArguments {

    private final List<String> typed;
    private final PolicyOptions wishes;
    private final Session session;
    private final Map<List<Object>, Policy> policies = new HashMap<>();

    TableArguments(List<String> typed, PolicyOptions wishes, Session session) {
        this.typed = typed;
        this.wishes = wishes;
        this.session = session;
    }

    /** A table and the policy that speaks for it; with the gate where one was named. */
    record Judged(TableRef table, Policy policy, Optional<ConfiguredGate> gate) {}

    /** What was found for one of the words, with the gate where the word named one. */
    record Found(Sighting sighting, Optional<ConfiguredGate> gate) {}

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
    int each(List<Found> all, Function<Judged, Integer> act) {
        // Every policy before any table: a wrong setting is found before anything is opened.
        all.forEach(found -> found.sighting().table().ifPresent(table -> policy(table, found.gate())));
        int worst = Exit.WORKED;
        for (Found found : all) {
            worst = Math.max(worst, one(found, act));
        }
        return worst;
    }

    private Policy policy(TableRef table, Optional<ConfiguredGate> gate) {
        String name = gate.map(ConfiguredGate::name).orElse("");
        return policies.computeIfAbsent(
                List.of(name, table.format()),
                key -> gate.map(g -> wishes.policy(g, table.format()))
                        .orElseGet(() -> wishes.policy(table.format(), session.parts())));
    }

    private int one(Found found, Function<Judged, Integer> act) {
        return orRefused(found.sighting().place(), session, () -> {
            TableRef table = found.sighting().orRefusal();
            return act.apply(new Judged(table, policy(table, found.gate()), found.gate()));
        });
    }

    /** Does something with what was typed or found, and says so where it is refused; gives an exit code either way. */
    static int orRefused(String place, Session session, Supplier<Integer> act) {
        try {
            return act.get();
        } catch (RuntimeException e) {
            GateException cause = Refusals.of(place, e);
            session.voice().refused(place, cause);
            return cause.fault().exitCode();
        }
    }

    /** All tables that are meant, each once under each gate, and what was refused under the name that was typed. */
    List<Found> found() {
        Map<List<Object>, Found> all = new LinkedHashMap<>();
        for (String name : typed) {
            Optional<ConfiguredGate> gate = gate(name, session);
            for (Sighting sighting : gate.map(this::tablesOf).orElseGet(() -> found(name))) {
                Object what = sighting.table().<Object>map(table -> table).orElse(sighting);
                all.putIfAbsent(List.of(what, gate.map(ConfiguredGate::name).orElse("")), new Found(sighting, gate));
            }
        }
        return List.copyOf(all.values());
    }

    /** A word that names a gate means the gate; a table in a folder of that name is written with a {@code ./} before it. */
    static Optional<ConfiguredGate> gate(String word, Session session) {
        Config config = session.config();
        return config.hasGate(word) ? Optional.of(config.gate(word)) : Optional.empty();
    }

    private List<Sighting> tablesOf(ConfiguredGate gate) {
        try {
            requireTables(gate);
            return gate.tables().areMany()
                    ? searched(gate)
                    : List.of(named(gate.tables().table().orElseThrow()));
        } catch (GateException e) {
            return List.of(Sighting.blocked(gate.name(), e));
        }
    }

    /** A demo has none that could be looked at. */
    static void requireTables(ConfiguredGate gate) {
        if (gate.tables().areDemo()) {
            throw new GateException(
                    Fault.USAGE,
                    "gate " + gate.name(),
                    "It works on a throwaway table, which is there only while it runs: `sluice run %s`."
                            .formatted(gate.name()));
        }
    }

    private List<Sighting> searched(ConfiguredGate gate) {
        Addresses addresses = session.addresses();
        List<TablePattern> include =
                gate.tables().include().stream().map(addresses::estate).toList();
        List<TablePattern> exclude =
                gate.tables().exclude().stream().map(addresses::estate).toList();
        List<Sighting> found = searched(include, exclude);
        return found.isEmpty()
                ? List.of(Sighting.blocked(
                        gate.name(),
                        nothingFound("gate " + gate.name(), gate.tables().include(), addresses)))
                : found;
    }

    private List<Sighting> searched(List<TablePattern> include, List<TablePattern> exclude) {
        List<Sighting> found = new ArrayList<>();
        try (Stream<Sighting> search = session.search().find(include, exclude)) {
            search.forEach(found::add);
        }
        return found;
    }

    private List<Sighting> found(String name) {
        try {
            Optional<TablePattern> pattern = session.addresses().pattern(name);
            return pattern.isPresent() ? found(name, pattern.get()) : List.of(named(name));
        } catch (GateException e) {
            return List.of(Sighting.blocked(name, orGate(name, e)));
        }
    }

    /** Where nothing lies at a word that could be a gate's name, that it is none is said too. */
    private GateException orGate(String word, GateException refusal) {
        boolean couldBe = word.matches("[A-Za-z0-9][A-Za-z0-9._-]*")
                && refusal.fault() == Fault.TABLE_NOT_FOUND
                && !session.config().gates().isEmpty();
        return couldBe
                ? new GateException(
                        refusal.fault(),
                        refusal.subject(),
                        refusal.reason() + " " + session.config().noGate(word),
                        refusal)
                : refusal;
    }

    private Sighting named(String name) {
        return new Sighting(name, Optional.of(session.addresses().table(name)), Optional.empty());
    }

    private List<Sighting> found(String name, TablePattern pattern) {
        List<Sighting> found = searched(List.of(pattern), List.of());
        return found.isEmpty()
                ? List.of(Sighting.blocked(name, nothingFound(name, List.of(name), session.addresses())))
                : found;
    }

    /** @param patterns what was looked for */
    static GateException nothingFound(String asked, List<String> patterns, Addresses addresses) {
        String hint = patterns.stream()
                .flatMap(pattern -> addresses.meant(pattern).stream())
                .findFirst()
                .orElse("Folders whose names begin with _ or . are looked into only where they are named.");
        return new GateException(Fault.TABLE_NOT_FOUND, asked, "No table is there. " + hint);
    }
}
