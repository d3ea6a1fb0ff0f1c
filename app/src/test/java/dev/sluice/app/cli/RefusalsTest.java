/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input of every kind: one clear message, the right exit, and no trace of where in the code it was noticed. */
class RefusalsTest {

    @TempDir
    private Path folder;

    private Terminal terminal() {
        Terminal terminal = new Terminal(folder);
        terminal.parts.delta.orders(folder.resolve("orders").toString());
        return terminal;
    }

    private void refuses(String message, Fault fault, String... args) {
        Terminal.Ending people = terminal().run(args);
        assertThat(people.err()).isEqualTo(message.replace("FOLDER", folder.toString()) + " " + fault.remedy() + "\n");
        assertThat(people.out()).isEmpty();
        assertThat(people.exit()).isEqualTo(fault.exitCode());

        String[] withJson = Arrays.copyOf(args, args.length + 1);
        withJson[args.length] = "--json";
        Terminal.Ending program = terminal().run(withJson);
        JsonNode error = Json.only(program).path("error");
        assertThat(error.path("fault").asText()).isEqualTo(fault.name());
        assertThat(error.path("subject").asText() + ": " + error.path("reason").asText())
                .isEqualTo(message.replace("FOLDER", folder.toString()));
        assertThat(error.path("remedy").asText()).isEqualTo(fault.remedy());
        assertThat(program.err()).isEmpty();
        assertThat(program.exit()).isEqualTo(fault.exitCode());
    }

    @Test
    void a_command_that_does_not_exist() {
        refuses("sluice: There is no command \"asess\". Did you mean assess?", Fault.USAGE, "asess", "orders");
    }

    @Test
    void an_option_that_does_not_exist() {
        refuses(
                "sluice assess: There is no option \"--presett=x\". Did you mean --preset?",
                Fault.USAGE,
                "assess",
                "orders",
                "--presett=x");
    }

    @Test
    void no_table() {
        refuses("sluice plan: Missing required parameter: 'TABLE'.", Fault.USAGE, "plan");
        refuses("sluice assess: Missing required parameter: 'TABLE'.", Fault.USAGE, "assess");
    }

    @Test
    void two_tables_where_one_is_to_be_named() {
        refuses("sluice run: \"second\" is one argument too many.", Fault.USAGE, "run", "orders", "second");
        refuses(
                "-o: A file takes the plan of one table, and several are named.",
                Fault.USAGE,
                "plan",
                "orders",
                "second",
                "-o",
                "plan.json");
    }

    @Test
    void an_empty_address() {
        refuses("TABLE: The address is empty.", Fault.USAGE, "plan", "");
        refuses("TABLE: The address is empty.", Fault.USAGE, "assess", " ");
        refuses("delta:: The address after \"delta:\" is empty.", Fault.USAGE, "plan", "delta:");
    }

    @ParameterizedTest
    @CsvSource({"gs", "az", "abfss", "hdfs", "s3+ddb", "https"})
    void a_place_that_sluice_does_not_reach_is_never_read_as_a_path(String scheme) {
        String reason =
                "Sluice does not reach %s:// yet; it reaches folders on this machine and s3://.".formatted(scheme);
        String uri = scheme + "://lake/orders";
        refuses(uri + ": " + reason, Fault.TABLE_FEATURE_UNSUPPORTED, "plan", uri);
        refuses("delta:" + uri + ": " + reason, Fault.TABLE_FEATURE_UNSUPPORTED, "run", "delta:" + uri);
    }

    @Test
    void an_address_on_s3_that_names_no_bucket_or_one_of_s3_express() {
        refuses(
                "s3:lake/orders: It names no bucket; an address on S3 is written s3://BUCKET/PATH.",
                Fault.USAGE,
                "plan",
                "s3:lake/orders");
        refuses(
                "delta:s3a:///orders: It names no bucket; an address on S3 is written s3://BUCKET/PATH.",
                Fault.USAGE,
                "plan",
                "delta:s3a:///orders");
        refuses(
                "s3://lake--use1-az4--x-s3/orders: lake--use1-az4--x-s3 is a directory bucket of S3 Express, which lists files"
                        + " in no order; Sluice does not reach it yet.",
                Fault.TABLE_FEATURE_UNSUPPORTED,
                "plan",
                "s3://lake--use1-az4--x-s3/orders");
    }

    @ParameterizedTest
    @CsvSource({"lance,lance:/data/lancedb/kb"})
    void a_format_that_is_yet_to_come(String format, String typed) {
        refuses(
                "%s: Sluice does not maintain %s tables yet; it maintains delta.".formatted(typed, format),
                Fault.TABLE_FEATURE_UNSUPPORTED,
                "assess",
                typed);
    }

    @Test
    void a_format_that_does_not_exist() {
        refuses(
                "dleta:orders: There is no table format \"dleta\"; there is delta. A path with a colon is written ./dleta:orders.",
                Fault.USAGE,
                "assess",
                "dleta:orders");
    }

