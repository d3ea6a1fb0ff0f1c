/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.storage.LocalStore;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
    void reads_any_part_of_a_file_by_ranges() throws IOException {
        byte[] content = new byte[3 * StoreInputStream.RANGE + 12_345];
        new Random(5).nextBytes(content);
        CountingInput input = new CountingInput(content);
        Random random = new Random(11);
        try (StoreInputStream stream = new StoreInputStream(input)) {
            for (int i = 0; i < 400; i++) {
                int from = random.nextInt(content.length);
                byte[] target =
                        new byte[random.nextInt(Math.min(content.length - from, 2 * StoreInputStream.RANGE)) + 1];
                stream.seek(from);
                if (i % 2 == 0) {
                    stream.readFully(target, 0, target.length);
                } else {
                    target[0] = (byte) stream.read();
                    stream.readFully(target, 1, target.length - 1);
                }
                assertThat(Arrays.equals(target, 0, target.length, content, from, from + target.length))
                        .isTrue();
                assertThat(stream.getPos()).isEqualTo(from + target.length);
            }
            stream.seek(content.length);
            assertThat(stream.read()).isEqualTo(-1);
            assertThat(stream.read(new byte[4], 0, 4)).isEqualTo(-1);
            assertThatThrownBy(() -> stream.readFully(new byte[1], 0, 1)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void a_footer_is_one_read_and_a_file_read_through_is_read_once() throws IOException {
        byte[] content = new byte[2 * StoreInputStream.RANGE + 1_000];
        CountingInput footer = new CountingInput(content);
        try (StoreInputStream stream = new StoreInputStream(footer)) {
            stream.seek(content.length - 8);
            stream.readFully(new byte[8], 0, 8);
            stream.seek(content.length - 8 - 5_000);
            stream.readFully(new byte[5_000], 0, 5_000);
        }
        assertThat(footer.reads).containsExactly(StoreInputStream.RANGE);

        CountingInput whole = new CountingInput(content);
        try (StoreInputStream stream = new StoreInputStream(whole)) {
            byte[] chunk = new byte[8_192];
            int count = 0;
            while (count >= 0) {
                count = stream.read(chunk, 0, chunk.length);
            }
        }
        assertThat(whole.reads).containsExactly(StoreInputStream.RANGE, StoreInputStream.RANGE, 1_000);
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

    /** An open file in memory that notes the length of every read. */
    private static final class CountingInput implements StoreInput {

        private final byte[] content;
        private final List<Integer> reads = new ArrayList<>();

        CountingInput(byte[] content) {
            this.content = content;
        }

        @Override
        public Location location() {
            return Location.local("/in/memory");
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        public void readFully(long position, ByteBuffer target) {
            reads.add(target.remaining());
            target.put(content, (int) position, target.remaining());
        }

        @Override
        public void close() {}
    }
}
