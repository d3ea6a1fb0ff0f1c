/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.worker.Ending;
import dev.sluice.app.worker.Task;
import dev.sluice.app.worker.WorkerCommandLine;
import dev.sluice.app.worker.WorkerProcess;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.table.TableRef;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product itself as a worker, on a real Delta table. */
class WorkerMainTest {

    @TempDir
    private Path folder;

    @Test
    void takes_a_table_through_the_gate_in_a_process_of_its_own() {
        TableRef table = new Wiring(Clock.systemUTC())
                .demo("delta")
                .orElseThrow()
                .write()
                .apply(folder.resolve("orders"))
                .table();

        assertThat(pass(table).status()).isEqualTo(Status.COMPACTED);
        assertThat(pass(table).status()).isEqualTo(Status.HEALTHY);
    }

    private Ending pass(TableRef table) {
        Task task = new Task.Pass(
                folder.resolve("state").toString(),
                table,
                "delta-lake-table-health-gate",
                Map.of("small_file_mb", "16"));
        return WorkerProcess.start(WorkerCommandLine.ofThisProgram(Main.class), task, WorkerProcess.PATIENCE)
                .follow(Watcher.NONE);
    }
}
