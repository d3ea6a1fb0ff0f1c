/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One value of each row, under the name that it has for programs.
 *
 * @param value a text, a whole number or a decimal; empty where it is not known, which is never said as 0
 */
record Column(String name, BiFunction<FleetReport, FleetRow, Optional<?>> value) {

    /** The order is that of the file; new ones go to the end. */
    static final List<Column> ALL = List.of(
            new Column("table", (fleet, row) -> Optional.of(row.place())),
            figure("verdict", figures -> figures.verdict().name()),
            new Column("fault", (fleet, row) -> row.trouble().map(t -> t.fault().name())),
            figure("version", FleetRow.Figures::version),
            new Column(
                    "version_at",
                    (fleet, row) ->
                            row.figures().flatMap(FleetRow.Figures::versionAt).map(Object::toString)),
            new Column("age_days", (fleet, row) -> fleet.age(row).map(age -> days(age))),
            figure("files", FleetRow.Figures::files),
            figure("small_files", FleetRow.Figures::smallFiles),
            figure("small_ratio", figures -> rounded(BigDecimal.valueOf(figures.smallRatio()), 3)),
            figure("bytes", figures -> figures.size().count()),
            worth("files_rewritten", Worth::filesRewritten),
            worth("files_written", Worth::filesWritten),
            worth("files_saved", Worth::filesSaved),
            worth("bytes_rewritten", worth -> worth.bytesRewritten().count()),
            worth("requests_saved_per_scan", Worth::requestsSavedPerScan),
            new Column("minutes_estimated", (fleet, row) -> row.figures().map(f -> minutes(fleet.estimate(row)))),
            clutter("unreferenced_files", Worth.Clutter::files),
            clutter("unreferenced_bytes", clutter -> clutter.bytes().count()),
            clutter("eligible_files", Worth.Clutter::eligibleFiles),
            clutter("eligible_bytes", clutter -> clutter.eligibleBytes().count()),
            new Column(
                    "saved_per_month",
                    (fleet, row) -> row.figures()
                            .flatMap(f -> fleet.savedPerMonth(f.worth()))
                            .map(money -> rounded(money, 4))),
            new Column(
                    "cost_once",
                    (fleet, row) ->
                            row.figures().flatMap(f -> fleet.cost(f.worth())).map(money -> rounded(money, 4))),
            new Column("why", (fleet, row) -> Optional.of(row.why())));

    private static Column figure(String name, Function<FleetRow.Figures, Object> value) {
        return new Column(name, (fleet, row) -> row.figures().map(value));
    }

    private static Column worth(String name, Function<Worth, Object> value) {
        return figure(name, figures -> value.apply(figures.worth()));
    }

    private static Column clutter(String name, Function<Worth.Clutter, Object> value) {
        return new Column(
                name,
                (fleet, row) -> row.figures().flatMap(f -> f.worth().clutter()).map(value));
    }

    static BigDecimal rounded(BigDecimal value, int digits) {
        return value.setScale(digits, RoundingMode.HALF_UP);
    }

    static BigDecimal minutes(Duration estimate) {
        return rounded(
                BigDecimal.valueOf(estimate.toMillis())
                        .movePointLeft(3)
                        .divide(BigDecimal.valueOf(60), 6, RoundingMode.HALF_UP),
                2);
    }

    private static BigDecimal days(Duration age) {
        return BigDecimal.valueOf(age.toMinutes())
                .divide(BigDecimal.valueOf(Duration.ofDays(1).toMinutes()), 2, RoundingMode.HALF_UP);
    }
}
