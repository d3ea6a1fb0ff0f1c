/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where tables and the state are looked for. */
class PlaceTest {

    private final Terminal terminal = new Terminal(Path.of("/lake/of/ada"));

    @ParameterizedTest
    @CsvSource({
        "orders,                              /lake/of/ada/orders",
        "delta:orders,                        /lake/of/ada/orders",
        "delta:./orders/,                     /lake/of/ada/orders",
        "delta:../orders,                     /lake/of/orders",
        "/data/orders,                        /data/orders",
        "delta:/data//orders/,                /data/orders",
        "file:///data/orders,                 /data/orders",
        "delta:file:/data/orders,             /data/orders",
        "delta:~/orders,                      /home/ada/orders",
        "~/orders,                            /home/ada/orders",
        "/data/a:b,                           /data/a:b",
        "./a:b,                               /lake/of/ada/a:b",
        "s3://lake/orders,                    s3://lake/orders",
        "S3://lake//orders/,                  s3://lake/orders",
        "delta:s3a://lake/orders,             s3://lake/orders",
        "s3n://lake/a%20b,                    s3://lake/a%20b",
        "s3://lake,                           s3://lake/",
        "delta:day=2026-11-01 00%3A00/ö,      /lake/of/ada/day=2026-11-01 00%3A00/ö"
    })
    void finds_a_table_however_its_path_is_written(String typed, String path) {
        terminal.parts.delta.orders(path);

        assertThat(terminal.run("assess", typed).out()).startsWith("delta:" + path + ", version 412: ");
    }

    @Test
    void keeps_its_state_where_the_option_says_else_the_environment_else_the_users_data() {
        terminal.run("runs");
        terminal.environment.put("XDG_DATA_HOME", "/xdg");
        terminal.run("runs");
        terminal.environment.put("XDG_DATA_HOME", "relative");
        terminal.run("runs");
        terminal.environment.put("SLUICE_STATE", "state");
        terminal.run("runs");
        terminal.run("runs", "--state", "~/s");
        terminal.run("--state=/before", "runs");

        assertThat(terminal.parts.stateFolders)
                .extracting(Path::toString)
                .containsExactly(
                        "/home/ada/.local/share/sluice",
                        "/xdg/sluice",
                        "/home/ada/.local/share/sluice",
                        "/lake/of/ada/state",
                        "/home/ada/s",
                        "/before");
    }

    @Test
    void options_that_all_commands_share_stand_before_or_after_the_command() {
        terminal.parts.delta.orders("/t");

        assertThat(Json.only(terminal.run("--json", "assess", "/t")))
                .isEqualTo(Json.only(terminal.run("assess", "/t", "--json")));
    }

    @Test
    void a_plan_goes_from_one_state_to_another_as_a_file(@TempDir Path folder) {
        Terminal ada = new Terminal(folder);
        ada.parts.delta.orders("/t");
        ada.run("plan", "/t", "-o", "plan.json");
        Terminal bob = new Terminal(folder);
        bob.parts.delta.orders("/t");

        Terminal.Ending ending = bob.run("apply", "plan.json");

        assertThat(ending.out()).contains("/t: compacted and verified").contains("36 files into 3");
    }

    @Test
    void a_plan_without_steps_is_written_and_applied_as_nothing(@TempDir Path folder) {
        Terminal ada = new Terminal(folder);
        ada.parts.delta.add("/t", 3, List.of());
        ada.run("plan", "/t", "-o", "plan.json");

        Terminal.Ending ending = ada.run("apply", "plan.json");

        assertThat(ending.exit()).isZero();
        assertThat(ending.out()).contains("has no steps, nothing is to be done");
        assertThat(Json.only(ada.run("apply", "plan.json", "--json"))
                        .path("status")
                        .asText())
                .isEqualTo("HEALTHY");
        assertThat(ada.parts.journal.runs(9)).isEmpty();
    }
}
