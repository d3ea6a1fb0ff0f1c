/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A named set of inputs and defaults that makes a policy. */
public interface Preset {

    String name();

    /** One sentence on what it is for. */
    String summary();

    /** The table formats that it speaks of, the one it is made for first. */
    List<String> formats();

    /** Every setting that it takes, in the order of a reference page. */
    List<Key<?>> keys();

    /** Names that are known elsewhere and that it does not take, spelled with {@code _}, with the reason each. */
    Map<String, String> notYet();

    /** When a gate of it runs once its owner switches that on: five fields of a cron table, in UTC. */
    Optional<String> schedule();

    /** The format of the throwaway table that a gate works on where it names none; empty where it has to name one. */
    Optional<String> demoFormat();

    /** Whether a gate of it sends messages to wherever all gates do, without saying so itself. */
    boolean sendsMessages();

    /** The policy that the inputs make; whatever is wrong with them is collected there. */
    Policy policy(String gate, Inputs inputs);

    /**
     * The policy that the inputs make for a table of the format that the preset is made for.
     *
     * @param gate the gate's name
     * @param overrides by name: a general key or the preset's own input
     * @throws GateException with {@code CONFIG_INVALID}, naming everything that is wrong with them
     */
    default Policy policy(String gate, Map<String, String> overrides) {
        return policy(gate, formats().get(0), List.of(overrides));
    }

    /**
     * The policy that several layers of inputs make, such as those of a gate and those of one run of it.
     *
     * @param format the format of the table that the policy is for; the same inputs can mean something else for another
     * @param layers each goes before the one ahead of it
     * @throws GateException with {@code CONFIG_INVALID}, naming everything that is wrong with them
     */
    default Policy policy(String gate, String format, List<Map<String, String>> layers) {
        Inputs inputs = new Inputs(gate, format, keys(), notYet(), layers);
        inputs.requireFormat(formats());
        Policy policy = policy(gate, inputs);
        List<Violation> violations = inputs.violations();
        if (!violations.isEmpty()) {
            throw new GateException(
                    Fault.CONFIG_INVALID,
                    gate.isBlank() ? "gate" : gate,
                    violations.stream().map(Violation::text).collect(Collectors.joining(" ")));
        }
        return policy;
    }

    /** Everything that is wrong with layers of inputs, so that a file can be told line by line. */
    default List<Violation> violations(String gate, String format, List<Map<String, String>> layers) {
        Inputs inputs = new Inputs(gate, format, keys(), notYet(), layers);
        inputs.requireFormat(formats());
        policy(gate, inputs);
        return inputs.violations();
    }
}
