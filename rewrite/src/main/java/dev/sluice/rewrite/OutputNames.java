/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Location;

/** Gives each output file its place, right before it is created: the moment to write the name into a journal. */
@FunctionalInterface
public interface OutputNames {

    /** @param ordinal 0 for the first output of the rewrite, then 1, and so on */
    Location next(int ordinal);
}
