/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/**
 * What one rule says of a table, and how urgent it is.
 *
 * @param text a sentence that holds the number and the limit, without a final full stop: whoever prints it as prose
 *     sets one, a list does not
 * @param value the exact measured value; rounding is for display
 * @param limit what the value is held against
 */
public record Finding(Code code, Urgency urgency, String text, double value, double limit) {

    /** How urgent a finding is, least first. */
    public enum Urgency {
        /** Within the limit. */
        FINE,
        /** Over the limit, but not for long enough. */
        WATCHING,
        /** Over the limit, but there is a reason to leave the table as it is. */
        EXCUSED,
        DUE,
        CRITICAL
    }

    Finding excused() {
        return new Finding(code, Urgency.EXCUSED, text, value, limit);
    }

    public boolean isDue() {
        return urgency.compareTo(Urgency.DUE) >= 0;
    }
}
