/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;

/** The one way in which a filter is refused. */
final class Refusal {

    private Refusal() {}

    static GateException of(String reason) {
        return new GateException(Fault.CONFIG_INVALID, "where", reason);
    }

    static GateException at(int position, String reason) {
        return of("At position %d: %s.".formatted(position, reason));
    }
}
