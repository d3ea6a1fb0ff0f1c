/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.engine.Rewriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the engine does with whole files. */
final class RewriterTest {

    private static final MessageType EVENTS = schema("required int64 id; optional binary name (STRING);");

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    private static List<Group> events(int from, int to) {
        List<Group> rows = new ArrayList<>();
        for (int id = from; id < to; id++) {
            SimpleGroup row = new SimpleGroup(EVENTS);
            row.add("id", (long) id);
            if (id % 3 != 0) {
                row.add("name", "name-" + id);
            }
            rows.add(row);
        }
        return rows;
    }

    @Test
    void merges_files_in_the_order_given() {
        RewriteResult result = workshop.rewrite(
                workshop.target(EVENTS),
                workshop.file(EVENTS, events(0, 100)),
                workshop.file(EVENTS, events(100, 250)),
                workshop.file(EVENTS, events(250, 251)));

        assertThat(result.outputs()).hasSize(1);
        assertThat(result.rowsRead()).isEqualTo(251);
        assertThat(result.rowsWritten()).isEqualTo(251);
        assertThat(workshop.rows(result, EVENTS))
                .containsExactlyElementsOf(events(0, 251).stream()
                        .map(row -> Rows.text(EVENTS, row))
                        .toList());
    }

    private static List<String> texts(List<Group> rows) {
        return rows.stream().map(row -> Rows.text(EVENTS, row)).toList();
    }

    private RewriteTarget small(long bytes) {
        return RewriteTarget.of(EVENTS, Codec.NONE, Bytes.of(bytes), workshop.names());
    }

    @Test
    void leaves_out_the_rows_that_masks_delete() {
        RewriteResult result = workshop.rewrite(
                workshop.target(EVENTS),
                workshop.file(EVENTS, events(0, 3)).with(RowMask.of(0, 2)),
                workshop.file(EVENTS, events(3, 5)).with(RowMask.of(0, 1)),
                workshop.file(EVENTS, events(5, 6)));

        assertThat(workshop.rows(result, EVENTS))
                .containsExactlyElementsOf(
                        texts(List.of(events(1, 2).get(0), events(5, 6).get(0))));
        assertThat(result.rowsRead()).isEqualTo(6);
        assertThat(result.rowsMasked()).isEqualTo(4);
        assertThat(result.rowsWritten()).isEqualTo(2);
    }

    @Test
    void makes_no_file_of_no_rows() {
        RewriteResult result = workshop.rewrite(
                workshop.target(EVENTS),
                workshop.file(EVENTS, List.of()),
                workshop.file(EVENTS, events(0, 2)).with(RowMask.of(0, 1)),
                workshop.file(schema("required double quite_other;"), List.of()));

        assertThat(result.outputs()).isEmpty();
        assertThat(result.rowsMasked()).isEqualTo(2);
        assertThat(folder.toFile().list()).allMatch(name -> name.startsWith("in-"));
        assertThat(workshop.rewrite(workshop.target(EVENTS), List.of()).outputs())
                .isEmpty();
    }

