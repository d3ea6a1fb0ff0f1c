/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.run.Leases;
import dev.sluice.core.table.TableRef;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Leases of one process. */
public final class InMemoryLeases implements Leases {

    private final Set<TableRef> held = new HashSet<>();

    @Override
    public Optional<Lease> claim(TableRef table) {
        return held.add(table) ? Optional.of(() -> held.remove(table)) : Optional.empty();
    }

    /** True while a run works on the table. */
    public boolean isHeld(TableRef table) {
        return held.contains(table);
    }
}
