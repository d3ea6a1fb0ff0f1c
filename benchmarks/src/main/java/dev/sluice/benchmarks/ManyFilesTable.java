/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestWriter;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/** An Iceberg table whose manifests name very many files, with the metrics that writers give, and none of which exists. */
final class ManyFilesTable {

    private static final int FILES_PER_PARTITION = 1_000;
    private static final int PARTITIONS_PER_MANIFEST = 10;
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "day", Types.StringType.get()),
            Types.NestedField.optional(3, "amount", Types.DoubleType.get()),
            Types.NestedField.optional(4, "note", Types.StringType.get()));
    private static final PartitionSpec SPEC =
            PartitionSpec.builderFor(SCHEMA).identity("day").build();

    private ManyFilesTable() {}

    /** Partitions of a thousand files each, or one of fewer. */
    static void write(Path folder, int files) throws IOException {
        Table table = new HadoopTables(new Configuration())
                .create(SCHEMA, SPEC, Map.of("format-version", "2"), folder.toString());
        int partitions = Math.max(1, files / FILES_PER_PARTITION);
        int each = files / partitions;
        AppendFiles append = table.newFastAppend();
        for (int first = 0; first < partitions; first += PARTITIONS_PER_MANIFEST) {
            int end = Math.min(partitions, first + PARTITIONS_PER_MANIFEST);
            append.appendManifest(manifest(table, first, end, each));
        }
        append.commit();
    }

    private static ManifestFile manifest(Table table, int first, int end, int files) throws IOException {
        ManifestWriter<DataFile> writer = ManifestFiles.write(
                2,
                SPEC,
                table.io().newOutputFile("%s/metadata/files-%05d.avro".formatted(table.location(), first)),
                null);
        try (writer) {
            for (int partition = first; partition < end; partition++) {
                for (int file = 0; file < files; file++) {
                    writer.add(file(table, "day-%04d".formatted(partition), partition, file));
                }
            }
        }
        return writer.toManifestFile();
    }

    private static DataFile file(Table table, String day, long partition, long number) {
        PartitionData tuple = new PartitionData(SPEC.partitionType());
        tuple.set(0, day);
        long rows = 1_000;
        return DataFiles.builder(SPEC)
                .withPath("%s/data/day=%s/%05d-4f1c2b7e-7d0a-4c1e-9a57-2b1d3c4e5f60.parquet"
                        .formatted(table.location(), day, number))
                .withFormat(FileFormat.PARQUET)
                .withPartition(tuple)
                .withFileSizeInBytes(1_000_000 + number)
                .withMetrics(new Metrics(
                        rows,
                        Map.of(1, 8_000L, 2, 100L, 3, 8_000L, 4, 20_000L),
                        Map.of(1, rows, 2, rows, 3, rows, 4, rows),
                        Map.of(1, 0L, 2, 0L, 3, number % 10, 4, number % 100),
                        Map.of(3, 0L),
                        bounds(day, partition * 1_000_000 + number * rows),
                        bounds(day, partition * 1_000_000 + (number + 1) * rows)))
                .build();
    }

    private static Map<Integer, ByteBuffer> bounds(String day, long id) {
        return Map.of(
                1, Conversions.toByteBuffer(Types.LongType.get(), id),
                2, Conversions.toByteBuffer(Types.StringType.get(), day),
                3, Conversions.toByteBuffer(Types.DoubleType.get(), id / 8.0),
                4, Conversions.toByteBuffer(Types.StringType.get(), "event number " + id % 1_000));
    }
}
