/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows and reports to test with. */
final class Fleets {

    static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");

    private Fleets() {}

    /** A table of 1 MiB files of which so many become one. */
    static FleetRow table(String address, long files, long rewritten, Optional<Worth.Clutter> clutter) {
        TableRef table = new TableRef("delta", address);
        Worth worth = rewritten == 0
                ? new Worth(0, 0, Bytes.ZERO, 0, clutter)
                : new Worth(rewritten, 1, Bytes.ofMebibytes(rewritten), 1, clutter);
        return new FleetRow(
                table.toString(),
                Optional.of(table),
                Optional.of(new FleetRow.Figures(
                        rewritten == 0 ? Verdict.Level.HEALTHY : Verdict.Level.WARNING,
                        "%d of %d files are small".formatted(rewritten, files),
                        7,
                        Optional.of(NOW.minus(Duration.ofHours(36))),
                        files,
                        rewritten,
                        files == 0 ? 0 : (double) rewritten / files,
                        Bytes.ofMebibytes(files),
                        worth)),
                Optional.empty());
    }

    static FleetRow table(String address, long files, long rewritten) {
        return table(address, files, rewritten, Optional.empty());
    }

    static Optional<Worth.Clutter> clutter(long gibibytes) {
        return Optional.of(new Worth.Clutter(10, Bytes.ofGibibytes(2 * gibibytes), 5, Bytes.ofGibibytes(gibibytes)));
    }

    static FleetRow broken(String address, String reason) {
        TableRef table = new TableRef("delta", address);
        return FleetRow.refused(Sighting.of(table), new GateException(Fault.TABLE_DAMAGED, table.toString(), reason));
    }

    static FleetReport report(Ranking by, Map<String, String> prices, FleetRow... rows) {
        Optional<Prices> known = prices.isEmpty() ? Optional.empty() : Optional.of(Prices.of(prices));
        return new FleetReport(
                List.of("/lake/**"),
                Arrays.asList(rows),
                new Terms(false, 4, by, Throughput.STATED, known),
                NOW,
                Duration.ofSeconds(2));
    }
}
