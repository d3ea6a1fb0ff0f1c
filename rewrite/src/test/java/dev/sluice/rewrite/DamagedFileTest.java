/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to files whose bytes are wrong: a failure that names the file, never a hang, never silent loss. */
@Timeout(300)
final class DamagedFileTest {

    private static final int CASES = Boolean.getBoolean("sluice.full") ? 5000 : 150;

    private static final MessageType SCHEMA = schema("required int64 id; optional binary name (STRING);"
            + " optional group l (LIST) { repeated group list { optional double element; } }");

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    private static List<Group> rows() {
        List<Group> rows = new ArrayList<>();
        for (int id = 0; id < 300; id++) {
            Group row = new SimpleGroup(SCHEMA).append("id", (long) id);
            if (id % 5 != 0) {
                row.append("name", "name-" + id % 7);
                Group list = row.addGroup("l");
                for (int place = 0; place < id % 4; place++) {
                    list.addGroup("list").append("element", id / 3.0);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    /** With checksums, any damage between the first page and the footer is found. */
    @ParameterizedTest
    @EnumSource(WriterVersion.class)
    void finds_every_flipped_bit_in_pages_with_checksums(WriterVersion version) throws IOException {
        RewriteInput good = write(version, true);
        byte[] bytes = Files.readAllBytes(FolderStore.path(good.file()));
        int pages = Math.toIntExact(workshop.footer(FolderStore.path(good.file()))
                .getBlocks()
                .get(0)
                .getCompressedSize());
        List<String> whole = texts();
        each((seed, random) -> {
            int at = 4 + random.nextInt(pages);
            assertRefusedOrExact(flipped(bytes, at, random), whole, seed);
        });
    }

    /** Without checksums a changed value cannot be told from a value; what comes out still has every row. */
    @ParameterizedTest
    @EnumSource(WriterVersion.class)
    void fails_or_gives_every_row_when_any_bit_is_flipped(WriterVersion version) throws IOException {
        byte[] bytes = Files.readAllBytes(FolderStore.path(write(version, false).file()));
        each((seed, random) -> {
            byte[] damaged = flipped(bytes, random.nextInt(bytes.length), random);
            if (random.nextInt(4) == 0) {
                damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
            }
            RewriteResult result = rewriteOrRefuse(damaged, seed);
            if (result != null) {
                assertThat(result.rowsRead()).isEqualTo(result.rowsWritten());
            }
        });
    }

    @Test
    void names_file_and_column_of_a_page_with_a_wrong_checksum() throws IOException {
        RewriteInput good = write(WriterVersion.PARQUET_1_0, true);
        Path file = FolderStore.path(good.file());
        byte[] bytes = Files.readAllBytes(file);
        long column =
                workshop.footer(file).getBlocks().get(0).getColumns().get(1).getStartingPos();
        long end = workshop.footer(file).getBlocks().get(0).getColumns().get(2).getStartingPos();
        bytes[(int) end - 1] ^= 1;
        Files.write(file, bytes);

        assertThat(column).isLessThan(end);
        assertThatThrownBy(() -> workshop.rewrite(workshop.target(SCHEMA), good))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageStartingWith(file + ": Column name: the checksum of a page at ");
    }

    @Test
    void refuses_what_is_no_parquet_file() throws IOException {
        Path file = Files.write(
                folder.resolve("text.parquet"),
                "not a table, but long enough to be one".getBytes(StandardCharsets.UTF_8));
        Path empty = Files.createFile(folder.resolve("empty.parquet"));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(SCHEMA), Workshop.input(file)))
                .isInstanceOf(GateException.class)
                .hasMessageStartingWith(file + ": The footer cannot be read: ");
        assertThatThrownBy(() -> workshop.rewrite(workshop.target(SCHEMA), Workshop.input(empty)))
                .isInstanceOf(GateException.class)
                .hasMessageStartingWith(empty + ": The footer cannot be read: ");
    }

    private RewriteInput write(WriterVersion version, boolean checksums) {
        return workshop.file(
                SCHEMA,
                builder -> builder.withWriterVersion(version)
                        .withPageWriteChecksumEnabled(checksums)
                        .withCompressionCodec(CompressionCodecName.SNAPPY)
                        .withPageRowCountLimit(100),
                rows());
    }

    private static List<String> texts() {
        return rows().stream().map(row -> Rows.text(SCHEMA, row)).toList();
    }

    private static byte[] flipped(byte[] bytes, int at, Random random) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        return damaged;
    }

    private void assertRefusedOrExact(byte[] damaged, List<String> whole, long seed) throws IOException {
        RewriteResult result = rewriteOrRefuse(damaged, seed);
        if (result != null) {
            assertThat(workshop.rows(result, SCHEMA))
                    .isEqualTo(whole); // a bit that nobody reads, such as a page's statistics
        }
    }

    private @Nullable RewriteResult rewriteOrRefuse(byte[] damaged, long seed) throws IOException {
        Path file = Files.write(folder.resolve("damaged-" + seed + ".parquet"), damaged);
        try {
            return workshop.rewrite(workshop.target(SCHEMA), Workshop.input(file));
        } catch (GateException e) {
            assertThat(e.fault()).isIn(Fault.TABLE_DAMAGED, Fault.TABLE_FEATURE_UNSUPPORTED);
            assertThat(e).hasMessageContaining(file.toString());
            assertThat(workshop.store.open).hasValue(0);
            return null;
        } finally {
            Files.delete(file);
        }
    }

    /** One damaged file. */
    private interface Case {
        void run(long seed, Random random) throws IOException;
    }

    private static void each(Case body) {
        String given = System.getProperty("sluice.seed", "");
        long first = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        for (long seed = first; seed < first + CASES; seed++) {
            try {
                body.run(seed, new Random(seed));
            } catch (IOException | RuntimeException | Error e) {
                fail("A damaged file was not handled; repeat it with -Dsluice.seed=" + seed, e);
            }
        }
    }
}