    @Test
    void a_path_with_nothing_there() {
        refuses("FOLDER/nothing: There is no such folder.", Fault.TABLE_NOT_FOUND, "assess", "nothing");
        refuses(
                "delta:FOLDER/nothing: There is no folder _delta_log there.",
                Fault.TABLE_NOT_FOUND,
                "plan",
                "delta:nothing");
    }

    @Test
    void a_file_for_a_table() throws IOException {
        Files.writeString(folder.resolve("orders.parquet"), "PAR1");
        refuses(
                "FOLDER/orders.parquet: This is a file; a table is a folder.",
                Fault.TABLE_NOT_FOUND,
                "assess",
                "orders.parquet");
    }

    @Test
    void a_folder_without_a_table_and_what_it_holds_instead() throws IOException {
        Files.createDirectories(folder.resolve("orders"));
        Files.createDirectories(folder.resolve("archive"));
        Files.createDirectories(folder.resolve("empty"));
        refuses(
                "FOLDER: No table of a known format (delta) lives here; the folder holds archive, empty, orders (delta table).",
                Fault.TABLE_NOT_FOUND,
                "assess",
                ".");
        refuses("FOLDER/empty: The folder is empty.", Fault.TABLE_NOT_FOUND, "assess", "empty");
    }

    @Test
    void names_at_most_twenty_of_what_is_there() throws IOException {
        for (int i = 10; i < 35; i++) {
            Files.createDirectories(folder.resolve("lake/t" + i));
        }
        assertThat(terminal().run("assess", "lake").err())
                .contains("t10, t11, ")
                .contains(", t29 and 5 more.")
                .doesNotContain("t30");
    }

    @Test
    void a_folder_where_tables_of_two_formats_live() {
        Terminal terminal = terminal();
        FakeFormat hudi = new FakeFormat("hudi");
        hudi.orders(folder.resolve("orders").toString());
        terminal.parts.others.add(hudi);

        Terminal.Ending ending = terminal.run("assess", "orders");

        assertThat(ending.exit()).isEqualTo(64);
        assertThat(ending.err())
                .startsWith("orders: Tables of several formats live there; name the one that is meant: "
                        + "delta:orders or hudi:orders.");
        assertThat(terminal.run("assess", "delta:orders").exit()).isZero();
    }

    @Test
    void a_setting_without_a_value_or_set_twice() {
        refuses("--set: \"mode\" is not of the form KEY=VALUE.", Fault.USAGE, "run", "orders", "--set", "mode");
        refuses("--set: \"=5\" is not of the form KEY=VALUE.", Fault.USAGE, "run", "orders", "--set", "=5");
        refuses(
                "--set: \"mode\" is set more than once.",
                Fault.USAGE,
                "run",
                "orders",
                "--set",
                "mode=ask",
                "--set",
                "mode=auto");
    }

    @Test
    void a_wrong_setting_ends_the_command_before_any_table_is_opened() {
        Terminal terminal = terminal();
        terminal.parts.delta.breaksWith = Optional.of(new IllegalStateException("was opened"));

        Terminal.Ending ending = terminal.run("assess", "orders", "nothing", "--set", "small_file_md=1");

        assertThat(ending.exit()).isEqualTo(78);
        assertThat(ending.err())
                .startsWith("delta-lake-table-health-gate: small_file_md is not known; "
                        + "the nearest known input is small_file_mb.")
                .hasLineCount(1);
    }

    @Test
    void all_wrong_settings_are_named_together() {
        Terminal.Ending ending = terminal()
                .run(
                        "run",
                        "orders",
                        "--set",
                        "small_file_ratio=1.5",
                        "--set",
                        "retention_hours=100",
                        "--set",
                        "mode=yes");

        assertThat(ending.exit()).isEqualTo(78);
        assertThat(ending.out()).isEmpty();
        assertThat(ending.err())
                .contains("small_file_ratio is \"1.5\"; ")
                .contains("retention_hours is \"100\"; it must be at least 168 h")
                .contains("mode is \"yes\"; ")
                .hasLineCount(1);
    }

    @Test
    void a_preset_that_does_not_exist() {
        refuses(
                "preset: There is no preset \"nightly\"; there is delta-lake-table-health-gate,"
                        + " iceberg-partition-compaction-and-maintenance-gate.",
                Fault.CONFIG_INVALID,
                "plan",
                "orders",
                "--preset",
                "nightly");
    }

    @Test
    void a_plan_that_is_not_stored() {
        refuses(
                "p0123: There is neither a stored plan nor a file of that name. "
                        + "No run has stored one yet; `sluice plan TABLE` makes one.",
                Fault.USAGE,
                "apply",
                "p0123");

        Terminal terminal = terminal();
        terminal.run("run", "orders", "--set", "mode=plan");
        assertThat(terminal.run("apply", "p0123").err())
                .contains("The newest are %s (delta:%s)."
                        .formatted(terminal.parts.journal.onlyPlan(), folder.resolve("orders")));
    }

