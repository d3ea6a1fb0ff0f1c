/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.config;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Preset;
import dev.sluice.core.policy.preset.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One gate as its owner configured it.
 *
 * @param inputs what the defaults of all gates and the gate itself say of the preset's inputs, the gate's going before
 * @param audience who is told of its runs
 * @param approvers who may approve its plans; empty: everybody
 */
public record ConfiguredGate(
        String name,
        Preset preset,
        TableChoice tables,
        List<Map<String, String>> inputs,
        Audience audience,
        Triggers triggers,
        List<String> approvers) {

    private static final Set<String> FORMATS = Set.of("delta", "iceberg", "lance");

    public ConfiguredGate {
        inputs = List.copyOf(inputs);
        approvers = List.copyOf(approvers);
    }

    /**
     * What the gate wants of a table, with some inputs set otherwise for one run.
     *
     * @param format of the table
     * @throws dev.sluice.core.fault.GateException with {@code CONFIG_INVALID}, naming everything that is wrong with them
     */
    public Policy policy(String format, Map<String, String> overrides) {
        List<Map<String, String>> layers = new ArrayList<>(inputs);
        layers.add(new HashMap<>(overrides));
        return preset.policy(name, format, layers).with(overrides);
    }

    /** True if somebody may approve the gate's plans. */
    public boolean mayApprove(String person) {
        return approvers.isEmpty() || approvers.contains(person);
    }

    /**
     * Refuses whoever the gate does not let approve its plans.
     *
     * @throws GateException with {@code NOT_AN_APPROVER}
     */
    public void requireApprover(String person) {
        if (!mayApprove(person)) {
            throw new GateException(
                    Fault.NOT_AN_APPROVER,
                    "gate " + name,
                    "%s may not approve its plans; %s may.".formatted(person, String.join(", ", approvers)));
        }
    }

    /** What is wrong with its inputs. */
    List<Violation> violations() {
        return preset.violations(name, format(tables, preset), inputs);
    }

    /** The format that a gate's inputs are judged for: what the address of its table begins with, else the preset's own. */
    static String format(TableChoice tables, Preset preset) {
        String address =
                tables.table().or(() -> tables.include().stream().findFirst()).orElse("");
        String named = address.substring(0, Math.max(0, address.indexOf(':')));
        return FORMATS.contains(named) ? named : preset.formats().get(0);
    }
}
