/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person reads of runs that wait for an answer, and of the answers. */
class WaitingGoldenTest {

    private static final String ORDERS = "delta:/lake/orders";

    private final Terminal terminal = new Terminal(Path.of("/lake"));
    private final StringBuilder page = new StringBuilder();

    @BeforeEach
    void has_a_run_that_waits() {
        terminal.parts.delta.orders("/lake/orders");
        says("run", ORDERS, "--set", "mode=ask", "--exit-code");
        page.setLength(0);
    }

    private void says(String... args) {
        Terminal.Ending ending = terminal.run(args);
        page.append(page.isEmpty() ? "" : "\n").append(ending.transcript());
    }

    private String waiting() {
        return terminal.parts.journal.newestRun();
    }

    @Test
    void is_listed_and_approved_once() {
        says("runs", "--waiting");
        says("runs", "--waiting", "--json");
        says("show", waiting());
        says("approve", waiting(), "--reason", "the nightly load is through");
        says("approve", waiting());
        says("runs", "--waiting");
        Golden.holds("approve.txt", page.toString());
    }

    @Test
    void is_reported_on_with_its_verdict_and_scorecard_as_if_it_had_not_waited() {
        says("decline", waiting());
        says("run", ORDERS, "--preset", "iceberg-partition-compaction-and-maintenance-gate", "--set", "mode=ask");
        page.setLength(0);
        says("approve", waiting());
        says("show", waiting(), "--json");
        Golden.holds("approve-scorecard.txt", page.toString());
    }

    @Test
    void is_declined_with_a_reason() {
        says("decline", waiting(), "--reason", "a backfill is coming");
        says("decline", waiting());
        says("decline", "20260101T000000-000000");
        Golden.holds("decline.txt", page.toString());
    }

    @Test
    void makes_a_second_run_with_the_same_plan_superfluous() {
        says("run", ORDERS, "--set", "mode=ask", "--exit-code");
        Golden.holds("waits-already.txt", page.toString());
    }

    @Test
    void gives_way_to_a_run_with_a_newer_plan() {
        String first = waiting();
        says("run", ORDERS, "--set", "mode=ask", "--set", "target_file_mb=256", "--exit-code");
        says("show", first);
        says("show", first, "--json");
        Golden.holds("superseded.txt", page.toString());
    }

    @Test
    void expires() {
        terminal.now = terminal.now.plus(Duration.ofHours(73));
        says("runs", "--waiting");
        says("approve", waiting(), "--exit-code");
        Golden.holds("expired.txt", page.toString());
    }

    @Test
    void is_refused_where_the_table_has_changed_otherwise() {
        says("run", ORDERS, "--set", "target_file_mb=256");
        page.setLength(0);
        says("approve", "20261129T030000-000001");
        Golden.holds("approve-stale.txt", page.toString());
    }
}
