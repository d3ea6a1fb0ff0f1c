/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;

/** Makes a refusal out of whatever ended a command: what nobody foresaw is a fault in Sluice. */
final class Refusals {

    private Refusals() {}

    /** There is no stored plan under a name. */
    static GateException noPlan(String name) {
        return new GateException(Fault.USAGE, name, "There is no stored plan of that name.");
    }

    static GateException of(String subject, Exception cause) {
        if (cause instanceof GateException refusal) {
            return refusal;
        }
        return new GateException(
                Fault.INTERNAL,
                subject,
                "%s: %s.".formatted(cause.getClass().getSimpleName(), cause.getMessage()),
                cause);
    }
}
