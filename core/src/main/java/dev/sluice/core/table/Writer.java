/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.table;

import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who has committed to a table of late.
 *
 * @param name as its commits name it, empty where they do not
 * @param commits how many of the commits that were looked at are its own
 * @param lastAt when it made the newest of them, by its own account
 */
public record Writer(String name, long commits, Optional<Instant> lastAt) {}
