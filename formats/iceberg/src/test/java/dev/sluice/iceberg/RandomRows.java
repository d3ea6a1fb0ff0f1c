/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows with a column of every type that Sluice writes, flat and nested, at random. */
final class RandomRows {

    private static final Logger LOG = LoggerFactory.getLogger(RandomRows.class);

    private static final Types.StructType INNER = Types.StructType.of(
            optional(30, "text", Types.StringType.get()), optional(31, "number", Types.DecimalType.of(30, 9)));

    private static final Schema SCHEMA = new Schema(
            required(1, "id", Types.LongType.get()),
            optional(2, "flag", Types.BooleanType.get()),
            optional(3, "whole", Types.IntegerType.get()),
            optional(4, "single", Types.FloatType.get()),
            optional(5, "double", Types.DoubleType.get()),
            optional(6, "date", Types.DateType.get()),
            optional(7, "time", Types.TimeType.get()),
            optional(8, "at", Types.TimestampType.withoutZone()),
            optional(9, "instant", Types.TimestampType.withZone()),
            optional(10, "text", Types.StringType.get()),
            optional(11, "uuid", Types.UUIDType.get()),
            optional(12, "fixed", Types.FixedType.ofLength(5)),
            optional(13, "bytes", Types.BinaryType.get()),
            optional(14, "price", Types.DecimalType.of(9, 2)),
            optional(15, "large", Types.DecimalType.of(38, 10)),
            optional(16, "inner", INNER),
            optional(17, "list", Types.ListType.ofOptional(40, Types.StringType.get())),
            optional(18, "structs", Types.ListType.ofOptional(41, elements())),
            optional(
                    19,
                    "map",
                    Types.MapType.ofOptional(
                            50, 51, Types.StringType.get(), Types.ListType.ofOptional(52, Types.LongType.get()))));

    private static Types.StructType elements() {
        return Types.StructType.of(
                optional(42, "text", Types.StringType.get()), optional(43, "number", Types.DecimalType.of(30, 9)));
    }

    private final Random random;
    private long nextId;

    RandomRows() {
        long seed = new Random().nextLong();
        LOG.info("Random rows of the seed {}", seed);
        this.random = new Random(seed);
    }

    Schema schema() {
        return SCHEMA;
    }

    List<Record> rows(int count) {
        List<Record> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(row());
        }
        return rows;
    }

    private Record row() {
        Record row = GenericRecord.create(SCHEMA);
        row.setField("id", nextId++);
        for (Types.NestedField column : SCHEMA.columns()) {
            if (column.isOptional() && random.nextInt(6) > 0) {
                row.setField(column.name(), value(column.type()));
            }
        }
        return row;
    }

    private @Nullable Object value(org.apache.iceberg.types.Type type) {
        return switch (type.typeId()) {
            case BOOLEAN -> random.nextBoolean();
            case INTEGER -> random.nextInt();
            case LONG -> random.nextLong();
            case FLOAT ->
                List.of(Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY, random.nextFloat())
                        .get(random.nextInt(5));
            case DOUBLE ->
                List.of(Double.NaN, -0.0, 0.0, Double.MAX_VALUE, random.nextGaussian())
                        .get(random.nextInt(5));
            case DATE -> date();
            case TIME -> time();
            case TIMESTAMP ->
                ((Types.TimestampType) type).shouldAdjustToUTC()
                        ? date().atTime(time()).atOffset(ZoneOffset.UTC)
                        : date().atTime(time());
            case STRING -> text();
            case UUID -> new UUID(random.nextLong(), random.nextLong());
            case FIXED -> bytes(5);
            case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(40)));
            case DECIMAL -> decimal((Types.DecimalType) type);
            case STRUCT -> struct(type.asStructType());
            case LIST -> list(type.asListType());
            case MAP -> map(type.asMapType());
            default -> throw new IllegalArgumentException("No value of " + type);
        };
    }

    /** Long ago as well: days before 1582 are counted in two ways. */
    private LocalDate date() {
        return LocalDate.of(1 + random.nextInt(3000), 1 + random.nextInt(12), 1 + random.nextInt(28));
    }

    private LocalTime time() {
        return LocalTime.ofNanoOfDay(1000L * random.nextInt(1_000_000_000) * 86L);
    }

    private String text() {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> "often the same";
            case 2 -> "ö漢🚀 " + random.nextInt();
            default -> "t" + random.nextInt(100);
        };
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private BigDecimal decimal(Types.DecimalType type) {
        int digits = 1 + random.nextInt(type.precision());
        BigInteger unscaled = new BigInteger(digits * 3, random).mod(BigInteger.TEN.pow(digits));
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
    }

    private Record struct(Types.StructType type) {
        Record struct = GenericRecord.create(type);
        type.fields().forEach(field -> {
            if (random.nextInt(4) > 0) {
                struct.setField(field.name(), value(field.type()));
            }
        });
        return struct;
    }

    private List<@Nullable Object> list(Types.ListType type) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(random.nextInt(4) == 0 ? null : value(type.elementType()));
        }
        return list;
    }

    private Map<Object, @Nullable Object> map(Types.MapType type) {
        Map<Object, @Nullable Object> map = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put("key " + i, random.nextInt(4) == 0 ? null : value(type.valueType()));
        }
        return map;
    }

    /** Every row of a table as text, bytes as digits and maps in order, row lineage included where the table keeps it. */
    static List<String> text(Events events) {
        Schema schema = TableUtil.supportsRowLineage(events.table())
                ? MetadataColumns.schemaWithRowLineage(events.table().schema())
                : events.table().schema();
        List<String> rows = new ArrayList<>();
        try (CloseableIterable<Record> records =
                IcebergGenerics.read(events.table()).project(schema).build()) {
            records.forEach(record -> rows.add(schema.columns().stream()
                    .map(column -> text(record.getField(column.name())))
                    .collect(Collectors.joining(", "))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.sort(null);
        return rows;
    }

    private static String text(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, String> sorted = new TreeMap<>();
            map.forEach((key, held) -> sorted.put(text(key), text(held)));
            return sorted.toString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RandomRows::text).toList().toString();
        }
        return String.valueOf(value);
    }
}
