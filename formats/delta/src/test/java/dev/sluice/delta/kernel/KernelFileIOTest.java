/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.storage.LocalStore;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelFileIOTest {

    private final KernelFileIO files = new KernelFileIO(new LocalStore(), Map.of("parquet.compression", "ZSTD"));

    @TempDir
    private Path folder;

    @Test
    void a_commit_is_written_once_line_by_line() throws IOException {
        String commit = path("_delta_log/00000000000000000000.json");
        files.newOutputFile(commit).writeAtomically(lines("first", "é"), false);

        assertThatThrownBy(() -> files.newOutputFile(commit).writeAtomically(lines("second"), false))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessage(folder + "/_delta_log/00000000000000000000.json");
        assertThat(folder.resolve("_delta_log/00000000000000000000.json")).hasContent("first\né\n");
    }

    @Test
    void only_the_hint_is_ever_overwritten() throws IOException {
        files.newOutputFile(path("_delta_log/_last_checkpoint")).writeAtomically(lines("{\"version\":1}"), true);
        files.newOutputFile(path("_delta_log/_last_checkpoint")).writeAtomically(lines("{\"version\":2}"), true);

        assertThat(folder.resolve("_delta_log/_last_checkpoint")).hasContent("{\"version\":2}\n");
        for (String other : List.of("_delta_log/00000000000000000000.json", "_last_checkpoint")) {
            assertThatThrownBy(() -> files.newOutputFile(path(other)).writeAtomically(lines("x"), true))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNSAFE))
                    .hasMessageStartingWith(folder + "/" + other + ": Of a Delta log only _last_checkpoint");
        }
        assertThat(folder.resolve("_last_checkpoint")).doesNotExist();
    }

    @Test
    void closes_what_it_was_to_write_even_if_it_refuses() {
        List<String> closed = new ArrayList<>();
        CloseableIterator<String> lines = new CloseableIterator<>() {
            @Override
            public boolean hasNext() {
                return false;
            }

            @Override
            public String next() {
                throw new AssertionError("Nothing is to be read.");
            }

            @Override
            public void close() {
                closed.add("closed");
            }
        };

        assertThatThrownBy(() -> files.newOutputFile(path("x")).writeAtomically(lines, true))
                .isInstanceOf(GateException.class);
        assertThat(closed).containsExactly("closed");
    }

    @Test
    void deletes_nothing_and_counts_what_it_was_asked_to_delete() throws IOException {
        Path commit = Files.writeString(folder.resolve("00000000000000000000.json"), "{}");

        assertThat(files.delete(KernelPath.text(Location.local(commit)))).isFalse();
        assertThat(commit).exists();
        assertThat(files.refusedDeletions()).isEqualTo(1);
    }

    @Test
    void tells_an_empty_listing_from_a_folder_that_is_not_there() throws IOException {
        Files.createDirectories(folder.resolve("table/_delta_log"));
        try (CloseableIterator<FileStatus> none = files.listFrom(path("table/_delta_log/00000000000000000000."))) {
            assertThat(none.hasNext()).isFalse();
        }

        assertThatThrownBy(() -> files.listFrom(path("no-table/_delta_log/00000000000000000000.")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage(folder + "/no-table/_delta_log");
        assertThatThrownBy(() -> files.getFileStatus(path("table/_delta_log/_last_checkpoint")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(
                        () -> files.newInputFile(path("table/gone.parquet"), 7).newStream())
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void a_store_that_fails_is_an_io_error_that_keeps_the_stores_words() throws IOException {
        Files.writeString(folder.resolve("file"), "x");

        assertThatThrownBy(() -> files.newOutputFile(path("file/below.json")).writeAtomically(lines("x"), false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a folder")
                .hasCauseInstanceOf(GateException.class);
    }

    @Test
    void a_stream_writes_a_file_that_appears_when_it_is_closed() throws IOException {
        byte[] content = new byte[200_000];
        new Random(3).nextBytes(content);
        PositionOutputStream stream = files.newOutputFile(path("part.parquet")).create(false);
        stream.write(content[0]);
        for (int from = 1; from < content.length; from += 70_001) {
            stream.write(content, from, Math.min(70_001, content.length - from));
        }

        assertThat(stream.getPos()).isEqualTo(content.length);
        assertThat(folder.resolve("part.parquet")).doesNotExist();
        stream.close();
        stream.close();
        assertThat(folder.resolve("part.parquet")).hasBinaryContent(content);

        PositionOutputStream second = files.newOutputFile(path("part.parquet")).create(true);
        second.write(1);
        assertThatThrownBy(second::close).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve("part.parquet")).hasBinaryContent(content);
        try (var left = Files.list(folder)) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    void takes_every_character_of_a_path_as_it_is() throws IOException {
        for (String name : List.of("a b", "a%20b", "a%2520b", "a+b", "a#b", "a?b", "é日😀")) {
            String file = path(name + "/" + name);
            files.newOutputFile(file).writeAtomically(lines(name), false);

            assertThat(folder.resolve(name).resolve(name)).hasContent(name + "\n");
            assertThat(files.resolvePath(file)).isEqualTo(file).isEqualTo("file:" + folder + "/" + name + "/" + name);
            assertThat(files.resolvePath(folder + "/" + name + "/" + name)).isEqualTo(file);
            assertThat(files.getFileStatus(file).getPath()).isEqualTo(file);
            assertThat(new io.delta.kernel.internal.fs.Path(file)).hasToString(file);
        }
    }

    @Test
    void reads_whole_what_is_there_and_tells_of_what_is_not() throws IOException {
        Files.write(folder.resolve("five"), new byte[] {1, 2, 3, 4, 5});
        try (SeekableInputStream stream = files.newInputFile(path("five"), 5).newStream()) {
            byte[] target = new byte[3];
            stream.seek(1);
            stream.readFully(target, 0, 3);

            assertThat(target).containsExactly(2, 3, 4);
            assertThat(stream.getPos()).isEqualTo(4);
            assertThatThrownBy(() -> stream.readFully(target, 0, 3))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("five ends at byte 5, but 2 more bytes were to be read");
            assertThatThrownBy(() -> stream.seek(6))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("five has 5 bytes; there is no position 6");
        }
    }

    @Test
    void kernel_finds_the_settings_it_looks_up() {
        assertThat(files.getConf("parquet.compression")).contains("ZSTD");
        assertThat(files.getConf("parquet.block.size")).isEmpty();
    }

    private String path(String relative) {
        return KernelPath.text(Location.local(folder).resolve(relative));
    }

    private static CloseableIterator<String> lines(String... lines) {
        return Utils.toCloseableIterator(List.of(lines).iterator());
    }
}
