/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;

/**
 * Why a run did not get to its end.
 *
 * @param step the step in which it stopped
 * @param committed what had been committed by then: a full sentence
 */
public record Failure(Fault fault, String subject, String reason, String step, String committed) {

    static Failure of(GateException cause, String step, String committed) {
        return new Failure(cause.fault(), cause.subject(), cause.reason(), step, committed);
    }
}
