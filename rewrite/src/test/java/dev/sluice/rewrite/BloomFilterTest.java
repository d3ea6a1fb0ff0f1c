/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.store.Bytes;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which chunks of an output have a bloom filter, and what is in it. */
final class BloomFilterTest {

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
            rows.add(new SimpleGroup(EVENTS).append("id", (long) id).append("name", "name-" + id));
        }
        return rows;
    }

    private static ExampleParquetWriter.Builder filtered(ExampleParquetWriter.Builder builder) {
        return builder.withBloomFilterEnabled("id", true).withBloomFilterEnabled("name", true);
    }

    private List<List<BloomFilter>> filters(RewriteResult result) {
        return workshop.bloomFilters(FolderStore.path(result.outputs().get(0).location()));
    }

    private static boolean holds(BloomFilter filter, String text) {
        return filter.findHash(filter.hash(Binary.fromString(text)));
    }

    @Test
    void is_kept_where_a_file_of_the_row_group_has_one() {
        RewriteResult result = workshop.rewrite(
                workshop.target(EVENTS),
                workshop.file(EVENTS, events(0, 1000)),
                workshop.file(EVENTS, builder -> builder.withBloomFilterEnabled("name", true), events(1000, 2000)));

        List<List<BloomFilter>> filters = filters(result);
        assertThat(filters).hasSize(1);
        assertThat(filters.get(0).get(0)).isNull();
        BloomFilter names = filters.get(0).get(1);
        for (int id = 0; id < 2000; id++) {
            assertThat(holds(names, "name-" + id)).isTrue();
        }
        int wrong = 0;
        for (int id = 2000; id < 12_000; id++) {
            wrong += holds(names, "name-" + id) ? 1 : 0;
        }
        assertThat(wrong).as("of 10000 absent values").isLessThan(200);
        assertThat(names.getBitsetSize()).isEqualTo(4096);
    }

    @Test
    void does_not_know_of_deleted_rows() {
        RewriteResult result = workshop.rewrite(
                workshop.target(EVENTS),
                workshop.file(EVENTS, BloomFilterTest::filtered, events(0, 3)).with(RowMask.of(1)));

        BloomFilter names = filters(result).get(0).get(1);
        assertThat(List.of(holds(names, "name-0"), holds(names, "name-1"), holds(names, "name-2")))
                .containsExactly(true, false, true);
    }

    @Test
    void is_there_for_the_columns_asked_for_and_no_others() {
        BloomFilters wanted = new BloomFilters(Map.of(ColumnPath.get("id"), 0.001), false, Bytes.of(1024));

        List<BloomFilter> asked = filters(workshop.rewrite(
                        workshop.target(EVENTS).with(wanted),
                        workshop.file(EVENTS, BloomFilterTest::filtered, events(0, 5000))))
                .get(0);
        List<BloomFilter> none = filters(workshop.rewrite(
                        workshop.target(EVENTS).with(BloomFilters.none()),
                        workshop.file(EVENTS, BloomFilterTest::filtered, events(0, 10))))
                .get(0);

        BloomFilter ids = Objects.requireNonNull(asked.get(0));
        assertThat(ids.getBitsetSize()).as("the largest allowed").isEqualTo(1024);
        for (long id = 0; id < 5000; id++) {
            assertThat(ids.findHash(ids.hash(id))).isTrue();
        }
        assertThat(asked.get(1)).isNull();
        assertThat(none).containsOnlyNulls();
    }

    @Test
    void lets_readers_pass_over_row_groups_and_lose_no_row() throws SQLException {
        List<RewriteInput> files = new ArrayList<>();
        for (int file = 0; file < 8; file++) {
            files.add(workshop.file(EVENTS, BloomFilterTest::filtered, events(file * 1000, file * 1000 + 1000)));
        }
        // Every row group that holds one of the row groups it is made of has a filter of its own.
        RewriteTarget target = RewriteTarget.of(EVENTS, Codec.SNAPPY, Bytes.of(60_000), workshop.names());

        RewriteResult result = workshop.rewrite(target, files);

        Path file = FolderStore.path(result.outputs().get(0).location());
        List<List<BloomFilter>> filters = workshop.bloomFilters(file);
        assertThat(filters)
                .hasSizeGreaterThan(1)
                .allSatisfy(each -> assertThat(each).doesNotContainNull());
        for (String name : List.of("name-0", "name-77", "name-999")) {
            assertThat(workshop.find(file, FilterApi.eq(FilterApi.binaryColumn("name"), Binary.fromString(name))))
                    .hasSize(1);
        }
        try (Duck duck = new Duck()) {
            assertThat(duck.values("SELECT count(*) FROM read_parquet('%s') WHERE name = 'name-77'".formatted(file)))
                    .containsExactly("1");
            assertThat(duck.values(
                            "SELECT count(*) FROM parquet_bloom_probe('%s', 'name', 'name-77') WHERE NOT bloom_filter_excludes"
                                    .formatted(file)))
                    .as("row groups that may hold the name")
                    .containsExactly("1");
        }
    }

    @Test
    void of_numbers_finds_either_zero_by_the_other_and_what_is_not_a_number() {
        MessageType schema = schema("required float f; required double d;");
        Group row = new SimpleGroup(schema).append("f", -0f).append("d", Double.longBitsToDouble(0x7ff8000000000001L));
        BloomFilters all = new BloomFilters(
                Map.of(ColumnPath.get("f"), 0.01, ColumnPath.get("d"), 0.01), true, BloomFilters.USUAL_SIZE);

        List<BloomFilter> filters = filters(
                        workshop.rewrite(workshop.target(schema).with(all), workshop.file(schema, List.of(row))))
                .get(0);

        assertThat(List.of(
                        filters.get(0).findHash(filters.get(0).hash(0f)),
                        filters.get(0).findHash(filters.get(0).hash(-0f)),
                        filters.get(1).findHash(filters.get(1).hash(Double.NaN))))
                .containsOnly(true);
    }

    /** DuckDB would look for a number of 32 bits in a filter of numbers of 16, and not find it. */
    @Test
    void is_never_there_for_truth_values_and_halves() {
        MessageType schema = schema("required boolean b; required fixed_len_byte_array(2) h (FLOAT16);");
        BloomFilters wanted = new BloomFilters(
                Map.of(ColumnPath.get("b"), 0.01, ColumnPath.get("h"), 0.01), true, BloomFilters.USUAL_SIZE);
        Group row = new SimpleGroup(schema)
                .append("b", true)
                .append("h", Binary.fromConstantByteArray(new byte[] {0, 0x3C}));

        assertThat(filters(workshop.rewrite(
                                workshop.target(schema).with(wanted),
                                workshop.file(
                                        schema, builder -> builder.withBloomFilterEnabled("h", true), List.of(row))))
                        .get(0))
                .containsOnlyNulls();
    }

    /** A million distinct values ask for more than the largest filter: their hashes are not kept to the end. */
    @Test
    void of_very_many_values_is_as_large_as_allowed() {
        MessageType schema = schema("required int64 id;");
        int rows = 900_000;
        RewriteInput file = workshop.file(
                schema,
                builder -> builder.withBloomFilterEnabled("id", true).withDictionaryEncoding(false),
                () -> java.util.stream.LongStream.range(0, rows)
                        .mapToObj(id -> new SimpleGroup(schema).append("id", id * 7919))
                        .iterator());

        RewriteResult result = workshop.rewrite(workshop.target(schema), file);

        BloomFilter ids = filters(result).get(0).get(0);
        long first = workshop.footer(result, 0).getBlocks().get(0).getRowCount();
        assertThat(first).isGreaterThan(450_000);
        assertThat(ids.getBitsetSize()).isEqualTo(1024 * 1024);
        for (long id = 0; id < first; id++) {
            assertThat(ids.findHash(ids.hash(id * 7919))).isTrue();
        }
    }

    @Test
    void has_limits_that_make_sense() {
        assertThatThrownBy(() -> new BloomFilters(Map.of(ColumnPath.get("a", "b"), 1.0), true, BloomFilters.USUAL_SIZE))
                .hasMessage("The bloom filter of a.b cannot take 1.0 of all absent values for present");
        assertThatThrownBy(() -> new BloomFilters(Map.of(), true, Bytes.ofMebibytes(17)))
                .hasMessage("A bloom filter takes 32 B to 16.0 MiB, not 17.0 MiB");
    }
}
