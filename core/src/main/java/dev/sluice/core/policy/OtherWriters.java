/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/**
 * What the owner says of everybody else who commits to a table on a store where a commit is only safe if all writers
 * agree on how commits are kept apart.
 */
public enum OtherWriters {
    /** All of them put a commit only where there is none. */
    CONDITIONAL_PUT,
    /** None of them writes while Sluice does. */
    NONE_WHILE_RUNNING
}
