/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.preset;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Policy;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A named set of inputs and defaults that makes a policy. */
public interface Preset {

    String name();

    /** One sentence on what it is for. */
    String summary();

    /** Every setting that it takes, in the order of a reference page. */
    List<Key<?>> keys();

    /** Inputs that its source has and that cannot be set yet, spelled with {@code _}, with the reason each. */
    Map<String, String> notYet();

    /** The policy that the inputs make; whatever is wrong with them is collected there. */
    Policy policy(String gate, Inputs inputs);

    /**
     * The policy that the inputs make.
     *
     * @param gate the gate's name
     * @param overrides by name: a general key or the preset's own input
     * @throws GateException with {@code CONFIG_INVALID}, naming everything that is wrong with them
     */
    default Policy policy(String gate, Map<String, String> overrides) {
        return policy(gate, List.of(overrides));
    }

    /**
     * The policy that several layers of inputs make, such as those of a gate and those of one run of it.
     *
     * @param layers each goes before the one ahead of it
     * @throws GateException with {@code CONFIG_INVALID}, naming everything that is wrong with them
     */
    default Policy policy(String gate, List<Map<String, String>> layers) {
        Inputs inputs = new Inputs(gate, keys(), notYet(), layers);
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
    default List<Violation> violations(String gate, List<Map<String, String>> layers) {
        Inputs inputs = new Inputs(gate, keys(), notYet(), layers);
        policy(gate, inputs);
        return inputs.violations();
    }
}
