/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.core.fault.Blame;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.verify.Verification;
import dev.sluice.core.verify.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every table that other projects' writers made: assessed, planned and compacted twice. Rows stay equal by an independent
 * reader and the second pass finds nothing, or the table is refused by name and left as it was.
 */
class DeltaTablesTest {

    private static final Path DATA = Path.of(System.getProperty("sluice.root"), "..", "shared", "data");

    /**
     * Tables whose commits, replayed one by one, give other rows than Spark counts: Spark goes by log compactions there
     * that contradict the commits they sum up, and Kernel by the commits.
     */
    private static final Set<String> COUNTED_OTHERWISE_BY_SPARK = Set.of("kernelrs__compacted-log-files-table");

    @TempDir
    Path scratch;

    /** What became of one table. */
    private record Result(String table, String what, String detail) {}

    @Test
    void every_table_of_other_writers_is_compacted_without_loss_or_refused_by_name() throws IOException {
        assumeThat(DATA).as("tables made by other writers").isDirectory();
        Map<String, Long> spark = sparksCounts();
        List<Result> results = new ArrayList<>();
        for (Path table : tables()) {
            results.add(passTwice(table, spark));
        }
        report(results);
        assertThat(results).filteredOn(r -> r.what().equals("BROKEN")).isEmpty();
        assertThat(results).filteredOn(r -> r.what().equals("COMPACTED")).hasSizeGreaterThan(60);
    }

    private Result passTwice(Path original, Map<String, Long> spark) throws IOException {
        String name = original.getFileName().toString();
        Path copy = scratch.resolve(name);
        TestTables.copy(original, copy);
        Map<String, Long> before = listing(copy);
        Location location = Location.local(copy.toRealPath());
        DeltaPass pass = new DeltaPass(location, Clock.systemUTC());
        try {
            MaintenancePlan plan = pass.plan();
            if (plan.isEmpty()) {
                return new Result(
                        name,
                        "NOTHING",
                        plan.leftAlone().isEmpty()
                                ? ""
                                : plan.leftAlone().get(0).text());
            }
            String rows = rows(location);
            Long counted = spark.get(name);
            if (counted != null && !rows.isEmpty() && !rows.startsWith(counted + " ")) {
                return new Result(name, "BROKEN", "Spark counted %d rows, Kernel %s".formatted(counted, rows));
            }
            String duck = rows.isEmpty() ? duckRows(location, inputs(plan)) : "";
            StepOutcome outcome = pass.compact(plan);
            Optional<Change> change = outcome.change();
            if (change.isEmpty()) {
                return new Result(name, "BROKEN", outcome.text());
            }
            Verification check = Verifier.verify(pass.format, pass.table, change.get(), pass.clock.instant());
            if (!check.passed()) {
                return new Result(name, "BROKEN", check.problems().toString());
            }
            String after = rows.isEmpty()
                    ? duckRows(
                            location,
                            change.get().added().stream().map(f -> f.path()).toList())
                    : TableRows.of(location).toString();
            if (!after.equals(rows.isEmpty() ? duck : rows)) {
                return new Result(name, "BROKEN", "rows before %s%s, after %s".formatted(rows, duck, after));
            }
            MaintenancePlan second = pass.plan();
            if (!second.isEmpty()) {
                return new Result(name, "BROKEN", "the second pass plans " + second.steps());
            }
            String lost = cleanUp(location, after);
            if (!lost.isEmpty()) {
                return new Result(name, "BROKEN", lost);
            }
            return new Result(
                    name,
                    "COMPACTED",
                    "%d into %d, %s"
                            .formatted(
                                    change.get().removed().size(),
                                    change.get().added().size(),
                                    after));
        } catch (GateException e) {
            if (!listing(copy).equals(before)) {
                return new Result(name, "BROKEN", "changed by a refusal: " + e.getMessage());
            }
            return new Result(
                    name, e.fault().blame() == Blame.GATE ? "BROKEN" : "REFUSED", e.fault() + " " + e.reason());
        }
    }

