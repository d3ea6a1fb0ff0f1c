/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.config.ConfiguredGate;
import dev.sluice.app.config.TableChoice;
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
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The tables that a fleet is made of, and what each is judged by.
 *
 * @param asked what was asked for, in words
 * @param found the tables as they are found; read once
 * @param policies what a table that was found is judged by
 * @param options what makes another command judge it alike
 */
record Estate(
        List<String> asked,
        Stream<Sighting> found,
        Function<TableRef, Policy> policies,
        Function<TableRef, List<String>> options) {

    Estate {
        asked = List.copyOf(asked);
    }

    /** The tables that patterns name, judged as somebody wishes; or those of gates, if gates are named. */
    static Estate of(List<String> patterns, List<String> excluded, PolicyOptions wishes, Session session) {
        List<ConfiguredGate> gates = patterns.stream()
                .flatMap(word -> TableArguments.gate(word, session).stream())
                .toList();
        if (!gates.isEmpty()) {
            requireOnly(gates, patterns);
            gates.forEach(TableArguments::requireTables);
            return ofGates(gates, excluded, wishes, session);
        }
        Stream<Sighting> found = session.search().find(patterns(patterns, session), patterns(excluded, session));
        return new Estate(patterns, found, new FleetPolicies(wishes, session), table -> wishes.typed());
    }

    /** What tables are judged by has to be one thing: their gates, or what somebody wishes. */
    private static void requireOnly(List<ConfiguredGate> gates, List<String> words) {
        List<String> others = new ArrayList<>(words);
        others.removeAll(gates.stream().map(ConfiguredGate::name).toList());
        if (!others.isEmpty()) {
            String gate = gates.get(0).name();
            throw new GateException(
                    Fault.USAGE,
                    others.get(0),
                    "It is no gate, and %s is one: ask for gates or for patterns. A folder %s is written ./%s."
                            .formatted(gate, gate, gate));
        }
    }

    /** The tables of all configured gates. */
    static Estate ofGates(List<String> excluded, PolicyOptions wishes, Session session) {
        List<ConfiguredGate> gates = session.config().gates().values().stream()
                .filter(gate -> !gate.tables().areDemo())
                .toList();
        if (gates.isEmpty()) {
            throw new GateException(
                    Fault.USAGE,
                    "sluice fleet",
                    "Neither a pattern is given nor a gate configured; `sluice fleet FOLDER` looks at all tables below.");
        }
        return ofGates(gates, excluded, wishes, session);
    }

    /** The tables of gates, each judged by its gate: by the first, where several speak of it. */
    private static Estate ofGates(
            List<ConfiguredGate> gates, List<String> excluded, PolicyOptions wishes, Session session) {
        // A setting that fits no gate is found before anything is opened.
        gates.forEach(gate -> wishes.policy(gate, gate.preset().formats().get(0)));
        Map<TableRef, ConfiguredGate> gateOf = new ConcurrentHashMap<>();
        Stream<Sighting> found = gates.stream()
                .flatMap(gate -> found(gate, excluded, session)
                        .filter(sighting -> sighting.table()
                                .map(table -> gateOf.putIfAbsent(table, gate) == null)
                                .orElse(true)));
        return new Estate(
                gates.stream().map(ConfiguredGate::name).toList(),
                found,
                table -> wishes.policy(Objects.requireNonNull(gateOf.get(table)), table.format()),
                table -> options(Objects.requireNonNull(gateOf.get(table)), wishes));
    }

    private static Stream<Sighting> found(ConfiguredGate gate, List<String> excluded, Session session) {
        TableChoice tables = gate.tables();
        List<String> without = new ArrayList<>(tables.exclude());
        without.addAll(excluded);
        try {
            List<TablePattern> with = tables.table()
                    .map(address -> List.of(session.addresses().estate(address)))
                    .orElseGet(() -> patterns(tables.include(), session));
            return session.search().find(with, patterns(without, session));
        } catch (GateException e) {
            return Stream.of(Sighting.blocked("gate " + gate.name(), e));
        }
    }

    private static List<String> options(ConfiguredGate gate, PolicyOptions wishes) {
        Map<String, String> inputs = new LinkedHashMap<>();
        gate.inputs().forEach(inputs::putAll);
        List<String> options =
                new ArrayList<>(List.of("--preset=" + gate.preset().name()));
        inputs.forEach((key, value) -> options.add("--set=" + key + "=" + value));
        options.addAll(wishes.typed());
        return options;
    }

    private static List<TablePattern> patterns(List<String> typed, Session session) {
        return typed.stream().map(session.addresses()::estate).toList();
    }
}
