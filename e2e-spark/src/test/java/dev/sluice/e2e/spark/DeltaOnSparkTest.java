/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.e2e.spark.Account.End;
import dev.sluice.e2e.spark.Account.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every table that other projects' writers made and that Spark reads: Spark finds the same rows, the same schema and the
 * same row ids after compaction and after clean-up, and goes on writing to what was compacted.
 */
class DeltaOnSparkTest {

    private static final Path DATA = Path.of(System.getProperty("sluice.root"), "..", "shared", "data");

    @TempDir
    Path scratch;

    @Test
    void spark_finds_every_row_again_after_compaction_and_clean_up_and_goes_on_writing() throws IOException {
        assumeThat(DATA).as("tables made by other writers").isDirectory();
        assumeThat(SluiceProcess.product().resolve("classpath"))
                .as("the packed product; `./dev it spark` packs it")
                .isRegularFile();
        ListedSums listed = ListedSums.read(DATA.resolve("delta/CHECKSUMS.tsv"));
        List<Account> accounts = new ArrayList<>();
        try (SparkTables spark = SparkTables.start(scratch);
                SluiceProcess sluice = SluiceProcess.start(SluiceOnRequest.class)) {
            TableCheck check = new TableCheck(spark, sluice, listed, scratch);
            for (Path table : tables()) {
                accounts.add(check.of(table));
            }
            report(spark.version(), accounts);
        }
        assertThat(accounts).filteredOn(a -> a.has(End.BROKEN)).isEmpty();
        assertThat(count(accounts, End.READ)).isGreaterThanOrEqualTo(listed.size());
        assertThat(count(accounts, End.COMPACTED)).isGreaterThan(60);
        assertThat(count(accounts, End.VACUUMED)).isGreaterThan(60);
        assertThat(count(accounts, End.ROW_IDS)).isPositive();
        assertThat(count(accounts, End.APPENDED)).isGreaterThan(40);
        assertThat(count(accounts, End.DELETION_VECTOR)).isPositive();
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

    private static long count(List<Account> accounts, End end) {
        return accounts.stream().filter(a -> a.has(end)).count();
    }

    private static void report(String spark, List<Account> accounts) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Spark %s with Delta %s reads a copy of each of %d tables, Sluice compacts it, Spark reads it again,"
                .formatted(spark, System.getProperty("sluice.delta"), accounts.size()));
        lines.add(
                "Sluice vacuums it with a clock one year ahead, Spark reads it again and writes to what was compacted.");
        lines.add(
                "Compared are the number of rows, sum and xor of a hash of each row as JSON (so neither the bits of a NaN");
        lines.add("nor the sign of a zero), the schema and, where they are tracked, row ids and row commit versions.");
        lines.add("");
        for (End end : End.values()) {
            lines.add("- %s: %d".formatted(end.words, count(accounts, end)));
        }
        lines.add("");
        lines.add(Stream.of(Stage.values()).map(s -> s.title).collect(Collectors.joining(" | ", "| table | ", " |")));
        lines.add("| --- | ---: | --- | --- | --- | --- |");
        accounts.forEach(a -> lines.add(a.row()));
        Path report = Path.of("target", "it", "spark.md");
        Files.createDirectories(report.getParent());
        Files.write(report, lines);
    }
}
