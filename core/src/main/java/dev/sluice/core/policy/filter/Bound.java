/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.filter;

import dev.sluice.core.table.Partition;

/** A condition that was bound to a table's columns. */
@FunctionalInterface
interface Bound {

    Truth of(Partition partition);
}
