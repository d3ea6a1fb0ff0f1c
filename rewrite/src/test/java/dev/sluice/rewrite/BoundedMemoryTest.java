/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The heap that a rewrite needs does not grow with what it rewrites. By default a smaller job in a smaller heap; {@code
 * -Dsluice.full=true} is the promise itself: 512 MiB of heap, two threads, outputs of 512 MiB.
 */
@Tag("memory")
final class BoundedMemoryTest {

    private static final boolean FULL = Boolean.getBoolean("sluice.full");

    @TempDir
    Path folder;

    private static Binary noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Binary.fromConstantByteArray(bytes);
    }

    @Test
    void merges_many_wide_rows_in_a_small_heap() throws Exception {
        int columns = 100;
        Types.MessageTypeBuilder builder = Types.buildMessage();
        for (int column = 0; column < columns; column++) {
            builder.addField(Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
                    .length(200)
                    .named("c" + column));
        }
        MessageType schema = builder.named("wide");
        Random random = new Random(7);
        // 120 MiB, and more distinct values in each page than a dictionary is worth.
        RewriteInput file = new Workshop(folder)
                .file(
                        schema,
                        settings -> settings,
                        () -> IntStream.range(0, 6_000)
                                .mapToObj(row -> noise(schema, random))
                                .iterator());

        String output = FULL ? run(file, "-Xmx512m", 8, 512) : run(file, "-Xmx128m", 2, 100);

        assertThat(output).endsWith((FULL ? "48000 rows in 2" : "12000 rows in 3") + " files\n");
    }

    private static Group noise(MessageType schema, Random random) {
        Group group = new SimpleGroup(schema);
        for (int column = 0; column < schema.getFieldCount(); column++) {
            group.add(column, noise(random, 200));
        }
        return group;
    }

    @Test
    void merges_pages_of_nearly_32_mebibytes_in_512_mebibytes_of_heap() throws Exception {
        MessageType schema = Types.buildMessage()
                .required(PrimitiveTypeName.BINARY)
                .named("a")
                .required(PrimitiveTypeName.BINARY)
                .named("b")
                .named("large");
        int large = 31 * 1024 * 1024;
        Random random = new Random(7);
        Group row = new SimpleGroup(schema).append("a", noise(random, large)).append("b", noise(random, large));
        RewriteInput file = new Workshop(folder)
                .file(
                        schema,
                        settings -> settings.withCompressionCodec(CompressionCodecName.SNAPPY)
                                .withDictionaryEncoding(false),
                        List.of(row));

        assertThat(run(file, "-Xmx512m", FULL ? 20 : 4, 512))
                .endsWith((FULL ? "20 rows in 3" : "4 rows in 1") + " files\n");
    }

    private String run(RewriteInput file, String heap, int copies, int target)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+UseParallelGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BoundedRewrite.class.getName(),
                        file.file().path(),
                        String.valueOf(copies),
                        folder.resolve("out").toString(),
                        String.valueOf(target))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
