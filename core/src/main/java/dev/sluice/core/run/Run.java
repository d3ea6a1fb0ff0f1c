/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.Optional;

/**
 * One passage of a table through the gate.
 *
 * @param gate the gate's or preset's name
 * @param planId empty until a plan was stored
 * @param summary one sentence on how it ended, empty while it runs
 * @param reportJson the report as JSON, empty until it has ended
 */
public record Run(
        RunId id,
        String gate,
        TableRef table,
        Status status,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<String> planId,
        String summary,
        Optional<String> reportJson) {

    public static Run begun(RunId id, String gate, TableRef table, Instant now) {
        return new Run(id, gate, table, Status.RUNNING, now, Optional.empty(), Optional.empty(), "", Optional.empty());
    }
}
