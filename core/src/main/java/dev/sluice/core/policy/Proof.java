/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

/** What has to be proved of every rewrite before it is committed. */
public enum Proof {
    /** As many rows come out as went in, and every output can be reopened. */
    COUNTS,
    /** Besides, the outputs hold the very rows that the inputs hold, value by value. */
    CONTENT
}
