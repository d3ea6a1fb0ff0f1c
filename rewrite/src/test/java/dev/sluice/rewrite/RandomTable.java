/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.rewrite.Past.Older;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** Random schemas, rows and writers; the same seed gives the same table. */
final class RandomTable {

    private static final int DEEPEST = 3;

    /** Microseconds. */
    private static final long DAY = 86_400_000_000L;

    private final Random random;
    private final boolean plain;
    private final boolean numbered;
    private int names;
    private int ids;

    /** @param plain only what every reader reads the same: no legacy layouts, no INT96, no exotic annotations */
    RandomTable(Random random, boolean plain) {
        this.random = random;
        this.plain = plain;
        this.numbered = !plain && random.nextInt(3) == 0;
    }

    /** How an output's fields are found in files of this table: by the ids of its fields, if it has any. */
    ColumnMapping mapping() {
        return numbered ? ColumnMapping.byFieldId() : ColumnMapping.byName();
    }

    MessageType schema() {
        Types.MessageTypeBuilder builder = Types.buildMessage();
        IntStream.range(0, 1 + random.nextInt(6)).forEach(i -> builder.addField(field(0)));
        return numbered(builder.named("table"));
    }

    private MessageType numbered(MessageType schema) {
        return numbered
                ? new MessageType(
                        schema.getName(),
                        schema.getFields().stream().map(this::numbered).toList())
                : schema;
    }

    private Type numbered(Type type) {
        int id = ++ids;
        return type.isPrimitive()
                ? type.withId(id)
                : type.asGroupType()
                        .withNewFields(type.asGroupType().getFields().stream()
                                .map(this::numbered)
                                .toList())
                        .withId(id);
    }

    Older older(MessageType schema) {
        return new Past(random, this, numbered).of(schema);
    }

    private Repetition repetition() {
        return random.nextInt(3) == 0 ? Repetition.REQUIRED : Repetition.OPTIONAL;
    }

    private Type field(int depth) {
        String name = (random.nextBoolean() ? "f" : "F.x") + names++;
        if (plain) {
            name = "f" + names;
        }
        int kind = depth >= DEEPEST ? 0 : random.nextInt(10);
        return switch (kind) {
            case 6 -> struct(repetition(), depth, name);
            case 7 -> list(depth, name);
            case 8 -> map(depth, name);
            case 9 -> plain ? primitive(repetition(), name) : bare(depth, name);
            default -> primitive(repetition(), name);
        };
    }

    private GroupType struct(Repetition repetition, int depth, String name) {
        Types.GroupBuilder<GroupType> builder = Types.buildGroup(repetition);
        IntStream.range(0, 1 + random.nextInt(3)).forEach(i -> builder.addField(field(depth + 1)));
        return builder.named(name);
    }

    private Type bare(int depth, String name) {
        return random.nextBoolean() ? primitive(Repetition.REPEATED, name) : struct(Repetition.REPEATED, depth, name);
    }

    private Type list(int depth, String name) {
        Types.GroupBuilder<GroupType> builder = Types.buildGroup(repetition()).as(LogicalTypeAnnotation.listType());
        int layout = plain ? 0 : random.nextInt(4);
        Type repeated = switch (layout) {
            case 1 -> primitive(Repetition.REPEATED, "array");
            case 2 -> struct(Repetition.REPEATED, depth, "array");
            case 3 -> Types.repeatedGroup().addField(field(depth + 1)).named("bag");
            default -> Types.repeatedGroup().addField(field(depth + 1)).named("list");
        };
        return builder.addField(repeated).named(name);
    }

