/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.LocalStore;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.hook.PostCommitHook.PostCommitHookType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kernel drops expired log files on its own, as part of writing a checkpoint. Which of its calls would do so is Kernel's
 * affair and may change with a version; that none of them can is ours.
 */
class KernelDeletesNothingTest {

    private static final Map<String, String> CLEANS_UP = Map.of(
            "delta.logRetentionDuration", "interval 1 day",
            "delta.enableExpiredLogCleanup", "true",
            "delta.checkpointInterval", "7");

    private final KernelEngine engine = KernelEngine.on(new LocalStore());

    @TempDir
    private Path folder;

    private SmallTable table;

    @BeforeEach
    void a_table_whose_log_is_old_and_has_a_checkpoint() throws IOException {
        table = SmallTable.create(engine, folder.toString(), false, CLEANS_UP);
        for (int i = 1; i <= 6; i++) {
            table.append(i, "north");
        }
        table.at(3).writeCheckpoint(engine);
        for (Path file : log()) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        }
        assertThat(engine.files().refusedDeletions()).isZero();
    }

    @Test
    void a_checkpoint_from_a_snapshot_at_an_explicit_version_asks_for_no_deletion() throws IOException {
        List<Path> before = log();
        Snapshot snapshot = table.at(6);

        snapshot.writeCheckpoint(engine);

        assertThat(engine.files().refusedDeletions()).isZero();
        assertThat(log())
                .containsAll(before)
                .contains(folder.resolve("_delta_log/00000000000000000006.checkpoint.parquet"));
        assertThat(table.rows()).hasSize(6);
    }

    @Test
    void a_checkpoint_from_the_latest_snapshot_asks_and_is_refused() throws IOException {
        List<Path> before = log();
        Snapshot snapshot = table.latest();

        snapshot.writeCheckpoint(engine);

        // Versions 0 to 2, which the checkpoint at version 3 makes needless.
        assertThat(engine.files().refusedDeletions()).isEqualTo(3);
        assertThat(log())
                .containsAll(before)
                .contains(folder.resolve("_delta_log/00000000000000000006.checkpoint.parquet"));
        assertThat(table.rows()).hasSize(6);
    }

    @Test
    void the_checkpoint_hook_of_a_commit_asks_for_no_deletion() throws IOException {
        List<Path> before = log();
        TransactionCommitResult commit = table.append(7, "north");
        List<PostCommitHook> hooks = commit.getPostCommitHooks().stream()
                .filter(hook -> hook.getType() == PostCommitHookType.CHECKPOINT)
                .toList();
        assertThat(hooks).hasSize(1);

        hooks.get(0).threadSafeInvoke(engine);

        assertThat(engine.files().refusedDeletions()).isZero();
        assertThat(log())
                .containsAll(before)
                .contains(folder.resolve("_delta_log/00000000000000000007.checkpoint.parquet"));
        assertThat(table.rows()).hasSize(7);
    }

    private List<Path> log() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("_delta_log"))) {
            return files.toList();
        }
    }
}
