/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person reads of plans that remove, that take several commits, and that are not carried out to their end. */
class CarryingOutGoldenTest {

    private static final String ORDERS = "delta:/lake/orders";
    private static final String APPLY = "vacuum_mode=APPLY";

    private final Terminal terminal = new Terminal(Path.of("/lake"));
    private final StringBuilder page = new StringBuilder();
    private FakeTable table = terminal.parts.delta.orders("/lake/orders");

    @BeforeEach
    void has_files_that_are_out_of_use() {
        eligible(table, "/lake/orders/", 30);
    }

    private static void eligible(FakeTable table, String folder, int files) {
        for (int i = 1; i <= files; i++) {
            table.eligible.add(FakeTable.stored("%sold-%02d.parquet".formatted(folder, i)));
        }
    }

    private void says(String... args) {
        Terminal.Ending ending = terminal.run(args);
        page.append(page.isEmpty() ? "" : "\n").append(ending.transcript());
    }

    @Test
    void a_plan_that_removes_and_its_run() {
        says("plan", ORDERS);
        says("plan", ORDERS, "--set", APPLY);
        says("run", ORDERS, "--set", APPLY);
        says("run", ORDERS, "--set", APPLY);
        Golden.holds("remove.txt", page.toString());
    }

    @Test
    void a_removal_on_an_object_store_frees_what_the_store_says_is_free() {
        table.eligible.clear();
        eligible(table, "s3://lake/orders/", 3);
        says("plan", ORDERS, "--set", APPLY, "--set", "min_small_files=1000");
        Golden.holds("remove-s3.txt", page.toString());
    }

    @Test
    void files_that_stay_are_told_with_their_reasons() {
        terminal.parts.delta.keeps = file -> file.name().compareTo("old-22") <= 0;
        terminal.parts.delta.failsToDelete = file -> file.name().compareTo("old-25") <= 0;
        says("run", ORDERS, "--set", APPLY);
        Golden.holds("remove-kept.txt", page.toString());
        page.setLength(0);
        says("run", ORDERS, "--set", APPLY, "--verbose");
        Golden.holds("remove-kept-verbose.txt", page.toString());
    }

    @Test
    void a_table_below_which_nothing_may_be_removed() {
        terminal.parts.delta.objection = Optional.of("Another table lies below it: /lake/orders/archive.");
        says("plan", ORDERS);
        says("run", ORDERS);
        Golden.holds("remove-objection.txt", page.toString());
    }

    @Test
    void a_removal_alone() {
        says("run", ORDERS, "--set", APPLY, "--set", "min_small_files=1000");
        says("run", ORDERS, "--json", "--set", APPLY, "--set", "min_small_files=1000");
        Golden.holds("remove-alone.txt", page.toString());
    }

    @Test
    void several_commits_and_what_is_left_to_the_next_run() {
        terminal.parts.delta.notes.add("1 group was left out: day=2026-11-02/part-00003 is gone.");
        says("plan", ORDERS, "--verbose", "--set", "commit-bytes=10MB", "--set", "max-bytes-per-run=22MB");
        says("run", ORDERS, "--set", "commit-bytes=10MB", "--set", "max-bytes-per-run=22MB");
        says("run", ORDERS, "--set", "commit-bytes=10MB", "--set", "min_small_files=1");
        Golden.holds("commits.txt", page.toString());
    }

    @Test
    void outside_the_window_nothing_starts() {
        says("run", ORDERS, "--set", APPLY, "--set", "window=04:00-05:00");
        Golden.holds("window.txt", page.toString());
    }

    @Test
    void partitions_that_are_busy_are_left_for_later() {
        says("run", ORDERS, "--set", "quiet=2d");
        Golden.holds("quiet.txt", page.toString());
    }

    @Test
    void what_a_table_lists_in_vain_is_pruned_and_its_manifests_are_rewritten() {
        table.carries(3, 14);
        says("plan", ORDERS);
        says("run", ORDERS);
        says("run", ORDERS);
        Golden.holds("manifests.txt", page.toString());
    }

    @Test
    void what_a_dead_run_left_is_discarded() {
        says("run", ORDERS, "--set", "mode=plan");
        RunId dead = new RunId(terminal.parts.journal.newestRun());
        terminal.parts.journal.stands(dead, Status.FAILED);
        terminal.parts.journal.unsettled.add(dead.text());
        terminal.parts.delta.strays.add(FakeTable.stored("/lake/orders/half-written.parquet"));
        says("run", ORDERS);
        Golden.holds("discard.txt", page.toString());
    }

    @Test
    void a_run_that_died_is_told_of() {
        says("run", ORDERS, "--set", "mode=plan");
        RunId dead = new RunId(terminal.parts.journal.newestRun());
        terminal.parts.journal.stands(dead, Status.RUNNING);
        says("show", dead.text());
        says("run", ORDERS, "--set", "mode=plan");
        says("show", dead.text());
        says("show", dead.text(), "--json");
        Golden.holds("died.txt", page.toString());
    }

    @Test
    void while_another_run_works_on_the_table() {
        terminal.parts.busy = true;
        says("run", ORDERS);
        Golden.holds("busy.txt", page.toString());
    }
}
