/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo: what it tells, and what it leaves behind. */
class DemoGoldenTest {

    @TempDir
    private Path folder;

    private Terminal terminal() {
        return new Terminal(folder);
    }

    @Test
    void tells_the_passage_step_by_step() {
        Terminal.Ending ending = terminal().run("demo", "--keep=kept");

        Golden.holds(
                "demo.txt",
                ending.transcript().replace(folder.toString(), "/lake").replaceAll("p[0-9a-f]{8},", "p00000000,"));
    }

    @Test
    void tells_that_exactly_what_is_out_of_use_was_removed() {
        Terminal.Ending ending = terminal().run("demo", "--aged", "--keep=kept");

        Golden.holds(
                "demo-aged.txt",
                ending.transcript().replace(folder.toString(), "/lake").replaceAll("p[0-9a-f]{8},", "p00000000,"));
        assertThat(folder.resolve("kept/orders/young.parquet")).exists();
        assertThat(folder.resolve("kept/orders/old-1.parquet")).doesNotExist();
    }

    @Test
    void fails_where_anything_else_is_gone_than_what_the_plan_named() {
        Terminal terminal = terminal();
        terminal.parts.delta.keeps = file -> file.name().equals("old-2.parquet");

        Terminal.Ending ending = terminal.run("demo", "--aged");

        assertThat(ending.exit()).isEqualTo(50);
        assertThat(ending.err())
                .contains("3 files were to be removed, and not exactly these are gone from the folder, but 2.");
    }

    @Test
    void leaves_it_to_the_caller_whether_an_aged_table_is_cleaned() {
        Terminal.Ending ending = terminal().run("demo", "--aged", "--set", "vacuum_mode=DRY_RUN");

        assertThat(ending.out()).contains("all of the 4 files that lay there before are still there");
    }

    @Test
    void takes_its_folder_away_again() throws IOException {
        Terminal terminal = terminal();

        Terminal.Ending ending = terminal.run("demo");

        assertThat(ending.exit()).isZero();
        assertThat(ending.out()).contains("sluice demo --keep");
        assertThat(terminal.parts.stateFolders).singleElement().satisfies(state -> {
            assertThat(state.getFileName()).hasToString("state");
            assertThat(state.getParent()).doesNotExist();
        });
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void keeps_the_table_and_its_runs_in_the_folder_that_was_named() {
        Terminal terminal = terminal();

        Terminal.Ending ending = terminal.run("demo", "delta", "--keep=here");

        assertThat(folder.resolve("here/orders/_delta_log")).isDirectory();
        assertThat(terminal.parts.stateFolders).containsExactly(folder.resolve("here/state"));
        assertThat(ending.out())
                .contains("sluice run delta:" + folder.resolve("here/orders"))
                .contains("sluice runs --state " + folder.resolve("here/state"));
    }

    @Test
    void a_kept_table_needs_nothing_the_second_time_and_the_run_says_why() {
        Terminal terminal = terminal();
        terminal.run("demo", "--keep=here");

        Terminal.Ending ending = terminal.run("run", "here/orders");

        assertThat(ending.exit()).isZero();
        assertThat(ending.out())
                .contains("healthy, nothing was done")
                .contains("0 of 1 file are small (0%, limit 50%)")
                .contains("skipped: the table does not need it");
    }

    @Test
    void a_bare_keep_does_not_take_the_format_for_a_folder() throws IOException {
        Terminal.Ending ending = terminal().run("demo", "--keep", "delta");

        assertThat(ending.exit()).isZero();
        assertThat(folder.resolve("delta")).doesNotExist();
        Matcher kept = Pattern.compile("are kept in (.+)").matcher(ending.out());
        assertThat(kept.find()).isTrue();
        Path temporary = Path.of(kept.group(1));
        assertThat(temporary).startsWith(Path.of(System.getProperty("java.io.tmpdir")));
        assertThat(temporary.resolve("orders/_delta_log")).isEmptyDirectory();
        Files.delete(temporary.resolve("orders/_delta_log"));
        Files.delete(temporary.resolve("orders"));
        Files.delete(temporary);
    }

    @Test
    void takes_its_folder_away_where_it_is_stopped_half_way() {
        Terminal terminal = terminal();
        Cli cli = terminal.cli(new ByteArrayOutputStream(), new ByteArrayOutputStream());
        List<Path> written = new ArrayList<>();
        terminal.parts.whenDemoIsWritten = table -> {
            written.add(table);
            assertThat(table).isDirectory();
            cli.stop();
            assertThat(table.getParent()).doesNotExist();
        };

        assertThat(cli.run("demo")).isZero();

        assertThat(written).hasSize(1);
    }

    @Test
    void keeps_its_runs_where_the_caller_says() {
        Terminal terminal = terminal();

        terminal.run("demo", "--state", "/elsewhere");

        assertThat(terminal.parts.stateFolders).containsExactly(Path.of("/elsewhere"));
    }

    @Test
    void refuses_a_folder_that_holds_something() throws IOException {
        Files.createDirectories(folder.resolve("full/of"));

        Terminal.Ending ending = terminal().run("demo", "--keep=full");

        assertThat(ending.exit()).isEqualTo(64);
        assertThat(ending.err()).startsWith(folder.resolve("full") + ": A demo needs a new or empty folder.");
        assertThat(folder.resolve("full/of")).isDirectory();
    }

    @Test
    void prints_the_run_report_alone_in_json() {
        assertThat(Json.only(terminal().run("demo", "--json")).path("status").asText())
                .isEqualTo("COMPACTED");
    }

    @Test
    void refuses_a_format_without_a_demo() {
        Terminal.Ending ending = terminal().run("demo", "lance");

        assertThat(ending.exit()).isEqualTo(64);
        assertThat(ending.err()).startsWith("sluice demo: There is no demo of a format \"lance\".");
        assertThat(terminal().run("demo", "lance", "--aged").err())
                .startsWith("sluice demo: There is no aged demo of a format \"lance\".");
    }
}
