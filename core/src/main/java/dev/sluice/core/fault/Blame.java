/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fault;

/** Who has to move before a failed thing can work: decides log level, stack trace and HTTP status. */
public enum Blame {
    /** The owner of the table or of the configuration: their input or setting has to change. */
    OWNER,
    /** Nobody did wrong: the world moved on, and trying again is the answer. */
    NOBODY,
    /** The storage or the network. */
    STORAGE,
    /** Sluice itself. */
    GATE
}
