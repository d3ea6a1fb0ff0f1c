/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Random schemas, rows and writers; the same seed gives the same table. */
final class RandomTable {

    private static final int DEEPEST = 3;

    private final Random random;
    private final boolean plain;
    private int names;

    /** @param plain only what every reader reads the same: no legacy layouts, no INT96, no exotic annotations */
    RandomTable(Random random, boolean plain) {
        this.random = random;
        this.plain = plain;
    }

    MessageType schema() {
        Types.MessageTypeBuilder builder = Types.buildMessage();
        IntStream.range(0, 1 + random.nextInt(6)).forEach(i -> builder.addField(field(0)));
        return builder.named("table");
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
        return switch (random.nextInt(plain ? 11 : 20)) {
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
            default -> as(repetition, PrimitiveTypeName.BINARY, LogicalTypeAnnotation.decimalType(3, 30), name);
        };
    }

    private static PrimitiveType as(
            Repetition repetition, PrimitiveTypeName form, LogicalTypeAnnotation meaning, String name) {
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
            case INT32 -> group.add(place, meaning instanceof IntLogicalTypeAnnotation ? number & 0x7F : number);
            case INT64 -> group.add(place, number * 1_000_003L);
            case FLOAT -> group.add(place, real(number).floatValue());
            case DOUBLE -> group.add(place, real(number).doubleValue());
            case INT96 -> group.add(place, Binary.fromConstantByteArray(bytes(12)));
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
                                : Binary.fromString("word-" + number));
        }
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

    /** The schema of an older or stricter writer: some optional top-level fields missing, some required, others swapped. */
    MessageType older(MessageType schema) {
        List<Type> fields = new ArrayList<>(schema.getFields());
        fields.removeIf(field -> field.isRepetition(Repetition.OPTIONAL) && random.nextInt(4) == 0);
        if (fields.isEmpty()) {
            return schema;
        }
        fields.replaceAll(
                field -> field.isPrimitive() && field.isRepetition(Repetition.OPTIONAL) && random.nextInt(4) == 0
                        ? required(field.asPrimitiveType())
                        : field);
        java.util.Collections.shuffle(fields, random);
        return new MessageType("older", fields);
    }

    private static Type required(PrimitiveType type) {
        return Types.primitive(type.getPrimitiveTypeName(), Repetition.REQUIRED)
                .length(type.getTypeLength())
                .as(type.getLogicalTypeAnnotation())
                .named(type.getName());
    }

    Workshop.Settings settings() {
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
        return builder -> builder.withCompressionCodec(codec)
                .withPageRowCountLimit(pageRows)
                .withRowGroupSize(rowGroup)
                .withMinRowCountForPageSizeCheck(1)
                .withDictionaryEncoding(dictionary)
                .withByteStreamSplitEncoding(split)
                .withPageWriteChecksumEnabled(checksum)
                .withWriterVersion(version);
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
