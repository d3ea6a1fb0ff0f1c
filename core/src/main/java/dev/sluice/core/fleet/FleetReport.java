/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.store.Bytes;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What was found of many tables, ranked.
 *
 * @param asked the patterns, as they were typed
 * @param rows what is worth most first, what could not be read last
 */
public record FleetReport(List<String> asked, List<FleetRow> rows, Terms terms, Instant at, Duration took) {

    public FleetReport {
        asked = List.copyOf(asked);
        rows = rows.stream().sorted(terms.by().order(terms.prices())).toList();
    }

    /** Tables, whether or not they could be read. */
    public long tables() {
        return count(row -> row.table().isPresent());
    }

    public long due() {
        return count(FleetRow::isDue);
    }

    /** Tables that could not be read. */
    public long broken() {
        return count(row -> row.table().isPresent() && !row.isRead());
    }

    /** Places that could not be looked into. */
    public long blocked() {
        return count(row -> row.table().isEmpty());
    }

    /** What all tables' maintenance together is worth. */
    public Worth worth() {
        return rows.stream().map(FleetRow::worth).reduce(Worth.NOTHING, Worth::plus);
    }

    public long files() {
        return sum(FleetRow.Figures::files);
    }

    public long smallFiles() {
        return sum(FleetRow.Figures::smallFiles);
    }

    public Bytes size() {
        return Bytes.of(sum(figures -> figures.size().count()));
    }

    /** How long carrying out one plan after another is estimated to take. */
    public Duration estimate() {
        return terms.throughput().estimate(worth());
    }

    public Duration estimate(FleetRow row) {
        return terms.throughput().estimate(row.worth());
    }

    /** What a month would cost less, where prices are known. */
    public Optional<BigDecimal> savedPerMonth(Worth worth) {
        return terms.prices().map(prices -> prices.savedPerMonth(worth));
    }

    /** What that costs once, where prices are known. */
    public Optional<BigDecimal> cost(Worth worth) {
        return terms.prices()
                .map(prices -> prices.cost(worth, terms.throughput().estimate(worth)));
    }

    /** How old a table's newest version was; never negative, whatever the clocks say. */
    public Optional<Duration> age(FleetRow row) {
        return row.figures()
                .flatMap(FleetRow.Figures::versionAt)
                .map(made -> Duration.between(made, at))
                .map(age -> age.isNegative() ? Duration.ZERO : age);
    }

    private long count(Predicate<FleetRow> which) {
        return rows.stream().filter(which).count();
    }

    private long sum(ToLongFunction<FleetRow.Figures> figure) {
        return figures().mapToLong(figure).sum();
    }

    private Stream<FleetRow.Figures> figures() {
        return rows.stream().flatMap(row -> row.figures().stream());
    }
}
