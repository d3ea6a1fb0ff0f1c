/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the manifests say of the values in rewritten files: every claim is true, so that no reader leaves out a row. */
class IcebergStatisticsTest {

    private static final Schema SCHEMA = new Schema(
            required(1, "id", Types.LongType.get()),
            required(2, "day", Types.StringType.get()),
            optional(3, "number", Types.IntegerType.get()),
            optional(4, "real", Types.FloatType.get()),
            optional(5, "price", Types.DecimalType.of(9, 2)),
            optional(6, "ratio", Types.DoubleType.get()),
            optional(7, "at", Types.TimestampType.withoutZone()),
            optional(8, "seen", Types.TimestampType.withZone()),
            optional(9, "text", Types.StringType.get()),
            optional(10, "bytes", Types.BinaryType.get()));
    /** Beside a value that is not a number a column has no bounds at all, which leaves out no row. */
    private static final Set<Integer> WITH_NAN = Set.of(4, 6);

    private static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));
    private static final List<String> TEXTS = Arrays.asList(
            null,
            "",
            "short",
            "a text of more than sixteen characters, a",
            "a text of more than sixteen characters, z",
            "ünïcödé bêyönd thé sïxtëënth plàcë",
            "🎿".repeat(20),
            LAST.repeat(20),
            LAST.repeat(16) + "a",
            "￿".repeat(17));
    private static final List<Double> RATIOS = Arrays.asList(
            null,
            1.0,
            Double.NaN,
            -0.0,
            0.0,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            -1.5,
            Double.MAX_VALUE);
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 29, 23, 59, 59, 999_807_126 / 1000 * 1000);

    @TempDir
    private Path folder;

    private Events events;

    @BeforeEach
    void a_table_of_ten_files_with_one_row_each() {
        events = Events.empty(folder.resolve("t"), SCHEMA, PartitionSpec.unpartitioned(), 3, Map.of());
        for (int i = 0; i < TEXTS.size(); i++) {
            events.commitAppend(events.write("day", List.of(row(i))));
        }
    }

    private static Record row(int i) {
        Record row = GenericRecord.create(SCHEMA);
        Double ratio = RATIOS.get(i);
        String text = TEXTS.get(i);
        row.setField("id", (long) i);
        row.setField("day", "day " + i);
        row.setField("number", i % 3 == 0 ? null : Integer.MAX_VALUE - i);
        row.setField("real", ratio == null ? null : ratio.floatValue());
        row.setField("price", i % 4 == 0 ? null : new BigDecimal("-1234567.89").add(BigDecimal.valueOf(i)));
        row.setField("ratio", ratio);
        row.setField("at", i == 0 ? null : TIME.plusNanos(i * 1000L));
        row.setField(
                "seen",
                i == 1
                        ? null
                        : OffsetDateTime.of(LocalDateTime.of(1969, 12, 31, 23, 59, 59, i * 1000), ZoneOffset.UTC));
        row.setField("text", text);
        row.setField(
                "bytes", text == null ? null : ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        return row;
    }

    @Test
    void every_column_that_had_bounds_has_bounds_again_and_all_values_lie_between_them() throws IOException {
        Set<Integer> bounded = new TreeSet<>();
        files().forEach(file -> bounded.addAll(file.lowerBounds().keySet()));
        bounded.removeAll(WITH_NAN);
        List<String> rows = events.rows();

        IcebergPass.compact(IcebergPass.format(), events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        DataFile file = only(files());
        assertThat(file.lowerBounds().keySet()).containsAll(bounded);
        assertThat(bounded).hasSize(SCHEMA.columns().size() - WITH_NAN.size());
        for (Types.NestedField column : SCHEMA.columns()) {
            holds(file, column);
        }
    }

    @Test
    void after_types_were_widened_the_bounds_have_the_width_of_the_new_type() throws IOException {
        events.table()
                .updateSchema()
                .updateColumn("number", Types.LongType.get())
                .updateColumn("real", Types.DoubleType.get())
                .updateColumn("price", Types.DecimalType.of(18, 2))
                .commit();
        events = Events.at(events.folder());
        List<String> rows = events.rows();

        IcebergPass.compact(IcebergPass.format(), events.ref());

        assertThat(events.rows()).isEqualTo(rows);
        DataFile file = only(files());
        assertThat(file.lowerBounds().get(3)).extracting(ByteBuffer::remaining).isEqualTo(Long.BYTES);
        for (Types.NestedField column : events.table().schema().columns()) {
            holds(file, column);
        }
    }

    /** Whoever asks for what is in one row gets that row, whatever the bounds leave out. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void every_row_is_found_by_each_of_its_values(boolean rewritten) throws IOException {
        if (rewritten) {
            IcebergPass.compact(IcebergPass.format(), events.ref());
        }
        for (int i = 0; i < TEXTS.size(); i++) {
            Record row = row(i);
            for (Types.NestedField column : SCHEMA.columns()) {
                assertThat(ids(looksFor(column, row.getField(column.name()))))
                        .as("%s of row %d", column.name(), i)
                        .contains((long) i);
            }
        }
        assertThat(ids(Expressions.greaterThan("ratio", 0.5)))
                .as("beside what is not a number")
                .contains(1L, 5L, 9L);
    }

    private static Expression looksFor(Types.NestedField column, @Nullable Object value) {
        if (value == null) {
            return Expressions.isNull(column.name());
        }
        if (isNaN(value)) {
            return Expressions.isNaN(column.name());
        }
        Object internal = new InternalRecordWrapper(Types.StructType.of(column))
                .wrap(single(column, value))
                .get(0, Object.class);
        return Expressions.equal(column.name(), internal);
    }

    private static Record single(Types.NestedField column, Object value) {
        Record record = GenericRecord.create(Types.StructType.of(column));
        record.set(0, value);
        return record;
    }

    private List<Long> ids(Expression filter) throws IOException {
        try (CloseableIterable<Record> rows =
                IcebergGenerics.read(events.table()).where(filter).build()) {
            return Stream.of(rows)
                    .flatMap(all -> java.util.stream.StreamSupport.stream(all.spliterator(), false))
                    .map(row -> (Long) row.getField("id"))
                    .toList();
        }
    }

    private void holds(DataFile file, Types.NestedField column) throws IOException {
        int id = column.fieldId();
        Type.PrimitiveType type = column.type().asPrimitiveType();
        List<Object> values = values(column);
        assertThat(file.valueCounts()).containsEntry(id, (long) TEXTS.size());
        assertThat(file.nullValueCounts())
                .as(column.name())
                .containsEntry(
                        id,
                        TEXTS.size() - values.stream().filter(v -> v != null).count());
        if (type.typeId() == Type.TypeID.DOUBLE || type.typeId() == Type.TypeID.FLOAT) {
            assertThat(file.nanValueCounts()).containsEntry(id, 1L);
        }
        Comparator<Object> order = Comparators.forType(type);
        Object lower = bound(file.lowerBounds(), type, id);
        Object upper = bound(file.upperBounds(), type, id);
        for (Object value : values) {
            if (value == null || isNaN(value)) {
                continue;
            }
            assertThat(lower == null || order.compare(lower, value) <= 0)
                    .as("%s: %s is not below %s", column.name(), lower, value)
                    .isTrue();
            assertThat(upper == null || order.compare(upper, value) >= 0)
                    .as("%s: %s is not above %s", column.name(), upper, value)
                    .isTrue();
        }
        assertThat(isNaN(lower) || isNaN(upper)).as(column.name()).isFalse();
    }

    private static boolean isNaN(@Nullable Object value) {
        return (value instanceof Double number && number.isNaN()) || (value instanceof Float real && real.isNaN());
    }

    private static @Nullable Object bound(@Nullable Map<Integer, ByteBuffer> bounds, Type type, int id) {
        ByteBuffer bound = bounds == null ? null : bounds.get(id);
        return bound == null ? null : Conversions.fromByteBuffer(type, bound);
    }

    /** All values of a column in Iceberg's own representation. */
    private List<Object> values(Types.NestedField column) throws IOException {
        Schema schema = events.table().schema();
        int at = IntStream.range(0, schema.columns().size())
                .filter(i -> schema.columns().get(i).fieldId() == column.fieldId())
                .findFirst()
                .orElseThrow();
        InternalRecordWrapper wrapper = new InternalRecordWrapper(schema.asStruct());
        List<Object> values = new java.util.ArrayList<>();
        try (CloseableIterable<Record> rows =
                IcebergGenerics.read(events.table()).build()) {
            for (Record row : rows) {
                StructLike internal = wrapper.wrap(row);
                values.add(internal.get(at, Object.class));
            }
        }
        return values;
    }

    private List<DataFile> files() throws IOException {
        List<DataFile> files = new java.util.ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks =
                events.table().newScan().includeColumnStats().planFiles()) {
            tasks.forEach(task -> files.add(task.file().copy()));
        }
        return files;
    }

    private static DataFile only(List<DataFile> files) {
        assertThat(files).hasSize(1);
        return files.get(0);
    }
}
