/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Sample;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructLikeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The keys of equality deletes: found as Iceberg compares them, in no more memory than they may take. */
class DeletedKeysTest {

    private static final Types.StructType INNER = Types.StructType.of(optional(12, "inner", Types.StringType.get()));
    private static final Types.StructType TYPE = Types.StructType.of(
            optional(1, "flag", Types.BooleanType.get()),
            optional(2, "count", Types.IntegerType.get()),
            optional(3, "id", Types.LongType.get()),
            optional(4, "real", Types.FloatType.get()),
            optional(5, "ratio", Types.DoubleType.get()),
            optional(6, "text", Types.StringType.get()),
            optional(7, "uuid", Types.UUIDType.get()),
            optional(8, "bytes", Types.BinaryType.get()),
            optional(9, "price", Types.DecimalType.of(20, 2)),
            optional(10, "at", Types.TimestampType.withZone()),
            optional(11, "part", INNER));

    /** Of each column a few values that are easily taken for one another. */
    private static final List<List<@Nullable Object>> VALUES = List.of(
            Arrays.asList(null, true, false),
            Arrays.asList(null, 0, -1, 1),
            Arrays.asList(null, 0L, -1L, 1L << 32),
            Arrays.asList(null, 0f, -0f, Float.NaN, Float.intBitsToFloat(0x7FC00001)),
            Arrays.asList(null, 0d, -0d, Double.NaN, Double.longBitsToDouble(0x7FF8000000000001L)),
            Arrays.asList(null, "", "a", "ab", "ü", "🎿"),
            Arrays.asList(null, new UUID(0, 1), new UUID(1, 0)),
            Arrays.asList(null, ByteBuffer.allocate(0), ByteBuffer.allocate(1), ByteBuffer.wrap(new byte[] {1})),
            Arrays.asList(null, new BigDecimal("0.00"), new BigDecimal("-0.01"), new BigDecimal("2.56")),
            Arrays.asList(null, 0L, -1L),
            Arrays.asList(null, inner(null), inner(""), inner("b")));

    private static Record inner(@Nullable String text) {
        Record record = GenericRecord.create(INNER);
        record.set(0, text);
        return record;
    }

    @Test
    void finds_exactly_the_keys_that_iceberg_takes_for_equal_with_the_newest_delete_of_each() {
        Sample sample = Sample.seeded();
        Random random = sample.random(1);
        StructLikeMap<Long> expected = StructLikeMap.create(TYPE);
        DeletedKeys keys = new DeletedKeys(Long.MAX_VALUE);
        Key key = new Key(TYPE);
        for (int i = 0; i < 20_000; i++) {
            Record row = row(random);
            long sequence = random.nextInt(100);
            expected.merge(row, sequence, Math::max);
            keys.put(key.of(row), sequence);
        }

        assertThat(keys.size()).as("seed " + sample.seed()).isEqualTo(expected.size());
        for (int i = 0; i < 20_000; i++) {
            Record row = row(random);
            assertThat(keys.newest(key.of(row)))
                    .as("%s, seed %d", row, sample.seed())
                    .isEqualTo(expected.getOrDefault(row, Long.MIN_VALUE));
        }
    }

    /** Most columns are null, so that keys come again. */
    private static Record row(Random random) {
        Record row = GenericRecord.create(TYPE);
        for (int i = 0; i < VALUES.size(); i++) {
            List<@Nullable Object> values = VALUES.get(i);
            row.set(i, random.nextInt(3) == 0 ? values.get(random.nextInt(values.size())) : null);
        }
        return row;
    }

    @Test
    void counts_the_memory_of_long_texts_as_it_is() {
        Types.StructType type = Types.StructType.of(optional(1, "text", Types.StringType.get()));
        DeletedKeys keys = new DeletedKeys(1 << 20);
        Key key = new Key(type);
        int fit = 0;
        while (keys.fit()) {
            Record row = GenericRecord.create(type);
            row.set(0, fit + " " + "x".repeat(10_000));
            keys.put(key.of(row), 1);
            fit++;
        }
        assertThat(fit).as("keys of ten thousand bytes in a MiB").isBetween(80, 110);
    }

    @Test
    void one_key_always_fits_whatever_its_size() {
        Types.StructType type = Types.StructType.of(optional(1, "text", Types.StringType.get()));
        DeletedKeys keys = new DeletedKeys(1);
        Record row = GenericRecord.create(type);
        row.set(0, "x".repeat(200_000));
        Key key = new Key(type).of(row);

        keys.put(key, 7);

        assertThat(keys.fit()).isTrue();
        assertThat(keys.newest(key)).isEqualTo(7);
        row.set(0, "y");
        keys.put(new Key(type).of(row), 1);
        assertThat(keys.fit()).isFalse();
    }
}
