/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** A sound file of a certain make, to be damaged. */
final class Specimen {

    private static final MessageType PLAIN = Workshop.schema("required int64 id; optional binary name (STRING);"
            + " optional double price; optional group l (LIST) { repeated group list { optional double element; } }");

    private static final MessageType EVERY_TYPE =
            Workshop.schema("required int64 id; optional boolean b; optional int32 i;"
                    + " optional int32 day (DATE); optional int64 at (TIMESTAMP(MICROS,true)); optional float f;"
                    + " optional double d; optional int96 old; optional binary t (STRING); optional binary raw;"
                    + " optional int32 small (INTEGER(8,true)); optional int32 money (DECIMAL(9,2));"
                    + " optional int64 more (DECIMAL(18,4)); optional fixed_len_byte_array(16) most (DECIMAL(38,10));"
                    + " optional fixed_len_byte_array(16) u (UUID); required binary must (STRING);");

    private static final MessageType NESTED = Workshop.schema(
            "optional group m (MAP) { repeated group key_value {"
                    + " required binary key (STRING); optional group value { optional int32 a; required int64 b; } } }"
                    + " optional group ll (LIST) { repeated group list { optional group element (LIST) {"
                    + " repeated group list { optional int32 element; } } } }"
                    + " required group s { optional binary t (STRING); required int32 n; optional group in { optional float f; } }");

    private static final List<String> PUBLIC = List.of(
            "alltypes_plain.parquet",
            "alltypes_dictionary.parquet",
            "datapage_v2.snappy.parquet",
            "delta_byte_array.parquet",
            "delta_encoding_optional_column.parquet",
            "int96_from_spark.parquet",
            "list_columns.parquet",
            "lz4_raw_compressed.parquet",
            "nested_maps.snappy.parquet",
            "null_list.parquet",
            "nullable.impala.parquet",
            "repeated_primitive_no_list.parquet",
            "rle-dict-snappy-checksum.parquet",
            "sort_columns.parquet");

    private final String name;
    private final MessageType schema;
    private final byte[] bytes;

    private Specimen(String name, MessageType schema, byte[] bytes) {
        this.name = name;
        this.schema = schema;
        this.bytes = bytes;
    }

    String name() {
        return name;
    }

    /** The table's, which stays what it is whatever becomes of the file. */
    MessageType schema() {
        return schema;
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /** All of them, made in a folder; those of other writers where they are on this machine. */
    static List<Specimen> all(Path folder) throws IOException, SQLException {
        Workshop workshop = new Workshop(folder);
        List<Specimen> all = new ArrayList<>();
        for (WriterVersion version : WriterVersion.values()) {
            String v = version == WriterVersion.PARQUET_1_0 ? "v1" : "v2";
            all.add(written(
                    workshop,
                    v + " snappy, checksums",
                    PLAIN,
                    plain(300),
                    builder -> builder.withWriterVersion(version)
                            .withPageWriteChecksumEnabled(true)
                            .withCompressionCodec(CompressionCodecName.SNAPPY)
                            .withPageRowCountLimit(100)));
            all.add(written(
                    workshop,
                    v + " unpacked, no checksums",
                    PLAIN,
                    plain(200),
                    builder -> builder.withWriterVersion(version)
                            .withPageWriteChecksumEnabled(false)
                            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                            .withPageRowCountLimit(50)));
            all.add(written(
                    workshop,
                    v + " every type, unpacked, no dictionary",
                    EVERY_TYPE,
                    everyType(120),
                    builder -> builder.withWriterVersion(version)
                            .withPageWriteChecksumEnabled(false)
                            .withDictionaryEncoding(false)
                            .withByteStreamSplitEncoding(version == WriterVersion.PARQUET_2_0)
                            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)));
            all.add(written(
                    workshop,
                    v + " every type, lz4_raw, checksums",
                    EVERY_TYPE,
                    everyType(200),
                    builder -> builder.withWriterVersion(version)
                            .withPageWriteChecksumEnabled(true)
                            .withCompressionCodec(CompressionCodecName.LZ4_RAW)));
            all.add(written(
                    workshop,
                    v + " nested, zstd, row groups",
                    NESTED,
                    nested(400),
                    builder -> builder.withWriterVersion(version)
                            .withPageWriteChecksumEnabled(false)
                            .withRowGroupSize(4_000L)
                            .withMinRowCountForPageSizeCheck(10)
                            .withCompressionCodec(CompressionCodecName.ZSTD)));
            all.add(written(
                    workshop,
                    v + " nested, gzip",
                    NESTED,
                    nested(150),
                    builder -> builder.withWriterVersion(version)
                            .withPageWriteChecksumEnabled(false)
                            .withCompressionCodec(CompressionCodecName.GZIP)));
        }
        all.add(duckDb(workshop, folder));
        Path data = Path.of(System.getProperty("sluice.root"), "..", "shared", "data", "parquet", "data");
        if (Files.isDirectory(data)) {
            for (String name : PUBLIC) {
                all.add(of(workshop, name, data.resolve(name)));
            }
        }
        return all;
    }

