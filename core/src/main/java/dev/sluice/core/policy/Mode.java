/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/** How far a gate goes on its own. */
public enum Mode {
    /** Assess and plan, change nothing. */
    PLAN,
    /** A person approves each plan. */
    ASK,
    /** The gate's own policy approves. */
    AUTO
}