    @Test
    void a_plan_file_that_is_no_plan() throws IOException {
        Files.writeString(folder.resolve("a.json"), "{\"steps\": []}");
        refuses("FOLDER/a.json: This is not a plan that Sluice has written.", Fault.CONFIG_INVALID, "apply", "a.json");
        Files.write(folder.resolve("b.json"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(terminal().run("apply", "b.json"))
                .satisfies(e -> assertThat(e.exit()).isEqualTo(78))
                .satisfies(e -> assertThat(e.err()).startsWith(folder + "/b.json: This is not a text file"));
    }

    @Test
    void a_plan_file_that_was_altered() throws IOException {
        Terminal terminal = terminal();
        terminal.run("plan", "orders", "-o", "plan.json");
        Path plan = folder.resolve("plan.json");
        Files.writeString(plan, Files.readString(plan).replace("\"version\" : 412", "\"version\" : 411"));

        Terminal.Ending ending = terminal.run("apply", "plan.json");

        assertThat(ending.exit()).isEqualTo(30);
        assertThat(ending.err()).startsWith(plan + ": The plan was altered after it was made");
    }

    @Test
    void a_plan_file_that_cannot_be_written() {
        Terminal.Ending ending = terminal().run("plan", "orders", "-o", "no/such/folder/plan.json");

        assertThat(ending.exit()).isEqualTo(41);
        assertThat(ending.err()).startsWith(folder + "/no/such/folder/plan.json: The plan cannot be written there");
    }

    @Test
    void a_run_that_does_not_exist() {
        refuses("20260101: There is no run of that name. There is none yet.", Fault.USAGE, "show", "20260101");

        Terminal terminal = terminal();
        terminal.run("run", "orders");
        assertThat(terminal.run("show", "20260101").err())
                .contains("The newest are %s.".formatted(terminal.parts.journal.newestRun()));
    }

    @Test
    void no_runs_at_all() {
        refuses("--last: 0 is below 1.", Fault.USAGE, "runs", "--last", "0");
    }

    @Test
    void a_state_that_is_no_folder() {
        refuses(
                "--state: The state is kept in a folder; a database's URL is not taken yet.",
                Fault.CONFIG_INVALID,
                "runs",
                "--state",
                "postgresql://db/sluice");
    }

    @Test
    void a_fault_of_sluices_own_shows_where_it_came_from_only_when_asked() {
        Terminal terminal = terminal();
        terminal.parts.delta.breaksWith = Optional.of(new IllegalStateException("a broken promise"));

        Terminal.Ending quiet = terminal.run("assess", "orders");
        Terminal.Ending verbose = terminal.run("assess", "orders", "--verbose");

        assertThat(quiet.exit()).isEqualTo(70);
        assertThat(quiet.err())
                .startsWith("orders: IllegalStateException: a broken promise. This is a fault in Sluice.")
                .hasLineCount(1);
        assertThat(verbose.err()).contains("\tat dev.sluice.app");
    }

    @Test
    void a_fault_of_sluices_own_in_the_midst_of_a_run_shows_where_it_came_from_only_when_asked() {
        for (String[] command : List.of(
                new String[] {"run", "orders", "--yes"},
                new String[] {"run", "orders", "--yes", "--json"},
                new String[] {"apply", "PLAN"})) {
            assertThat(broken(command, "").err()).doesNotContain("\tat ");
            assertThat(broken(command, "--verbose").err())
                    .contains("IllegalStateException: a broken promise.")
                    .contains("Caused by: java.lang.IllegalStateException: a broken promise")
                    .contains("\tat dev.sluice.app.cli.RefusalsTest.broken(");
        }
    }

    /** A command that breaks for a reason that nobody foresaw. */
    private Terminal.Ending broken(String[] command, String option) {
        Terminal terminal = terminal();
        assertThat(terminal.run("plan", "orders").exit()).isZero();
        List<String> args = new ArrayList<>(List.of(command));
        args.replaceAll(arg -> arg.equals("PLAN") ? terminal.parts.journal.onlyPlan() : arg);
        if (!option.isEmpty()) {
            args.add(option);
        }
        terminal.parts.delta.breaksInChange = Optional.of(new IllegalStateException("a broken promise"));
        return terminal.run(args.toArray(String[]::new));
    }

    @Test
    void a_mistake_of_the_owners_in_the_midst_of_a_run_never_shows_a_place_in_the_program() {
        Terminal terminal = terminal();
        terminal.parts.delta.breaksInChange =
                Optional.of(new GateException(Fault.TABLE_DAMAGED, "part-1.parquet", "It was cut off."));

        Terminal.Ending ending = terminal.run("run", "orders", "--yes", "--verbose");

        assertThat(ending.err()).contains("part-1.parquet: It was cut off.").doesNotContain("\tat ");
    }

    @Test
    void one_bad_table_does_not_stop_the_others_and_the_exit_is_the_worst() {
        Terminal terminal = terminal();
        terminal.parts.delta.add(
                folder.resolve("fine").toString(), 1, FakeTable.files(1, Bytes.ofMebibytes(100), FakeTable.day(1)));

        Terminal.Ending ending = terminal.run("assess", "nothing", "gs://x/y", "orders", "fine", "--exit-code");

        assertThat(ending.exit()).isEqualTo(11);
        assertThat(ending.out()).contains("maintenance is due").contains("healthy, nothing to do");
        assertThat(ending.err()).hasLineCount(2);
    }
}
