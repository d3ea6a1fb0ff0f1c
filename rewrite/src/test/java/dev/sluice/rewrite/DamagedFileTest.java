/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.rewrite.Anatomy.Page;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens to files whose bytes are wrong in a certain way: a failure that names file and column, never a hang, never
 * silent loss. {@link CorruptionTest} tries any way.
 */
@Timeout(300)
final class DamagedFileTest {

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

    @Test
    void names_file_and_column_of_a_page_with_a_wrong_checksum() throws IOException {
        RewriteInput good = write(true);
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

    /** Lists whose columns tell of different lists: neither is wrong on its own. */
    @Test
    void refuses_columns_of_one_group_that_do_not_agree_on_it() {
        MessageType pairs = schema("optional group l (LIST) { repeated group list { optional group element {"
                + " optional int64 a; optional int64 b; } } }");
        Group two = new SimpleGroup(pairs);
        two.addGroup("l").addGroup("list").addGroup("element").append("a", 1L).append("b", 2L);
        two.getGroup("l", 0)
                .addGroup("list")
                .addGroup("element")
                .append("a", 3L)
                .append("b", 4L);
        Group none = new SimpleGroup(pairs);
        OutputFile of2 = Forgery.ofRows(workshop, pairs, List.of(two, none));
        OutputFile of1 = Forgery.ofRows(workshop, pairs, List.of(none, two));
        List<DataPageV1> others = new ArrayList<>();
        Forgery.ofPages(workshop, of1, pairs, List.of(0), (column, pages) -> {
            if (column.endsWith("b")) {
                others.addAll(pages);
            }
            return pages;
        });
        OutputFile forged = Forgery.ofPages(
                workshop, of2, pairs, List.of(0), (column, pages) -> column.endsWith("b") ? others : pages);

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(pairs), Forgery.input(forged)))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageStartingWith(forged.location().path()
                        + ": Column l.list.element.b: it and column l.list.element.a do not agree on where l is null, empty"
                        + " or repeated.");
    }

    /** A hundred mebibytes of text in a footer of a few hundred bytes. */
    @Test
    void refuses_a_footer_that_states_more_than_it_has() throws IOException {
        MessageType one = schema("required int64 id;");
        RewriteInput file = Refooted.with(
                workshop.file(one, List.of(new SimpleGroup(one).append("id", 1L))),
                "250018026964",
                "250018f2ffff2f6964");

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(one), file))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageContaining("The footer cannot be read: its metadata states a size of 100663282 where ");
    }

    /** The length of a footer of which only the last bytes are there. */
    @Test
    void refuses_a_footer_that_is_larger_than_memory() throws IOException {
        Path file = folder.resolve("large.parquet");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 30);
            sparse.seek((1L << 30) - 8);
            sparse.write(new byte[] {0, 0, 0, 32});
            sparse.writeBytes("PAR1");
        }

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(SCHEMA), Workshop.input(file)))
                .isInstanceOf(GateException.class)
                .hasMessageContaining(
                        "The footer cannot be read: it states 512.0 MiB of metadata; up to 64.0 MiB can be read.");
        assertThat(workshop.store.largestRead.get()).isLessThan(1 << 20);
    }

    /** Snappy's own size of a page; what the library would allocate for it is what it says. */
    @Test
    void refuses_a_packed_page_that_would_unpack_to_another_size() throws IOException {
        RewriteInput good = write(false);
        Path file = FolderStore.path(good.file());
        byte[] bytes = Files.readAllBytes(file);
        Page page =
                Anatomy.of(bytes, workshop.footer(file)).chunks().get(0).pages().get(0);
        Arrays.fill(bytes, page.payload(), page.payload() + 4, (byte) 0xFF);
        bytes[page.payload() + 4] = 7;
        Files.write(file, bytes);

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(SCHEMA), good))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageStartingWith(file
                        + ": Column id: its pages cannot be read: a page unpacks to 2147483647 bytes where its header");
    }

    /** A reader that skips the deleted rows of such a page never ends. */
    @Test
    void ends_where_the_deleted_rows_of_a_page_have_no_bytes() {
        MessageType one = schema("required int32 a;");
        List<Group> rows = new ArrayList<>();
        for (int row = 0; row < 10; row++) {
            rows.add(new SimpleGroup(one).append("a", row));
        }
        OutputFile whole = Forgery.ofRows(workshop, one, rows);
        OutputFile cut = Forgery.ofPages(
                workshop,
                whole,
                one,
                List.of(0),
                (column, pages) -> pages.stream().map(Forgery::half).toList());

        assertThatThrownBy(() -> workshop.rewrite(
                        workshop.target(one), Forgery.input(cut).with(RowMask.of(6, 7, 8, 9))))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Column a: its page holds 20 bytes where its values take 40 (a page at 4).");
    }

    private RewriteInput write(boolean checksums) {
        return workshop.file(
                SCHEMA,
                builder -> builder.withPageWriteChecksumEnabled(checksums)
                        .withCompressionCodec(CompressionCodecName.SNAPPY)
                        .withPageRowCountLimit(100),
                rows());
    }
}