    private static Specimen written(
            Workshop workshop, String name, MessageType schema, List<Group> rows, Workshop.Settings settings)
            throws IOException {
        return of(
                workshop,
                name,
                FolderStore.path(workshop.file(schema, settings, rows).file()));
    }

    private static Specimen of(Workshop workshop, String name, Path file) throws IOException {
        return new Specimen(name, workshop.footer(file).getFileMetaData().getSchema(), Files.readAllBytes(file));
    }

    private static Specimen duckDb(Workshop workshop, Path folder) throws IOException, SQLException {
        Path file = folder.resolve("duckdb.parquet");
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = duck.createStatement()) {
            sql.execute("COPY (SELECT i AS id, 'name-' || i % 7 AS name, CASE WHEN i % 3 > 0 THEN i / 7 END AS price,"
                    + " [i, NULL, i % 5] AS l, {'a': i, 'b': (i * 1.5)::DECIMAL(12, 2)} AS s FROM range(5000) r(i)) TO '"
                    + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        }
        return of(workshop, "of DuckDB", file);
    }

    private static List<Group> plain(int count) {
        return rows(PLAIN, count, (row, id, random) -> {
            row.append("id", (long) id);
            if (id % 5 != 0) {
                row.append("name", "name-" + id % 7).append("price", random.nextDouble());
                Group list = row.addGroup("l");
                IntStream.range(0, id % 4)
                        .forEach(place -> list.addGroup("list").append("element", id / 3.0));
            }
        });
    }

    private static List<Group> everyType(int count) {
        return rows(EVERY_TYPE, count, (row, id, random) -> {
            row.append("id", (long) id).append("must", "must-" + random.nextInt(40));
            if (id % 7 == 0) {
                return;
            }
            row.append("b", random.nextBoolean()).append("i", random.nextInt()).append("day", random.nextInt(20_000));
            row.append("at", random.nextInt() * 1_000L).append("f", random.nextFloat());
            row.append("d", random.nextDouble()).append("old", noise(random, 12));
            row.append("t", "text " + random.nextInt(1_000)).append("raw", noise(random, random.nextInt(9)));
            row.append("small", random.nextInt(200) - 100).append("money", random.nextInt(1_000_000));
            row.append("more", random.nextInt() * 1_000L);
            byte[] most = new byte[16];
            System.arraycopy(noise(random, 7).getBytes(), 0, most, 9, 7);
            row.append("most", Binary.fromConstantByteArray(most)).append("u", noise(random, 16));
        });
    }

    private static List<Group> nested(int count) {
        return rows(NESTED, count, (row, id, random) -> {
            if (id % 4 != 0) {
                Group map = row.addGroup("m");
                for (int key = 0; key < id % 3; key++) {
                    Group entry = map.addGroup("key_value").append("key", "k" + key);
                    if (random.nextBoolean()) {
                        entry.addGroup("value").append("b", random.nextInt() * 7L);
                    }
                }
                Group outer = row.addGroup("ll");
                for (int place = 0; place < id % 4; place++) {
                    Group inner = outer.addGroup("list").addGroup("element");
                    for (int number = random.nextInt(4); number > 0; number--) {
                        inner.addGroup("list").append("element", random.nextInt(50));
                    }
                }
            }
            Group struct = row.addGroup("s").append("n", random.nextInt(9));
            if (random.nextBoolean()) {
                struct.append("t", "t" + random.nextInt(300)).addGroup("in").append("f", random.nextFloat());
            }
        });
    }

    /** Fills one row. */
    private interface Filling {
        void fill(Group row, int id, Random random);
    }

    private static List<Group> rows(MessageType schema, int count, Filling filling) {
        Random random = new Random(schema.getFieldCount());
        List<Group> rows = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            Group row = new SimpleGroup(schema);
            filling.fill(row, id, random);
            rows.add(row);
        }
        return rows;
    }

    private static Binary noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Binary.fromConstantByteArray(bytes);
    }
}
