/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.store.Bytes;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** By what the tables of a fleet stand in order: what is worth most comes first, what could not be read last. */
public enum Ranking {
    /** What a month would cost less. */
    MONEY,
    /** By how many files there would be fewer. */
    FILES,
    /** How many bytes may be removed. */
    BYTES,
    /** The ratio of small files. */
    RATIO,
    /** The size of the table. */
    SIZE;

    Comparator<FleetRow> order(Optional<Prices> prices) {
        return Comparator.comparing(FleetRow::isRead)
                .thenComparing(first(prices))
                .thenComparingLong(row -> row.worth().filesSaved())
                .thenComparing(row -> row.worth().reclaimable())
                .thenComparing(FleetRow::isDue)
                .thenComparing(by(FleetRow.Figures::smallRatio))
                .reversed()
                .thenComparing(FleetRow::place);
    }

    private Comparator<FleetRow> first(Optional<Prices> prices) {
        return switch (this) {
            case MONEY ->
                Comparator.comparing(
                        row -> prices.map(p -> p.savedPerMonth(row.worth())).orElse(BigDecimal.ZERO));
            case FILES -> Comparator.comparingLong(row -> row.worth().filesSaved());
            case BYTES -> Comparator.comparing(row -> row.worth().reclaimable());
            case RATIO -> by(FleetRow.Figures::smallRatio);
            case SIZE ->
                Comparator.comparing(
                        row -> row.figures().map(FleetRow.Figures::size).orElse(Bytes.ZERO));
        };
    }

    private static Comparator<FleetRow> by(ToDoubleFunction<FleetRow.Figures> figure) {
        return Comparator.comparingDouble(
                row -> row.figures().map(f -> figure.applyAsDouble(f)).orElse(0.0));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
