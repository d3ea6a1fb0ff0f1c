/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How outputs are divided where the table says how. */
final class LayoutTest {

    private static final MessageType EVENTS = schema("required int64 id; optional binary name (STRING);");
    private static final int ROWS = 20_000;

    @TempDir
    Path folder;

    private Workshop workshop;
    private RewriteInput input;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
        List<Group> rows = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
            SimpleGroup row = new SimpleGroup(EVENTS);
            row.add("id", (long) id);
            row.add("name", "a name that is one of many: " + id * 7919 % 10_000);
            rows.add(row);
        }
        input = workshop.file(EVENTS, rows);
    }

    private static Layout layout(Bytes rowGroup, Bytes page, int pageRows, Bytes dictionary) {
        return new Layout(rowGroup, page, pageRows, dictionary, OptionalInt.empty());
    }

    private RewriteResult rewrite(Codec codec, Layout layout) {
        RewriteTarget target = new RewriteTarget(
                        EVENTS, codec, Bytes.ofMebibytes(64), Map.of(), workshop.names(), MetricsChoice.none())
                .with(layout);
        RewriteResult result = workshop.rewrite(target, input);
        assertThat(result.rowsWritten()).isEqualTo(ROWS);
        return result;
    }

    @Test
    void row_groups_become_about_as_large_as_wished_for() {
        Layout usual = Layout.USUAL;
        RewriteResult result =
                rewrite(Codec.NONE, layout(Bytes.of(64 * 1024), usual.page(), usual.pageRows(), usual.dictionary()));

        List<BlockMetaData> groups = workshop.footer(result, 0).getBlocks();
        assertThat(groups).hasSizeGreaterThan(3);
        assertThat(groups.subList(1, groups.size() - 1))
                .allSatisfy(group -> assertThat(group.getCompressedSize()).isBetween(16L * 1024, 160L * 1024));
    }

    @Test
    void without_a_wish_everything_is_in_one_row_group() {
        assertThat(workshop.footer(rewrite(Codec.NONE, Layout.USUAL), 0).getBlocks())
                .hasSize(1);
    }

    @Test
    void pages_end_by_rows_and_by_bytes() throws IOException {
        Layout usual = Layout.USUAL;

        RewriteResult byRows = rewrite(Codec.NONE, layout(usual.rowGroup(), usual.page(), 100, usual.dictionary()));
        RewriteResult byBytes =
                rewrite(Codec.NONE, layout(usual.rowGroup(), Bytes.of(4096), usual.pageRows(), Bytes.of(64)));

        assertThat(pages(byRows)).allSatisfy(page -> assertThat(page.rows()).isLessThanOrEqualTo(100));
        assertThat(pages(byBytes))
                .hasSizeGreaterThan(100)
                .allSatisfy(page -> assertThat(page.bytes()).isLessThan(4096 + 200));
    }

    private record Page(long rows, long bytes) {}

    private List<Page> pages(RewriteResult result) throws IOException {
        List<Page> pages = new ArrayList<>();
        try (StoreInput file = workshop.store.open(result.outputs().get(0).location());
                ParquetFileReader reader = ParquetFileReader.open(new StoreInputFile(file))) {
            for (BlockMetaData group : reader.getRowGroups()) {
                for (ColumnChunkMetaData chunk : group.getColumns()) {
                    OffsetIndex index = reader.readOffsetIndex(chunk);
                    for (int i = 0; i < index.getPageCount(); i++) {
                        pages.add(new Page(
                                index.getLastRowIndex(i, group.getRowCount()) - index.getFirstRowIndex(i) + 1,
                                index.getCompressedPageSize(i)));
                    }
                }
            }
        }
        return pages;
    }

    @Test
    void a_dictionary_that_outgrows_its_limit_is_given_up() {
        Layout usual = Layout.USUAL;
        RewriteResult with = rewrite(Codec.NONE, Layout.USUAL);
        RewriteResult without =
                rewrite(Codec.NONE, layout(usual.rowGroup(), usual.page(), usual.pageRows(), Bytes.of(64)));

        assertThat(name(with).hasDictionaryPage()).isTrue();
        assertThat(name(without).getEncodings()).contains(Encoding.PLAIN);
    }

    private ColumnChunkMetaData name(RewriteResult result) {
        return workshop.footer(result, 0).getBlocks().get(0).getColumns().get(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"ZSTD", "GZIP"})
    void a_higher_level_makes_smaller_files_whatever_was_written_before(Codec codec) {
        long low = bytes(codec, 1);
        long high = bytes(codec, 9);

        assertThat(high).isLessThan(low);
        assertThat(bytes(codec, 1)).isEqualTo(low);
    }

    private long bytes(Codec codec, int level) {
        Layout usual = Layout.USUAL;
        Layout layout =
                new Layout(usual.rowGroup(), usual.page(), usual.pageRows(), Bytes.of(64), OptionalInt.of(level));
        return rewrite(codec, layout).outputs().get(0).size().count();
    }

    @Test
    void a_wish_beyond_what_memory_allows_is_cut_down() {
        Layout layout = layout(Bytes.ofMebibytes(4096), Bytes.ofMebibytes(512), 1, Bytes.ofMebibytes(512));

        assertThat(layout.page()).isEqualTo(Layout.LARGEST_PAGE);
        assertThat(layout.dictionary()).isEqualTo(Layout.LARGEST_DICTIONARY);
    }

    @Test
    void a_page_of_no_rows_is_no_wish() {
        assertThatThrownBy(() -> layout(Bytes.of(1), Bytes.of(1), 0, Bytes.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Row groups, pages and dictionaries hold something, not nothing.");
    }
}
