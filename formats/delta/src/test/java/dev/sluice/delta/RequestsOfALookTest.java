/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.emulator.SeenRequest;
import dev.sluice.rewrite.RewriteLimits;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often an object store is asked for one look at a table; each request costs its time, however short its answer. */
class RequestsOfALookTest {

    private static final int FILES_PER_REGION = 10;
    private static final int COMMITS = 1 + FILES_PER_REGION * Orders.REGIONS.size();

    @TempDir
    private Path folder;

    private LakeInAFolder lake;
    private DeltaFormat format;
    private TableRef table;

    @BeforeEach
    void a_table_without_a_checkpoint() {
        lake = new LakeInAFolder(folder);
        Orders orders = Orders.create(lake.bucket().resolve("orders"), FILES_PER_REGION);
        format = new DeltaFormat(lake.store(), Clock.systemUTC(), RewriteLimits.ofThisMachine());
        table = new TableRef("delta", lake.location(orders.folder()).toString());
    }

    @AfterEach
    void close() {
        lake.close();
    }

    @Test
    void a_whole_look_asks_for_each_commit_file_once_and_for_little_else() {
        TableState state = format.inspect(table);
        try (Stream<DataFile> files = state.files()) {
            assertThat(files).hasSize(COMMITS - 1);
        }
        assertThat(state.objections()).isNotEmpty();
        assertThat(state.writers()).isNotEmpty();

        assertThat(asked("GetObject").filter(target -> target.matches(".*/\\d{20}\\.json")))
                .containsExactlyInAnyOrderElementsOf(commits());
        assertThat(asked("GetObject").filter(target -> target.endsWith("/_last_checkpoint")))
                .as("whether there is a checkpoint")
                .hasSize(1);
        assertThat(lake.proxy.count("ListObjectsV2"))
                .as("is it there, what does Kernel need, what else is there")
                .isEqualTo(3);
        assertThat(lake.proxy.count()).isEqualTo(COMMITS + 1 + 3);
    }

    @Test
    void a_table_that_was_there_a_moment_ago_is_not_asked_for_again() {
        Object ignored = format.inspect(table, COMMITS - 1);

        assertThat(lake.proxy.requests().stream()
                        .map(SeenRequest::target)
                        .filter(target -> target.contains("max-keys=")))
                .isEmpty();
    }

    @Test
    void a_table_that_is_gone_meanwhile_is_told_of_as_one_that_never_was() {
        TableRef gone = new TableRef("delta", table.address() + "-gone");

        assertThatThrownBy(() -> format.inspect(gone))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND))
                .hasMessageContaining("Nothing is there.");
        assertThatThrownBy(() -> format.inspect(gone, 3))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND))
                .hasMessageContaining("Nothing is there.");
    }

    private static List<String> commits() {
        return IntStream.range(0, COMMITS)
                .mapToObj("/lake/orders/_delta_log/%020d.json"::formatted)
                .toList();
    }

    private Stream<String> asked(String operation) {
        return lake.proxy.requests().stream()
                .filter(request -> request.is(operation))
                .map(SeenRequest::target);
    }
}
