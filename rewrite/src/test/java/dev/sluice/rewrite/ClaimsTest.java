/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static dev.sluice.rewrite.Workshop.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What outputs claim of values for which claims go wrong. */
final class ClaimsTest {

    /** More than one page of an output. */
    private static final int ROWS = 25_000;

    @TempDir
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void open() {
        workshop = new Workshop(folder);
    }

    /** Merges a file of one column, holds all claims against its values and gives the chunk. */
    private ColumnChunkMetaData merged(String column, IntFunction<Group> row) {
        Path file = output(column, row);
        Claims.verify(workshop.store, file);
        return workshop.footer(file).getBlocks().get(0).getColumns().get(0);
    }

    private Path output(String column, IntFunction<Group> row) {
        MessageType schema = schema(column);
        List<Group> rows = new ArrayList<>();
        for (int number = 0; number < ROWS; number++) {
            rows.add(row.apply(number));
        }
        RewriteResult result = workshop.rewrite(workshop.target(schema), workshop.file(schema, rows));
        return FolderStore.path(result.outputs().get(0).location());
    }

    private @Nullable ColumnIndex index(Path file) throws IOException {
        try (StoreInput input = workshop.store.open(Location.local(file));
                ParquetFileReader reader = ParquetFileReader.open(new StoreInputFile(input))) {
            return reader.readColumnIndex(
                    reader.getRowGroups().get(0).getColumns().get(0));
        }
    }

    private static Binary half(int bits) {
        return Binary.fromConstantByteArray(new byte[] {(byte) bits, (byte) (bits >> 8)});
    }

    @Test
    void no_page_of_halves_is_bounded_beside_what_is_not_a_number() throws IOException {
        String column = "required fixed_len_byte_array(2) h (FLOAT16);";
        Path file = output(
                column,
                row -> new SimpleGroup(schema(column)).append("h", half(row == 22_000 ? 0xFE00 : 0x3C00 + row % 100)));

        Claims.verify(workshop.store, file);
        assertThat(index(file)).isNull();
        assertThat(workshop.footer(file)
                        .getBlocks()
                        .get(0)
                        .getColumns()
                        .get(0)
                        .getStatistics()
                        .hasNonNullValue())
                .isFalse();
    }

    @Test
    void bounds_of_zero_hold_for_either_zero() throws IOException {
        String column = "required fixed_len_byte_array(2) h (FLOAT16);";

        ColumnIndex index = Objects.requireNonNull(index(output(
                column, row -> new SimpleGroup(schema(column)).append("h", half(row < 10 ? 0x8000 : 0)))));

        assertThat(index.getMinValues().get(1).get(1)).as("minus zero").isEqualTo((byte) 0x80);
        assertThat(index.getMaxValues().get(0).get(1)).isEqualTo((byte) 0);
    }

    @Test
    void bounds_follow_the_order_of_the_type() {
        ColumnChunkMetaData unsigned = merged(
                "required int64 u (UINT_64);",
                row -> new SimpleGroup(schema("required int64 u (UINT_64);")).append("u", row - 5L));
        String decimals = "required binary d (DECIMAL(9,2));";
        ColumnChunkMetaData decimal = merged(
                decimals,
                row -> new SimpleGroup(schema(decimals))
                        .append(
                                "d",
                                Binary.fromConstantByteArray(java.math.BigInteger.valueOf(row - 20_000)
                                        .toByteArray())));
        String texts = "required binary s (STRING);";
        ColumnChunkMetaData text =
                merged(texts, row -> new SimpleGroup(schema(texts)).append("s", row % 2 == 0 ? "é" + row : "z" + row));

        assertThat((Object) unsigned.getStatistics().genericGetMin()).isEqualTo(0L);
        assertThat((Object) unsigned.getStatistics().genericGetMax()).isEqualTo(-1L);
        assertThat(((Binary) decimal.getStatistics().genericGetMin()).getBytes())
                .isEqualTo(java.math.BigInteger.valueOf(-20_000).toByteArray());
        assertThat(((Binary) text.getStatistics().genericGetMax()).toStringUsingUTF8())
                .as("bytes have no sign")
                .startsWith("é");
    }

    @Test
    void types_without_an_order_have_no_bounds() throws IOException {
        String old = "required int96 t;";
        String spans = "required fixed_len_byte_array(12) i (INTERVAL);";
        Binary twelve = Binary.fromConstantByteArray("twelve bytes".getBytes(StandardCharsets.US_ASCII));

        assertThat(merged(old, row -> new SimpleGroup(schema(old)).append("t", twelve))
                        .getStatistics()
                        .hasNonNullValue())
                .isFalse();
        assertThat(index(output(spans, row -> new SimpleGroup(schema(spans)).append("i", twelve))))
                .isNull();
    }

    @Test
    void bounds_of_long_texts_are_cut_between_characters_and_hold_every_value() throws IOException {
        String column = "required binary s (STRING);";
        Path file = output(
                column,
                row -> new SimpleGroup(schema(column))
                        .append(
                                "s",
                                switch (row / 9_000) {
                                    case 0 -> "é€".repeat(40) + row;
                                    case 1 ->
                                        Character.toString(Character.MAX_CODE_POINT)
                                                        .repeat(17)
                                                + row;
                                    default -> "\uD7FF".repeat(30) + row;
                                }));

        Claims.verify(workshop.store, file);
        ColumnIndex index = Objects.requireNonNull(index(file));
        assertThat(index.getMaxValues())
                .allSatisfy(bytes -> assertThat(StandardCharsets.UTF_8
                                .newDecoder()
                                .decode(bytes.duplicate())
                                .length())
                        .isPositive());
    }

    @Test
    void nulls_are_counted_beside_bounds_that_are_too_long() {
        String column = "optional binary s (STRING);";
        String text = "long".repeat(1000);

        ColumnChunkMetaData chunk = merged(
                column,
                row -> row == 7 ? new SimpleGroup(schema(column)) : new SimpleGroup(schema(column)).append("s", text));

        assertThat(chunk.getStatistics().hasNonNullValue()).isFalse();
        assertThat(chunk.getStatistics().getNumNulls()).isEqualTo(1);
    }

    /** parquet-java would say of this type that all of its values are null, beside the type's old name. */
    @Test
    void spans_of_time_are_no_nulls() throws Exception {
        String column = "optional fixed_len_byte_array(12) i (INTERVAL);";
        Binary twelve = Binary.fromConstantByteArray(new byte[] {0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0});
        Path file = output(
                column,
                row -> row % 2 == 0
                        ? new SimpleGroup(schema(column))
                        : new SimpleGroup(schema(column)).append("i", twelve));

        try (Duck duck = new Duck()) {
            assertThat(duck.values("SELECT count(*) FROM read_parquet('%s') WHERE i IS NOT NULL".formatted(file)))
                    .containsExactly(String.valueOf(ROWS / 2));
        }
    }

    @Test
    void a_wrong_claim_is_found() throws IOException {
        String column = "required int32 n;";
        Path file = output(column, row -> new SimpleGroup(schema(column)).append("n", row));
        byte[] bytes = java.nio.file.Files.readAllBytes(file);
        // The least value stands in the footer as four bytes, after its length; another one is written over it.
        int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("\u0004\u0000\u0000\u0000\u0000");
        bytes[at + 1] = 1;
        java.nio.file.Files.write(file, bytes);

        assertThatThrownBy(() -> Claims.verify(workshop.store, file)).isInstanceOf(AssertionError.class);
    }
}
