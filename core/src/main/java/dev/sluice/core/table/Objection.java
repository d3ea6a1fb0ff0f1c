/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import java.util.Map;
import java.util.Optional;

/** A reason found in the table itself why Sluice may look at it but not change it. */
public record Objection(Kind kind, String text) {

    /** The property of a table by which its owner switches Sluice off. */
    private static final String SWITCH = "sluice.enabled";

    /** What the owner of a table has said by its properties; what cannot be read may mean no. */
    public static Optional<Objection> ofSwitch(Map<String, String> properties) {
        String value = properties.getOrDefault(SWITCH, "true").strip();
        if (value.equalsIgnoreCase("true")) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                Kind.SWITCHED_OFF,
                value.equalsIgnoreCase("false")
                        ? "The table's property %s=false switches Sluice off.".formatted(SWITCH)
                        : "The table's property %s is \"%s\", which is neither true nor false; until it is, Sluice stays off."
                                .formatted(SWITCH, value)));
    }

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
