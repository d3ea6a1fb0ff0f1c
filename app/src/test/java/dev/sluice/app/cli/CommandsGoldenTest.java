/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person and a program read, word for word: each test is one page under {@code golden/}. */
class CommandsGoldenTest {

    private static final String ORDERS = "delta:/lake/orders";

    private final Terminal terminal = new Terminal(Path.of("/lake"));
    private final StringBuilder page = new StringBuilder();

    @BeforeEach
    void has_the_table_of_the_example() {
        terminal.parts.delta.orders("/lake/orders");
    }

    private Terminal.Ending says(String... args) {
        Terminal.Ending ending = terminal.run(args);
        page.append(page.isEmpty() ? "" : "\n").append(ending.transcript());
        return ending;
    }

    private void healthy(String path) {
        terminal.parts.delta.add(path, 7, FakeTable.files(3, Bytes.ofMebibytes(120), FakeTable.day(1)));
    }

    @Test
    void assess() {
        healthy("/lake/customers");
        says("assess", ORDERS);
        says("assess", ORDERS, "--verbose");
        says("assess", "orders", "/lake/customers", "delta:gone");
        says("assess", "--json", ORDERS);
        says("assess", "--json", ORDERS, "delta:gone");
        Golden.holds("assess.txt", page.toString());
    }

    @Test
    void assess_names_the_worst_twenty_partitions() {
        FakeTable table =
                terminal.parts.delta.add("/lake/days", 1, FakeTable.files(2, FakeTable.SMALL, FakeTable.day(1)));
        table.commit(IntStream.rangeClosed(1, 25)
                .boxed()
                .flatMap(day -> FakeTable.files(day, FakeTable.SMALL, FakeTable.day(day)).stream())
                .toList());
        says("assess", "days", "--verbose");
        Golden.holds("assess-partitions.txt", page.toString());
    }

    @Test
    void plan() {
        healthy("/lake/customers");
        says("plan", ORDERS);
        says("plan", "customers");
        says("plan", ORDERS, "--json");
        Golden.holds("plan.txt", page.toString());
    }

    @Test
    void apply() {
        says("plan", ORDERS);
        String id = terminal.parts.journal.onlyPlan();
        says("apply", id);
        says("apply", id);
        says("plan", ORDERS);
        Golden.holds("apply.txt", page.toString());
    }

    @Test
    void run() {
        says("run", ORDERS);
        says("run", ORDERS);
        Golden.holds("run.txt", page.toString());
    }

    @Test
    void run_in_json() {
        says("run", ORDERS, "--json");
        Golden.holds("run-json.txt", page.toString());
    }

    @Test
    void run_that_asks() {
        says("run", ORDERS, "--set", "mode=ask");
        terminal.whereSomebodyTypes("perhaps\nno\n");
        says("run", ORDERS, "--set", "mode=ask");
        terminal.whereSomebodyTypes("yes\n");
        says("run", ORDERS, "--set", "mode=ask");
        Golden.holds("run-ask.txt", page.toString());
    }

    @Test
    void run_that_only_plans() {
        says("run", ORDERS, "--set", "mode=plan");
        Golden.holds("run-plan.txt", page.toString());
    }

    @Test
    void run_that_does_not_get_to_its_end() {
        terminal.parts.delta.endsWith =
                Optional.of(new StepOutcome.Conflicted("Another writer committed version 413 first."));
        says("run", ORDERS);
        terminal.parts.delta.endsWith =
                Optional.of(new StepOutcome.Unknown("The commit of version 413 was not answered."));
        says("run", ORDERS);
        terminal.parts.delta.endsWith = Optional.empty();
        terminal.parts.delta.rowsLost = 5;
        says("run", ORDERS);
        terminal.parts.delta.breaksWith = Optional.of(
                new GateException(Fault.STORAGE, "/lake/orders/_delta_log", "The folder cannot be listed."));
        says("run", ORDERS);
        says("run", ORDERS, "--json");
        Golden.holds("run-failures.txt", page.toString());
    }

    @Test
    void runs_and_show() {
        says("runs");
        says("run", ORDERS);
        says("run", ORDERS);
        says("runs");
        says("runs", "--last", "1", "--json");
        says("show", terminal.parts.journal.newestRun());
        says("show", terminal.parts.journal.newestRun(), "--json");
        Golden.holds("runs.txt", page.toString());
    }

    @Test
    void explain() {
        says("explain", ORDERS);
        says("explain", ORDERS, "--json");
        Golden.holds("explain.txt", page.toString());
    }

    @Test
    void tables_that_are_left_to_others() {
        FakeTable owned = terminal.parts.delta.orders("/lake/owned");
        owned.objections.add(new Objection(
                Objection.Kind.OWNER_MAINTAINS, "OPTIMIZE ran 3 times in the last 14 days, last in version 410."));
        FakeTable unsupported = terminal.parts.delta.orders("/lake/unsupported");
        unsupported.objections.add(
                new Objection(Objection.Kind.UNSUPPORTED, "It uses the feature \"icebergCompatV2\"."));
        says("assess", "owned", "unsupported");
        says("plan", "owned");
        says("plan", "unsupported");
        Golden.holds("objections.txt", page.toString());
    }
}
