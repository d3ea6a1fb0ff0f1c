/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `fleet`, and the other commands over many tables, say in both voices. */
class FleetGoldenTest {

    @TempDir
    private Path folder;

    private final Terminal terminal = new Terminal(Path.of("/lake"));
    private final StringBuilder page = new StringBuilder();

    @BeforeEach
    void an_estate_with_all_that_may_be() {
        FakeFormat delta = terminal.parts.delta;
        delta.orders("/lake/sales/orders");
        delta.add("/lake/sales/customers", 7, FakeTable.files(3, Bytes.ofMebibytes(120), FakeTable.day(1)));
        delta.add("/lake/web/clicks of today", 1911, FakeTable.files(2400, Bytes.ofMebibytes(3), FakeTable.day(1)));
        delta.orders("/lake/web/unsupported")
                .objections
                .add(new Objection(Objection.Kind.UNSUPPORTED, "It uses the feature \"icebergCompatV2\"."));
        delta.orders("/lake/web/broken").breaksWith = Optional.of(new GateException(
                Fault.TABLE_DAMAGED, "delta:/lake/web/broken", "Version 3 is gone, and version 4 needs it."));
        delta.orders("/lake/_trash/orders");
        terminal.parts.showFolders().locked("/lake/secret");
    }

    private Terminal.Ending says(String... args) {
        Terminal.Ending ending = terminal.run(args);
        page.append(page.isEmpty() ? "" : "\n").append(ending.transcript());
        return ending;
    }

    @Test
    void fleet() {
        says("fleet", "/lake");
        says("fleet", "delta:/lake/**", "--exclude", "/lake/web", "--exclude", "/lake/sec*", "--listing");
        says(
                "fleet",
                "/lake/*/orders",
                "--price",
                "reads-per-thousand=0.4",
                "--price",
                "scans-per-day=24",
                "--set",
                "small_file_mb=2");
        says("fleet", "/lake", "--by", "ratio", "--top", "1");
        Golden.holds("fleet.txt", page.toString());
    }

    @Test
    void fleet_of_all_configured_gates() throws IOException {
        Files.writeString(folder.resolve("sluice.yaml"), """
                prices: { currency: EUR, storage-gib-month: 0.02, reads-per-thousand: 0.4 }
                gates:
                  orders:
                    table: delta:/lake/sales/orders
                    preset: delta-lake-table-health-gate
                    small-file: 2MB
                  web:
                    tables: { include: ["delta:/lake/web/**", "delta:/lake/sales/*"], exclude: ["/lake/web/broken"] }
                    preset: delta-lake-table-health-gate
                  a-demo:
                    preset: delta-lake-table-health-gate
                """);
        terminal.environment.put("SLUICE_CONFIG", folder.resolve("sluice.yaml").toString());

        says("fleet");
        says("fleet", "--exclude", "/lake/web", "--set", "small_file_ratio=0.95", "--price", "reads-per-thousand=0");
        says("fleet", "--preset", "delta-lake-table-health-gate");
        says("fleet", "orders");
        says("fleet", "orders", "/lake/web");
        says("fleet", "a-demo");
        Golden.holds("fleet-gates.txt", page.toString());
    }

    @Test
    void fleet_on_narrow_terminals() {
        for (String width : new String[] {"160", "100", "72", "40"}) {
            terminal.environment.put("SLUICE_COLUMNS", width);
            Terminal.Ending ending = says("fleet", "/lake");

            assertThat(ending.out().lines().filter(line -> line.startsWith("  ") && !line.startsWith("  sluice")))
                    .allSatisfy(
                            line -> assertThat(line).hasSizeLessThanOrEqualTo(Math.max(60, Integer.parseInt(width))));
        }
        Golden.holds("fleet-narrow.txt", page.toString());
    }

    @Test
    void fleet_for_programs() {
        says("fleet", "/lake", "--json");
        says("fleet", "/lake", "--csv", "-");
        Golden.holds("fleet-programs.txt", page.toString());
    }

    @Test
    void fleet_that_finds_nothing_or_is_asked_wrongly() {
        says("fleet", "/lake/nowhere");
        says("fleet", "/lake/nowhere/*", "--json");
        says("fleet");
        says("fleet", "iceberg:lakehouse/analytics.*");
        says("fleet", "/lake", "--by", "money");
        says("fleet", "/lake", "--price", "storage-gib-mont=1");
        says("fleet", "/lake", "--csv", "-", "--json");
        says("fleet", "/lake", "--csv", "/no/such/folder/fleet.csv");
        says("fleet", "/lake", "--throughput", "fast");
        says("fleet", "/lake", "--at-once", "0");
        says("fleet", "/lake", "--set", "small_file_mbs=1");
        Golden.holds("fleet-refusals.txt", page.toString());
    }

    @Test
    void other_commands_take_patterns_and_end_with_the_worst() {
        says("assess", "/lake/sales/*");
        says("assess", "/lake/**");
        says("plan", "/lake/sales/*");
        says("explain", "/lake/*/orders", "/lake/sales/orders");
        says("assess", "/lake/nothing/*");
        says("plan", "/lake/sales/*", "-o", "plan.json");
        Golden.holds("patterns.txt", page.toString());
    }

    @Test
    void writes_the_same_rows_to_files() throws IOException {
        Path csv = folder.resolve("fleet.csv");
        Path html = folder.resolve("fleet.html");

        Terminal.Ending ending = terminal.run("fleet", "/lake", "--csv", csv.toString(), "--html", html.toString());

        assertThat(ending.exit()).isEqualTo(Fault.STORAGE.exitCode());
        assertThat(ending.out()).contains("Written to " + csv + "\nWritten to " + html + "\n");
        assertThat(Files.readString(csv))
                .isEqualTo(terminal.run("fleet", "/lake", "--csv", "-").out());
        assertThat(Files.readString(html)).contains("<!doctype html>", "delta:/<wbr>lake/<wbr>sales/<wbr>orders");
    }

    @Test
    void keeps_no_plan_and_begins_no_run() {
        terminal.run("fleet", "/lake", "--listing");

        assertThat(terminal.parts.journal.plans).isEmpty();
        assertThat(terminal.parts.journal.runs(1)).isEmpty();
    }
}
