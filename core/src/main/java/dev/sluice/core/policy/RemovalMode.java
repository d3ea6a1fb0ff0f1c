/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/** What a gate does with files that nothing refers to any longer. */
public enum RemovalMode {
    OFF,
    /** Lists them. */
    DRY_RUN,
    /** Removes them. */
    APPLY
}
