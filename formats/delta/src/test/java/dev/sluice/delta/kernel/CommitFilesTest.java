/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is held shows by a file that is gone: only what was read before can still be read. */
class CommitFilesTest {

    private static final String COMMIT = "00000000000000000007.json";

    @TempDir
    private Path log;

    private final CommitFiles files = new CommitFiles(new LocalStore());

    @Test
    void a_commit_file_is_read_from_the_store_once() throws IOException {
        Files.writeString(log.resolve(COMMIT), "commit");

        assertThat(read(COMMIT)).isEqualTo("commit");
        Files.delete(log.resolve(COMMIT));

        assertThat(read(COMMIT)).isEqualTo("commit");
        try (StoreInput input = files.open(Location.local(log.resolve(COMMIT)))) {
            assertThatThrownBy(() -> input.readFully(3, ByteBuffer.allocate(4)))
                    .hasMessageContaining("The file ends at byte 6, but 4 bytes from 3 on were to be read.");
        }
    }

    @Test
    void what_is_no_commit_file_is_read_each_time() throws IOException {
        for (String other : new String[] {
            "_last_checkpoint", "00000000000000000007.checkpoint.parquet", "00000000000000000007.crc", "7.json"
        }) {
            Files.writeString(log.resolve(other), "first");
            assertThat(read(other)).isEqualTo("first");
            Files.writeString(log.resolve(other), "second");
            assertThat(read(other)).as(other).isEqualTo("second");
        }
    }

    @Test
    void a_large_one_is_read_each_time() throws IOException {
        Files.write(log.resolve(COMMIT), new byte[CommitFiles.LARGEST + 1]);
        assertThat(read(COMMIT)).hasSize(CommitFiles.LARGEST + 1);

        Files.writeString(log.resolve(COMMIT), "short");

        assertThat(read(COMMIT)).isEqualTo("short");
    }

    @Test
    void no_more_than_the_limit_is_held_in_all() throws IOException {
        long fit = CommitFiles.IN_ALL / CommitFiles.LARGEST;
        for (long version = 0; version <= fit; version++) {
            Files.write(log.resolve(commit(version)), new byte[CommitFiles.LARGEST]);
            read(commit(version));
            Files.delete(log.resolve(commit(version)));
        }

        assertThat(read(commit(fit - 1))).hasSize(CommitFiles.LARGEST);
        assertThatThrownBy(() -> read(commit(fit))).hasMessageContaining(commit(fit));
    }

    private static String commit(long version) {
        return "%020d.json".formatted(version);
    }

    private String read(String name) {
        try (StoreInput input = files.open(Location.local(log.resolve(name)))) {
            ByteBuffer content = ByteBuffer.allocate((int) input.size());
            input.readFully(0, content);
            return new String(content.array(), StandardCharsets.UTF_8);
        }
    }
}
