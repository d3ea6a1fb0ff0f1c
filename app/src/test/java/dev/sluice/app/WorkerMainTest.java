/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.worker.Ending;
import dev.sluice.app.worker.Task;
import dev.sluice.app.worker.WorkerCommandLine;
import dev.sluice.app.worker.WorkerProcess;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.table.TableRef;
import dev.sluice.testkit.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product itself as a worker, on a real Delta table. */
class WorkerMainTest {

    @TempDir
    private Path folder;

    private TableRef table() {
        return new Wiring(Clock.systemUTC())
                .demo("delta")
                .orElseThrow()
                .write()
                .apply(folder.resolve("orders"))
                .table();
    }

    @Test
    void takes_a_table_through_the_gate_in_a_process_of_its_own() {
        TableRef table = table();

        assertThat(pass(table, "", "delta-lake-table-health-gate").status()).isEqualTo(Status.COMPACTED);
        assertThat(pass(table, "", "delta-lake-table-health-gate").status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void goes_by_the_configuration_that_its_parent_goes_by_and_finds_out_itself_what_a_reference_stands_for()
            throws IOException {
        TableRef table = table();
        Path secret = folder.resolve("hook");
        Path config = Files.writeString(folder.resolve("of the parent.yaml"), """
                gates:
                  nightly:
                    table: %s
                    preset: delta-lake-table-health-gate
                    mode: auto
                    min-small-files: 1000
                    notify: { webhook: { url: "${file:%s}", on: [silent] } }
                """.formatted(table, secret));
        try (LoopbackServer server = new LoopbackServer(LoopbackServer.status(200, "ok"))) {
            Files.writeString(secret, server.address("/hooks/T0xSECRETxB1").toString());

            Ending ending = pass(table, config.toString(), "nightly");

            assertThat(ending.status()).as(ending.summary()).isEqualTo(Status.HEALTHY);
            assertThat(ending.report().orElseThrow().path("gate").asText()).isEqualTo("nightly");
            assertThat(server.requests())
                    .extracting(LoopbackServer.Request::path)
                    .containsExactly("/hooks/T0xSECRETxB1");
        }
    }

    @Test
    void a_configuration_that_is_not_there_is_refused_and_named() {
        Path config = folder.resolve("nowhere.yaml");

        Ending ending = pass(table(), config.toString(), "nightly");

        assertThat(ending.fault()).contains(Fault.CONFIG_INVALID);
        assertThat(ending.summary()).contains(config.toString());
    }

    private Ending pass(TableRef table, String config, String gate) {
        Task task =
                new Task.Pass(folder.resolve("state").toString(), config, table, gate, Map.of("small_file_mb", "16"));
        return WorkerProcess.start(WorkerCommandLine.ofThisProgram(Main.class), task, WorkerProcess.PATIENCE)
                .follow(Watcher.NONE);
    }
}
