/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.table.TableRef;
import java.util.Optional;

/** Keeps two runs from working on one table at a time, across processes that share one memory. */
public interface Leases {

    /** The lease on a table, or nothing while another run holds it. It ends with the process that holds it. */
    Optional<Lease> claim(TableRef table);

    /** The right to work on one table, until it is closed. */
    interface Lease extends AutoCloseable {
        @Override
        void close();
    }
}
