/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Files of a table of 200 columns: measurements, flags, numbers and texts, many of them often null. */
record WideFile() implements FileMaker {

    private static final int COLUMNS = 200;
    private static final int KINDS = 5;
    private static final long SEED = 20_261_130;
    private static final MessageType SCHEMA = wide();

    private static MessageType wide() {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        for (int column = 0; column < COLUMNS; column++) {
            String name = "c" + column;
            switch (column % KINDS) {
                case 0 -> schema.optional(PrimitiveTypeName.INT64).named(name);
                case 1 -> schema.optional(PrimitiveTypeName.DOUBLE).named(name);
                case 2 ->
                    schema.optional(PrimitiveTypeName.BINARY)
                            .as(LogicalTypeAnnotation.stringType())
                            .named(name);
                case 3 -> schema.optional(PrimitiveTypeName.BOOLEAN).named(name);
                default -> schema.required(PrimitiveTypeName.INT32).named(name);
            }
        }
        return schema.named("wide");
    }

    @Override
    public String name() {
        return "wide-1";
    }

    @Override
    public MessageType schema() {
        return SCHEMA;
    }

    @Override
    public void write(Path path, int number, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED + number);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withType(SCHEMA)
                .withConf(new HadoopParquetConfiguration(false))
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .build()) {
            for (int row = 0; row < rows; row++) {
                writer.write(row((long) number * rows + row, random));
            }
        }
    }

    private static Group row(long id, SplittableRandom random) {
        Group group = new SimpleGroup(SCHEMA);
        for (int column = 0; column < COLUMNS; column++) {
            int kind = column % KINDS;
            if (kind != KINDS - 1 && random.nextInt(3) == 0) {
                continue;
            }
            switch (kind) {
                case 0 -> group.add(column, column == 0 ? id : random.nextLong(1 + column * 1_000L));
                case 1 -> group.add(column, random.nextInt(1_000_000) / 64.0);
                case 2 -> group.add(column, "text " + random.nextInt(1 + column * 20));
                case 3 -> group.add(column, random.nextBoolean());
                default -> group.add(column, random.nextInt(1 + column * 500));
            }
        }
        return group;
    }
}
