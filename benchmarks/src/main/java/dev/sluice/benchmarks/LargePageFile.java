/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files with pages of nearly 32 MiB, the largest that are rewritten: each value is a page of noise. */
record LargePageFile() implements FileMaker {

    private static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message large { required binary a; required binary b; }");

    private static final int LARGE = 31 * 1024 * 1024;

    @Override
    public String name() {
        return "large-pages-1";
    }

    @Override
    public MessageType schema() {
        return SCHEMA;
    }

    @Override
    public void write(Path path, int number, int rows) throws IOException {
        Random random = new Random(number);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withType(SCHEMA)
                .withConf(new HadoopParquetConfiguration(false))
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withDictionaryEncoding(false)
                .build()) {
            for (int row = 0; row < rows; row++) {
                writer.write(new SimpleGroup(SCHEMA).append("a", noise(random)).append("b", noise(random)));
            }
        }
    }

    private static Binary noise(Random random) {
        byte[] bytes = new byte[LARGE];
        random.nextBytes(bytes);
        return Binary.fromConstantByteArray(bytes);
    }
}
