/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** What Spark's SQL has no word for, written with Iceberg's own library. */
final class LibraryWrites {

    private static final Pattern EQUALITY_DELETE =
            Pattern.compile("EQUALITY DELETE FROM ([^:]+): (SELECT .+)", Pattern.DOTALL);
    private static final Pattern ADD_COLUMN =
            Pattern.compile("ADD COLUMN TO ([^:]+): (\\S+) ([a-z]+(?:\\[\\d+\\]|\\([^)]+\\))?)(?: = (.+))?");

    private final SparkLake spark;

    LibraryWrites(SparkLake spark) {
        this.spark = spark;
    }

    /** Carries out one statement of a recipe. */
    void run(String statement) throws IOException {
        Matcher delete = EQUALITY_DELETE.matcher(statement);
        Matcher column = ADD_COLUMN.matcher(statement);
        if (delete.matches()) {
            deleteByEquality(spark.load(delete.group(1)), delete.group(2));
        } else if (column.matches()) {
            add(spark.load(column.group(1)), column.group(2), column.group(3), column.group(4));
        } else {
            spark.sql(statement);
        }
    }

    private static void add(Table table, String name, String type, @Nullable String value) {
        Type.PrimitiveType column = Types.fromPrimitiveString(type);
        if (value == null) {
            table.updateSchema().addColumn(name, column).commit();
        } else {
            table.updateSchema()
                    .addColumn(name, column, null, Literal.of(value).to(column))
                    .commit();
        }
    }

    /** One delete file for each partition that the selected rows are of. */
    private void deleteByEquality(Table table, String select) throws IOException {
        var rows = spark.sql(select);
        Schema deleted = table.schema().select(rows.columns());
        Map<String, List<Record>> byPartition = new TreeMap<>();
        Map<String, PartitionKey> partitions = new TreeMap<>();
        for (Row row : rows.collectAsList()) {
            Record values = record(row, deleted);
            PartitionKey partition = new PartitionKey(table.spec(), table.schema());
            partition.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(whole(values, table)));
            partitions.put(partition.toPath(), partition);
            byPartition
                    .computeIfAbsent(partition.toPath(), path -> new ArrayList<>())
                    .add(values);
        }
        RowDelta delta = table.newRowDelta();
        for (Map.Entry<String, List<Record>> part : byPartition.entrySet()) {
            PartitionKey partition = table.spec().isUnpartitioned() ? null : partitions.get(part.getKey());
            EqualityDeleteWriter<Record> writer = writer(table, deleted, partition);
            try (writer) {
                part.getValue().forEach(writer::write);
            }
            delta.addDeletes(writer.toDeleteFile());
        }
        delta.commit();
    }

    private static EqualityDeleteWriter<Record> writer(Table table, Schema deleted, @Nullable PartitionKey partition) {
        OutputFileFactory files = OutputFileFactory.builderFor(table, 1, 1)
                .operationId(UUID.randomUUID().toString())
                .format(FileFormat.PARQUET)
                .suffix("deletes")
                .build();
        return new GenericFileWriterFactory.Builder(table)
                .equalityFieldIds(deleted.columns().stream()
                        .sorted(Comparator.comparing(Types.NestedField::fieldId))
                        .mapToInt(Types.NestedField::fieldId)
                        .toArray())
                .equalityDeleteRowSchema(deleted)
                .deleteFileFormat(FileFormat.PARQUET)
                .build()
                .newEqualityDeleteWriter(
                        partition == null ? files.newOutputFile() : files.newOutputFile(partition),
                        table.spec(),
                        partition);
    }

    private static Record record(Row row, Schema schema) {
        Record values = GenericRecord.create(schema);
        for (Types.NestedField field : schema.columns()) {
            Object value = row.getAs(field.name());
            values.setField(
                    field.name(),
                    value instanceof java.sql.Timestamp time
                            ? time.toInstant().atOffset(java.time.ZoneOffset.UTC)
                            : value);
        }
        return values;
    }

    private static Record whole(Record values, Table table) {
        Record whole = GenericRecord.create(table.schema());
        values.struct().fields().forEach(field -> whole.setField(field.name(), values.getField(field.name())));
        return whole;
    }
}