    @Test
    void refuses_a_mask_that_reaches_past_the_file() {
        RewriteInput file = workshop.file(EVENTS, events(0, 3)).with(RowMask.of(1, 3));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(EVENTS), file))
                .hasMessageContaining(file.file() + ": Row 3 is marked as deleted, but the file has 3 rows.");
        assertThat(workshop.store.open).hasValue(0);
    }

    @Test
    void refuses_a_file_of_another_size_than_the_table_states() {
        RewriteInput file = workshop.file(EVENTS, events(0, 3));
        RewriteInput wrong = RewriteInput.of(file.file(), file.size().plus(Bytes.of(1)));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(EVENTS), wrong))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageContaining("It has %d bytes, but the table states %d."
                        .formatted(file.size().count(), file.size().count() + 1));
        assertThat(workshop.store.open).hasValue(0);
    }

    /** Some writers leave them behind: a flush without a row between two others. */
    @Test
    void passes_over_row_groups_of_no_rows() throws IOException {
        RewriteInput file = workshop.file(EVENTS, builder -> builder.withRowGroupSize(2_000L), events(0, 1000));
        RewriteInput nothing = withEmptyRowGroups(workshop.file(EVENTS, events(0, 5)), true);
        RewriteTarget target = workshop.target(EVENTS);
        List<RewriteInput> files = List.of(nothing, withEmptyRowGroups(file, false), nothing);

        RewriteResult result = workshop.rewrite(target, files);

        assertThat(workshop.rows(result, EVENTS)).isEqualTo(texts(events(0, 1000)));
        workshop.prove(target, files, result);
    }

    /** The file with a row group of no rows before, behind and between its own, or instead of each of them. */
    private static RewriteInput withEmptyRowGroups(RewriteInput file, boolean alone) throws IOException {
        Path path = FolderStore.path(file.file());
        byte[] bytes = Files.readAllBytes(path);
        int length = ByteBuffer.wrap(bytes, bytes.length - 8, 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        int start = bytes.length - 8 - length;
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, length));
        List<RowGroup> rowGroups = new ArrayList<>();
        for (RowGroup rowGroup : footer.getRow_groups()) {
            RowGroup empty =
                    rowGroup.deepCopy().setNum_rows(0).setTotal_byte_size(0).setTotal_compressed_size(0);
            empty.getColumns().forEach(chunk -> {
                chunk.getMeta_data()
                        .setNum_values(0)
                        .setTotal_compressed_size(0)
                        .setTotal_uncompressed_size(0);
                chunk.getMeta_data().unsetStatistics();
                chunk.unsetColumn_index_offset();
                chunk.unsetOffset_index_offset();
            });
            rowGroups.add(empty);
            if (!alone) {
                rowGroups.add(rowGroup);
                rowGroups.add(empty);
            }
        }
        footer.setRow_groups(rowGroups);
        footer.setNum_rows(alone ? 0 : footer.getNum_rows());
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(bytes, 0, start);
        Util.writeFileMetaData(footer, changed);
        int size = changed.size() - start;
        changed.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(size)
                .array());
        changed.write(bytes, bytes.length - 4, 4);
        Files.write(path, changed.toByteArray());
        return Workshop.input(path);
    }

    @Test
    void ends_a_file_once_it_has_reached_the_target() {
        List<RewriteInput> files = new ArrayList<>();
        for (int file = 0; file < 20; file++) {
            files.add(workshop.file(EVENTS, events(file * 500, file * 500 + 500)));
        }
        List<Integer> ordinals = new ArrayList<>();
        OutputNames names = workshop.names();
        RewriteTarget target = new RewriteTarget(
                EVENTS,
                Codec.NONE,
                Bytes.of(40_000),
                Map.of(),
                ordinal -> {
                    ordinals.add(ordinal);
                    return names.next(ordinal);
                },
                MetricsChoice.none());

        RewriteResult result = workshop.rewrite(target, files);

        assertThat(result.outputs()).hasSizeGreaterThan(2);
        assertThat(ordinals)
                .containsExactlyElementsOf(
                        IntStream.range(0, result.outputs().size()).boxed().toList());
        assertThat(result.outputs().subList(0, result.outputs().size() - 1))
                .allSatisfy(output -> assertThat(output.size().count()).isBetween(40_000L, 60_000L));
        assertThat(result.outputs())
                .allSatisfy(output -> assertThat(output.metrics()).isEmpty());
        assertThat(result.bytesWritten().count())
                .isEqualTo(result.outputs().stream()
                        .mapToLong(output -> output.size().count())
                        .sum());
        assertThat(workshop.rows(result, EVENTS)).isEqualTo(texts(events(0, 10_000)));
    }

    @Test
    void discards_the_unfinished_output_when_the_store_fails_at_any_write() {
        List<RewriteInput> files =
                List.of(workshop.file(EVENTS, events(0, 900)), workshop.file(EVENTS, events(900, 2000)));
        int survived = 0;
        for (int write = 0; survived == 0; write++) {
            workshop.store.failingWrite.set(write);
            try {
                workshop.rewrite(small(8_000), files);
                survived++;
            } catch (GateException e) {
                assertThat(e.fault()).isEqualTo(Fault.STORAGE);
                assertThat(e).hasMessageContaining("The disk is full.");
            }
            assertThat(workshop.store.open).hasValue(0);
            assertThat(folder.toFile().list()).noneMatch(name -> name.endsWith(".unfinished"));
            assertThat(write).isLessThan(1000);
        }
    }

    @Test
    void stops_between_row_groups_when_it_is_asked_to() {
        List<RewriteInput> files = List.of(workshop.file(EVENTS, events(0, 2000)));
        List<Long> heard = new ArrayList<>();
        RewriteListener listener = new RewriteListener() {
            @Override
            public void progressed(long rowsWritten, Bytes bytesRead, Bytes bytesWritten) {
                heard.add(rowsWritten);
            }

            @Override
            public boolean wantsToStop() {
                return heard.size() == 2;
            }
        };

        assertThatThrownBy(() -> new Rewriter(workshop.store, new RewriteLimits(2, RewriteLimits.LEAST_MEMORY))
                        .rewrite(new RewriteJob(files, small(8_000)), listener))
                .isInstanceOf(CancellationException.class);
        assertThat(heard).hasSize(2).isSorted().doesNotContain(0L, 2000L);
        assertThat(workshop.store.open).hasValue(0);
    }

    @Test
    void says_who_wrote_a_file_and_takes_nothing_over_from_the_inputs() {
        RewriteInput file = workshop.file(
                EVENTS,
                builder -> builder.withExtraMetaData(Map.of("org.apache.spark.sql.parquet.row.metadata", "{}")),
                events(0, 10));
        RewriteTarget target = new RewriteTarget(
                EVENTS,
                Codec.SNAPPY,
                Bytes.ofMebibytes(1),
                Map.of("mine", "yes"),
                workshop.names(),
                MetricsChoice.all());

        ParquetMetadata footer = workshop.footer(workshop.rewrite(target, file), 0);

        assertThat(footer.getFileMetaData().getCreatedBy())
                .matches("sluice version \\d+\\.\\d+\\.\\d+\\S* \\(build 0\\)");
        assertThat(footer.getFileMetaData().getKeyValueMetaData()).containsExactly(Map.entry("mine", "yes"));
        assertThat(footer.getBlocks().get(0).getColumns()).allSatisfy(chunk -> {
            assertThat(chunk.getCodec()).isEqualTo(CompressionCodecName.SNAPPY);
            assertThat(chunk.getColumnIndexReference()).isNotNull();
            assertThat(chunk.getOffsetIndexReference()).isNotNull();
            assertThat(chunk.getSizeStatistics().isValid()).isTrue();
        });
    }

    @Test
    void writes_the_same_whatever_else_writes_parquet_in_this_process() {
        RewriteInput file =
                workshop.file(EVENTS, Collections.nCopies(1000, events(1, 2).get(0)));
        RewriteResult before = workshop.rewrite(workshop.target(EVENTS), file);
        ParquetProperties others = ParquetProperties.builder()
                .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
                .withDictionaryEncoding(false)
                .build();

        RewriteResult after = workshop.rewrite(workshop.target(EVENTS), file);

        assertThat(others.isDictionaryEnabled(EVENTS.getColumns().get(0))).isFalse();
        assertThat(FolderStore.path(after.outputs().get(0).location()))
                .hasSameBinaryContentAs(FolderStore.path(before.outputs().get(0).location()));
    }

    @Test
    void writes_indexes_by_which_readers_skip_pages() throws Exception {
        RewriteResult result = workshop.rewrite(small(10_000_000), workshop.file(EVENTS, events(0, 50_000)));
        Path file = FolderStore.path(result.outputs().get(0).location());

        assertThat(workshop.find(file, FilterApi.eq(FilterApi.longColumn("id"), 45_678L)))
                .extracting(row -> row.getLong("id", 0))
                .containsExactly(45_678L);
        try (Duck duck = new Duck()) {
            assertThat(duck.rows(List.of(file), RowMask.none())).hasSize(50_000);
        }
    }

    @Test
    void keeps_field_ids_and_reports_where_row_groups_begin() {
        MessageType schema = schema("required int64 id = 4; optional group s = 5 { optional int32 a = 7; }");
        Group row = new SimpleGroup(schema).append("id", 1L);
        row.addGroup("s").append("a", 2);

        RewriteResult result = workshop.rewrite(workshop.target(schema), workshop.file(schema, List.of(row)));

        assertThat(workshop.footer(result, 0).getFileMetaData().getSchema()).isEqualTo(schema);
        assertThat(result.outputs().get(0).rowGroupOffsets()).containsExactly(4L);
    }

    @Test
    void measures_columns() {
        MessageType schema =
                schema("required double d; required double nan; optional float zero; optional binary s (STRING);"
                        + " optional int96 old; required int32 u (UINT_32); optional int32 none;");
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Group row = new SimpleGroup(schema)
                    .append("d", i * 0.5 - 1)
                    .append("nan", i == 2 ? Double.NaN : i)
                    .append("zero", i == 0 ? -0.0f : 0.0f)
                    .append("old", Binary.fromConstantByteArray(new byte[12]))
                    .append("u", i - 1);
            if (i > 0) {
                row.append("s", "word " + i);
            }
            rows.add(row);
        }
        RewriteResult result =
                workshop.rewrite(workshop.target(schema), workshop.file(schema, rows), workshop.file(schema, rows));

        assertThat(result.outputs().get(0).metrics())
                .hasSize(7)
                .allMatch(each -> each.values() == 8 && each.compressed().count() > 0);
        assertThat(metrics(result, "d").min()).contains(-1.0);
        assertThat(metrics(result, "d").max()).contains(0.5);
        assertThat(metrics(result, "d").nans()).hasValue(0);
        assertThat(metrics(result, "nan").min()).isEmpty();
        assertThat(metrics(result, "nan").max()).isEmpty();
        assertThat(metrics(result, "nan").nans()).hasValue(2);
        assertThat(metrics(result, "zero").min()).contains(-0.0f);
        assertThat(metrics(result, "zero").max()).contains(0.0f);
        assertThat(metrics(result, "s").min()).contains(Binary.fromString("word 1"));
        assertThat(metrics(result, "s").max()).contains(Binary.fromString("word 3"));
        assertThat(metrics(result, "s").nulls()).isEqualTo(2);
        assertThat(metrics(result, "s").nans()).isEmpty();
        assertThat(metrics(result, "old").min()).isEmpty();
        assertThat(metrics(result, "u").min()).as("unsigned order").contains(0);
        assertThat(metrics(result, "u").max()).contains(-1);
        assertThat(metrics(result, "none").nulls()).isEqualTo(8);
        assertThat(metrics(result, "none").max()).isEmpty();
        assertThat(workshop.footer(result, 0)
                        .getBlocks()
                        .get(0)
                        .getColumns()
                        .get(1)
                        .getStatistics()
                        .hasNonNullValue())
                .as("bounds beside a NaN")
                .isFalse();
    }

    private static ColumnMetrics metrics(RewriteResult result, String column) {
        return result.outputs().get(0).metrics().stream()
                .filter(each -> each.column().toDotString().equals(column))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"BROTLI"},
            mode = EnumSource.Mode.EXCLUDE)
    void writes_with_every_codec(Codec codec) throws Exception {
        RewriteTarget target = RewriteTarget.of(EVENTS, codec, Bytes.ofMebibytes(1), workshop.names());
        RewriteInput input = workshop.file(EVENTS, events(0, 30_000));

        RewriteResult result = workshop.rewrite(target, input);
        RewriteResult again = workshop.rewrite(
                workshop.target(EVENTS),
                Workshop.input(FolderStore.path(result.outputs().get(0).location())));

        assertThat(workshop.rows(again, EVENTS)).isEqualTo(texts(events(0, 30_000)));
        try (Duck duck = new Duck()) {
            assertThat(duck.rows(
                            List.of(FolderStore.path(result.outputs().get(0).location())), RowMask.none()))
                    .isEqualTo(duck.rows(List.of(FolderStore.path(input.file())), RowMask.none()));
        }
    }

    @Test
    void reads_pages_compressed_with_brotli() throws Exception {
        Path file = folder.resolve("brotli.parquet");
        List<String> expected;
        try (Duck duck = new Duck()) {
            duck.run(
                    "COPY (SELECT i AS id, 'name-' || mod(i, 1000) AS name FROM range(50000) t(i)) TO '%s' (FORMAT parquet, CODEC brotli, ROW_GROUP_SIZE 20000)"
                            .formatted(file));
            expected = duck.rows(List.of(file), RowMask.none());
        }
        RewriteInput input = Workshop.input(file);
        RewriteTarget target =
                workshop.target(workshop.footer(file).getFileMetaData().getSchema());

        RewriteResult result = workshop.rewrite(target, input);

        assertThat(workshop.footer(file).getBlocks().get(0).getColumns().get(0).getCodec())
                .isEqualTo(CompressionCodecName.BROTLI);
        workshop.prove(target, List.of(input), result);
        try (Duck duck = new Duck()) {
            assertThat(duck.rows(
                            List.of(FolderStore.path(result.outputs().get(0).location())), RowMask.none()))
                    .isEqualTo(expected);
        }
    }

    @Test
    void refuses_a_codec_that_it_cannot_write_before_it_creates_anything() {
        RewriteTarget target = RewriteTarget.of(EVENTS, Codec.BROTLI, Bytes.ofMebibytes(1), workshop.names());

        assertThatThrownBy(() -> workshop.rewrite(target, workshop.file(EVENTS, events(0, 1))))
                .isInstanceOf(GateException.class)
                .hasMessageStartingWith(
                        "codec BROTLI: No output can be written: pages compressed with BROTLI can be read here, but not written.");
        assertThat(folder.toFile().list()).containsExactly("in-0.parquet");
    }

    @Test
    void ends_when_its_thread_is_interrupted() {
        List<RewriteInput> files = List.of(workshop.file(EVENTS, events(0, 2000)));

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(EVENTS), files))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(workshop.store.open).hasValue(0);
    }

    /** Thirty times one of two values: a small dictionary in the file, but larger than one that is written here. */
    @Test
    void refuses_a_row_that_no_page_could_hold_for_the_next_rewrite() {
        MessageType schema = schema("repeated binary blob;");
        Random random = new Random(1);
        List<Binary> values = new ArrayList<>();
        for (int value = 0; value < 2; value++) {
            byte[] noise = new byte[1536 * 1024];
            random.nextBytes(noise);
            values.add(Binary.fromConstantByteArray(noise));
        }
        SimpleGroup row = new SimpleGroup(schema);
        for (int entry = 0; entry < 30; entry++) {
            row.add("blob", values.get(entry % 2));
        }
        RewriteInput file =
                workshop.file(schema, builder -> builder.withDictionaryPageSize(16 * 1024 * 1024), List.of(row));

        assertThatThrownBy(() -> workshop.rewrite(workshop.target(schema), file))
                .isInstanceOf(GateException.class)
                .hasMessageContaining(file.file()
                        + ": Column blob: a row of it takes 45.0 MiB; rows up to 32.0 MiB fit in a page that can be read"
                        + " again. ");
    }

    @Test
    void reads_only_the_columns_that_the_output_has() {
        MessageType schema = schema("required int32 id; required binary blob;");
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[20_000];
            new Random(i).nextBytes(noise);
            rows.add(new SimpleGroup(schema).append("id", i).append("blob", Binary.fromConstantByteArray(noise)));
        }
        RewriteInput file = workshop.file(schema, rows);

        RewriteResult result = workshop.rewrite(workshop.target(schema("required int32 id;")), file);

        assertThat(result.rowsWritten()).isEqualTo(100);
        assertThat(result.bytesRead().count()).isLessThan(100_000);
        assertThat(workshop.store.requests)
                .as("one for the footer, one for the column, and the check's two")
                .hasValueLessThan(6);
    }
}
