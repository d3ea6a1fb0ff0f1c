/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

/** A reason found in the table itself why Sluice may look at it but not change it. */
public record Objection(Kind kind, String text) {

    /** True if the owner's settings may lift it, so that it is for a policy to say what it keeps from being done. */
    public boolean canBeLifted() {
        return switch (kind) {
            case OWNER_MAINTAINS, WRITERS_MAY_OVERWRITE -> true;
            case UNSUPPORTED, SWITCHED_OFF, CATALOG_OWNS -> false;
        };
    }

    /** Why the table is not to be changed. */
    public enum Kind {
        /** It uses something that Sluice does not write safely; asked to change it, Sluice refuses. */
        UNSUPPORTED,
        /** Somebody else maintains it; unless told to take over, Sluice leaves it to them. */
        OWNER_MAINTAINS,
        /**
         * Somebody writes to it who may overwrite what Sluice commits; unless the owner says how it is with other writers, it
         * is only looked at.
         */
        WRITERS_MAY_OVERWRITE,
        /** Its owner has switched Sluice off by a table property; nothing overrides that. */
        SWITCHED_OFF,
        /** A catalog owns its commits; nothing overrides that. */
        CATALOG_OWNS
    }
}
