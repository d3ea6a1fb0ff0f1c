/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

/** A reason found in the table itself why Sluice may look at it but not change it. */
public record Objection(Kind kind, String text) {

    /** Why the table is not to be changed. */
    public enum Kind {
        /** It uses something that Sluice does not write safely; asked to change it, Sluice refuses. */
        UNSUPPORTED,
        /** Somebody else maintains it; unless told to take over, Sluice leaves it to them. */
        OWNER_MAINTAINS,
        /** Its owner has switched Sluice off by a table property; nothing overrides that. */
        SWITCHED_OFF,
        /** A catalog owns its commits; nothing overrides that. */
        CATALOG_OWNS
    }
}
