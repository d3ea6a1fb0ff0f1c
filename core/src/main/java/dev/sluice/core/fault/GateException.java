/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fault;

import org.jspecify.annotations.Nullable;

/** The one exception of the product: a refusal or a surprise. Expected ends are values, not exceptions. */
public final class GateException extends RuntimeException {

    private final Fault fault;
    private final String subject;
    private final String reason;

    /**
     * @param subject the place: a table, a file, a configuration key, a line
     * @param reason one or more full sentences with the numbers and the limit
     */
    public GateException(Fault fault, String subject, String reason) {
        this(fault, subject, reason, null);
    }

    /** As above, keeping what a library threw. */
    public GateException(Fault fault, String subject, String reason, @Nullable Throwable cause) {
        super(subject + ": " + reason + " " + fault.remedy(), cause);
        this.fault = fault;
        this.subject = subject;
        this.reason = reason;
    }

    public Fault fault() {
        return fault;
    }

    public String subject() {
        return subject;
    }

    public String reason() {
        return reason;
    }
}