    private Type map(int depth, String name) {
        Types.GroupBuilder<GroupType> entry = Types.repeatedGroup();
        entry.addField(Types.required(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named("key"));
        entry.addField(field(depth + 1));
        return Types.buildGroup(repetition())
                .as(LogicalTypeAnnotation.mapType())
                .addField(entry.named(plain || random.nextBoolean() ? "key_value" : "map"))
                .named(name);
    }

    private PrimitiveType primitive(Repetition repetition, String name) {
        return switch (random.nextInt(plain ? 11 : 29)) {
            case 0 -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case 1 -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case 2 -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case 3 -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case 4 -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case 5, 6 -> as(repetition, PrimitiveTypeName.BINARY, LogicalTypeAnnotation.stringType(), name);
            case 7 -> as(repetition, PrimitiveTypeName.INT32, LogicalTypeAnnotation.decimalType(2, 9), name);
            case 8 -> as(repetition, PrimitiveTypeName.INT64, LogicalTypeAnnotation.decimalType(4, 18), name);
            case 9 -> as(repetition, PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType(), name);
            case 10 ->
                as(
                        repetition,
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timestampType(random.nextBoolean(), TimeUnit.MICROS),
                        name);
            case 11 -> Types.primitive(PrimitiveTypeName.INT96, repetition).named(name);
            case 12 ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(1 + random.nextInt(20))
                        .named(name);
            case 13 ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(16)
                        .as(LogicalTypeAnnotation.decimalType(10, 38))
                        .named(name);
            case 14 ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(16)
                        .as(LogicalTypeAnnotation.uuidType())
                        .named(name);
            case 15 ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(2)
                        .as(LogicalTypeAnnotation.float16Type())
                        .named(name);
            case 16 -> as(repetition, PrimitiveTypeName.INT32, LogicalTypeAnnotation.intType(8, false), name);
            case 17 -> as(repetition, PrimitiveTypeName.INT64, LogicalTypeAnnotation.intType(64, false), name);
            case 18 ->
                as(
                        repetition,
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timestampType(true, TimeUnit.NANOS),
                        name);
            case 19 -> as(repetition, PrimitiveTypeName.BINARY, LogicalTypeAnnotation.decimalType(3, 30), name);
            case 20 -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case 21 ->
                as(
                        repetition,
                        PrimitiveTypeName.BINARY,
                        pick(
                                LogicalTypeAnnotation.enumType(),
                                LogicalTypeAnnotation.jsonType(),
                                LogicalTypeAnnotation.bsonType()),
                        name);
            case 22 ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(12)
                        .as(LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance())
                        .named(name);
            case 23 ->
                as(
                        repetition,
                        PrimitiveTypeName.INT32,
                        LogicalTypeAnnotation.timeType(random.nextBoolean(), TimeUnit.MILLIS),
                        name);
            case 24 ->
                as(
                        repetition,
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timeType(random.nextBoolean(), pick(TimeUnit.MICROS, TimeUnit.NANOS)),
                        name);
            case 25 ->
                as(
                        repetition,
                        PrimitiveTypeName.INT32,
                        LogicalTypeAnnotation.intType(pick(8, 16, 32), random.nextBoolean()),
                        name);
            case 26 ->
                as(
                        repetition,
                        PrimitiveTypeName.INT64,
                        LogicalTypeAnnotation.timestampType(random.nextBoolean(), TimeUnit.MILLIS),
                        name);
            case 27 ->
                Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                        .length(5)
                        .as(LogicalTypeAnnotation.decimalType(2, 10))
                        .named(name);
            default -> as(repetition, PrimitiveTypeName.INT64, LogicalTypeAnnotation.decimalType(0, 18), name);
        };
    }

    static PrimitiveType as(Repetition repetition, PrimitiveTypeName form, LogicalTypeAnnotation meaning, String name) {
        return Types.primitive(form, repetition).as(meaning).named(name);
    }

    List<Group> rows(MessageType schema, int count) {
        List<Group> rows = new ArrayList<>(count);
        int distinct = random.nextBoolean() ? 5 : 1_000_000;
        for (int row = 0; row < count; row++) {
            SimpleGroup group = new SimpleGroup(schema);
            fill(group, schema, distinct);
            rows.add(group);
        }
        return rows;
    }

    private void fill(Group group, GroupType type, int distinct) {
        for (Type field : type.getFields()) {
            int count = switch (field.getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextInt(4) == 0 ? 0 : 1;
                case REPEATED -> random.nextInt(4) == 0 ? 0 : random.nextInt(5);
            };
            int place = type.getFieldIndex(field.getName());
            for (int index = 0; index < count; index++) {
                if (field.isPrimitive()) {
                    // Map keys are told apart by their place, since readers make one of two equal ones.
                    boolean key = plain && field.getName().equals("key");
                    value(group, place, field.asPrimitiveType(), key ? 1_000_000 : distinct);
                } else {
                    fill(group.addGroup(place), field.asGroupType(), distinct);
                }
            }
        }
    }

    private void value(Group group, int place, PrimitiveType type, int distinct) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        int number = random.nextInt(distinct) - distinct / 3;
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(place, random.nextBoolean());
            case INT32 ->
                group.add(
                        place, meaning instanceof IntLogicalTypeAnnotation || isTime(meaning) ? number & 0x7F : number);
            case INT64 ->
                group.add(place, isTime(meaning) ? Math.floorMod(number * 1_000_003L, DAY) : number * 1_000_003L);
            case FLOAT -> group.add(place, real(number).floatValue());
            case DOUBLE -> group.add(place, real(number).doubleValue());
            case INT96 -> group.add(place, int96());
            case FIXED_LEN_BYTE_ARRAY ->
                group.add(
                        place,
                        Binary.fromConstantByteArray(
                                meaning instanceof DecimalLogicalTypeAnnotation
                                        ? padded(number, type.getTypeLength())
                                        : bytes(type.getTypeLength())));
            case BINARY ->
                group.add(
                        place,
                        meaning instanceof DecimalLogicalTypeAnnotation
                                ? Binary.fromConstantByteArray(padded(number, 1 + random.nextInt(3) + 4))
                                : Binary.fromString(text(number)));
        }
    }

    /** Now and then long, since bounds are cut there, and at a character of many bytes if it comes badly. */
    private String text(int number) {
        if (plain) {
            return "word-" + number;
        }
        return switch (random.nextInt(20)) {
            case 0 -> "";
            case 1 -> "é€".repeat(20 + random.nextInt(20)) + number;
            case 2 -> Character.toString(Character.MAX_CODE_POINT).repeat(15 + random.nextInt(4));
            default -> "word-" + number;
        };
    }

    private Binary int96() {
        return Binary.fromConstantByteArray(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(random.nextInt(1_000_000) * 86_400_000L)
                .putInt(2_440_588 + random.nextInt(20_000) - 10_000)
                .array());
    }

    /** There is none before midnight. */
    private static boolean isTime(@Nullable LogicalTypeAnnotation meaning) {
        return meaning instanceof TimeLogicalTypeAnnotation;
    }

    private Number real(int number) {
        return switch (random.nextInt(12)) {
            case 0 -> 0.0;
            case 1 -> -0.0;
            case 2 -> random.nextInt(8) == 0 ? Double.NaN : 1.5;
            default -> number / 8.0;
        };
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] padded(int number, int length) {
        byte[] bytes = new byte[length];
        for (int at = length - 1, rest = number; at >= 0; at--) {
            bytes[at] = (byte) rest;
            rest >>= 8;
        }
        return bytes;
    }

    /** A value for a column, as a default or a partition has one. */
    ConstantValue constant(PrimitiveType type) {
        SimpleGroup group = new SimpleGroup(new MessageType(
                "one",
                Types.primitive(type.getPrimitiveTypeName(), Repetition.REQUIRED)
                        .length(type.getTypeLength())
                        .as(type.getLogicalTypeAnnotation())
                        .named(type.getName())));
        value(group, 0, type, 100);
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> ConstantValue.of(group.getBoolean(0, 0));
            case INT32 -> ConstantValue.of(group.getInteger(0, 0));
            case INT64 -> ConstantValue.of(group.getLong(0, 0));
            case FLOAT -> ConstantValue.of(group.getFloat(0, 0));
            case DOUBLE -> ConstantValue.of(group.getDouble(0, 0));
            case INT96 -> ConstantValue.ofNull();
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                ConstantValue.of(group.getBinary(0, 0).getBytes());
        };
    }

    /** How a writer of files with that schema writes them. */
    Workshop.Settings settings(MessageType schema) {
        CompressionCodecName codec = pick(
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.GZIP,
                CompressionCodecName.ZSTD,
                CompressionCodecName.LZ4_RAW);
        int pageRows = 1 + random.nextInt(200);
        long rowGroup = 1L << (8 + random.nextInt(14));
        boolean dictionary = random.nextBoolean();
        boolean checksum = random.nextBoolean();
        WriterVersion version = pick(WriterVersion.PARQUET_1_0, WriterVersion.PARQUET_2_0);
        boolean split = random.nextInt(4) == 0;
        List<String> filtered = schema.getColumns().stream()
                .filter(column -> random.nextInt(4) == 0)
                .filter(column -> mayBeFiltered(column.getPrimitiveType().getPrimitiveTypeName()))
                .map(column -> ColumnPath.get(column.getPath()).toDotString())
                .toList();
        return builder -> filters(builder, filtered)
                .withCompressionCodec(codec)
                .withPageRowCountLimit(pageRows)
                .withRowGroupSize(rowGroup)
                .withMinRowCountForPageSizeCheck(1)
                .withDictionaryEncoding(dictionary)
                .withByteStreamSplitEncoding(split)
                .withPageWriteChecksumEnabled(checksum)
                .withWriterVersion(version);
    }

    private static boolean mayBeFiltered(PrimitiveTypeName form) {
        return form != PrimitiveTypeName.BOOLEAN && form != PrimitiveTypeName.INT96;
    }

    private static ExampleParquetWriter.Builder filters(ExampleParquetWriter.Builder builder, List<String> columns) {
        columns.forEach(column -> builder.withBloomFilterEnabled(column, true));
        return builder;
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
