/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.health.TableHealth;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.time.Instant;

/** One point of a table's trend: what an assessment measured. */
public record Measured(
        TableRef table,
        Instant at,
        long version,
        long files,
        long smallFiles,
        Bytes bytes,
        long rows,
        long deletedRows) {

    public static Measured of(TableRef table, TableHealth health, Instant at) {
        return new Measured(
                table,
                at,
                health.version(),
                health.files(),
                health.smallFiles(),
                health.bytes(),
                health.rows(),
                health.deletedRows());
    }
}