    /** Removes, a year later, all that is eligible; says what was lost by it, or nothing. */
    private static String cleanUp(Location table, String rows) {
        DeltaPass later = new DeltaPass(table, Clock.offset(Clock.systemUTC(), Duration.ofDays(365)));
        MaintenancePlan plan = later.planRemoval();
        if (!plan.isEmpty()) {
            Removal account = later.remove(plan);
            if (!account.failed().isEmpty() || !account.kept().isEmpty()) {
                return "not removed: " + account.kept() + account.failed();
            }
        }
        try (Stream<DataFile> files = later.format.inspect(later.table).files()) {
            List<Location> missing = files.map(file -> LogPath.locate(table, file.path()))
                    .filter(file -> !Files.exists(Path.of(file.path())))
                    .toList();
            if (!missing.isEmpty()) {
                return "live files are gone: " + missing;
            }
        }
        String after = rows(table);
        return after.isEmpty() || after.equals(rows)
                ? ""
                : "rows %s before the removal, %s after".formatted(rows, after);
    }

    /** The rows of a table, or nothing where Kernel cannot read them though other readers can. */
    private static String rows(Location table) {
        try {
            return TableRows.of(table).toString();
        } catch (RuntimeException e) {
            return "";
        }
    }

    private static List<String> inputs(MaintenancePlan plan) {
        return ((Step.Compact) plan.steps().get(0))
                .groups().stream()
                        .flatMap(g -> g.inputs().stream())
                        .map(f -> f.path())
                        .toList();
    }

    /** The rows of data files as DuckDB sees them: times as microseconds, all else as text. */
    private static String duckRows(Location table, List<String> paths) {
        String files = paths.stream()
                .map(path -> "'" + LogPath.locate(table, path) + "'")
                .collect(Collectors.joining(
                        ", ", "read_parquet([", "], union_by_name = true, hive_partitioning = false)"));
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duck.createStatement()) {
            List<String> columns = new ArrayList<>();
            try (ResultSet schema = sql.executeQuery("DESCRIBE SELECT * FROM " + files)) {
                while (schema.next()) {
                    String column = '"' + schema.getString(1) + '"';
                    columns.add(schema.getString(2).startsWith("TIMESTAMP") ? "epoch_us(" + column + ")" : column);
                }
            }
            String row = columns.stream().map(c -> c + "::VARCHAR").collect(Collectors.joining(", "));
            try (ResultSet sums = sql.executeQuery(
                    "SELECT count(*) || ' ' || sum(hash(concat_ws('|', " + row + "))) FROM " + files)) {
                sums.next();
                return "DuckDB " + sums.getString(1);
            }
        } catch (SQLException e) {
            return "unread: " + e.getMessage();
        }
    }

    private static List<Path> tables() throws IOException {
        List<Path> tables = new ArrayList<>();
        for (String collection : List.of("delta", "delta-features")) {
            try (Stream<Path> entries = Files.list(DATA.resolve(collection))) {
                entries.filter(Files::isDirectory).sorted().forEach(tables::add);
            }
        }
        return tables;
    }

    /** The rows that Spark counted in each table that it could read. */
    private static Map<String, Long> sparksCounts() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : Files.readAllLines(DATA.resolve("delta/CHECKSUMS.tsv"))) {
            String[] fields = line.split("\t", -1);
            boolean counted = fields.length > 2 && fields[1].equals("OK");
            if (counted && !COUNTED_OTHERWISE_BY_SPARK.contains(fields[0])) {
                counts.put(fields[0], Long.parseLong(fields[2]));
            }
        }
        return counts;
    }

    private static Map<String, Long> listing(Path folder) throws IOException {
        Map<String, Long> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                files.put(folder.relativize(file).toString(), Files.size(file));
            }
        }
        return files;
    }

    /** The counts on the console; in full, table by table, for the report. */
    private static void report(List<Result> results) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        results.forEach(r -> counts.merge(r.what(), 1, Integer::sum));
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("%d tables: %s.".formatted(results.size(), counts));
        lines.add("");
        lines.add("| table | what became of it | detail |");
        lines.add("| --- | --- | --- |");
        results.forEach(r -> lines.add(
                "| %s | %s | %s |".formatted(r.table(), r.what(), r.detail().replace("|", "\\|"))));
        Path report = Path.of("target", "it", "delta-tables.md");
        Files.createDirectories(report.getParent());
        Files.write(report, lines);
        System.getLogger(DeltaTablesTest.class.getName()).log(System.Logger.Level.INFO, lines.get(1));
    }
}
