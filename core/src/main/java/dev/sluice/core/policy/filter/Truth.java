/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

/** What SQL says of a condition: a comparison with null is neither true nor false. */
enum Truth {
    FALSE,
    UNKNOWN,
    TRUE;

    static Truth of(boolean holds) {
        return holds ? TRUE : FALSE;
    }

    Truth and(Truth other) {
        return compareTo(other) <= 0 ? this : other;
    }

    Truth or(Truth other) {
        return compareTo(other) >= 0 ? this : other;
    }

    Truth not() {
        return switch (this) {
            case FALSE -> TRUE;
            case UNKNOWN -> UNKNOWN;
            case TRUE -> FALSE;
        };
    }
}
