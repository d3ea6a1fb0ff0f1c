/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.delta.tables.DeltaTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Delta tables through one Spark session in this JVM, set up for many tiny tables. */
final class SparkTables implements AutoCloseable {

    /** Types whose values can be compared with a literal that was read from a row. */
    private static final List<DataType> COMPARABLE = List.of(
            DataTypes.ByteType,
            DataTypes.ShortType,
            DataTypes.IntegerType,
            DataTypes.LongType,
            DataTypes.StringType,
            DataTypes.DateType);

    private static final int ROWS_LOOKED_AT = 1000;

    private final SparkSession session;

    private SparkTables(SparkSession session) {
        this.session = session;
    }

    static SparkTables start(Path scratch) {
        SparkSession session = forTinyTables(scratch)
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .config("spark.databricks.delta.snapshotPartitions", "1")
                .getOrCreate();
        return new SparkTables(session);
    }

    /** A session for tables of a few rows: code generation is off because it costs more than it gives on them. */
    static SparkSession.Builder forTinyTables(Path scratch) {
        return SparkSession.builder()
                .master("local[2]")
                .appName("sluice-e2e-spark")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.local.dir", scratch.resolve("spark").toString())
                .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED")
                .config("spark.sql.parquet.int96RebaseModeInRead", "CORRECTED")
                .config("spark.sql.shuffle.partitions", "1")
                .config("spark.sql.adaptive.enabled", "false")
                .config("spark.sql.codegen.wholeStage", "false")
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .config("spark.sql.ui.retainedExecutions", "1");
    }

    String version() {
        return session.version();
    }

    /** Reads a table from its files, forgetting what was read of it before. */
    Rows read(Path table) {
        Dataset<Row> rows = load(table);
        Sums sums = Sums.of(rows, Sums.columnsByName(rows), Map.of());
        return new Rows(sums.count(), sums.sum(), sums.xor(), rows.schema().json(), identities(table, rows));
    }

    /** The rows together with what row tracking says of each, or nothing where the table has no row tracking. */
    private String identities(Path table, Dataset<Row> rows) {
        Row detail = DeltaTable.forPath(session, table.toString())
                .detail()
                .select("properties")
                .first();
        if (!"true".equals(detail.getJavaMap(0).get("delta.enableRowTracking"))) {
            return "";
        }
        List<Column> columns = new ArrayList<>(Sums.columnsByName(rows));
        columns.add(col("_metadata.row_id"));
        columns.add(col("_metadata.row_commit_version"));
        Sums sums = Sums.of(rows, columns, Map.of());
        return sums.sum() + " " + sums.xor();
    }

    /** Appends a copy of one of the table's own rows. */
    void append(Path table) {
        load(table).limit(1).write().format("delta").mode("append").save(table.toString());
    }

    /** Deletes the rows with the rarest value found, often a single one; says how many, or nothing where no column fits. */
    OptionalLong delete(Path table) {
        Dataset<Row> rows = load(table);
        Optional<Column> rarest = rarestValue(rows);
        if (rarest.isEmpty()) {
            return OptionalLong.empty();
        }
        long matches = rows.filter(rarest.get()).count();
        DeltaTable.forPath(session, table.toString()).delete(rarest.get());
        return OptionalLong.of(matches);
    }

    /** A condition on one column that holds for as few of the first rows as possible, and for one at least. */
    private static Optional<Column> rarestValue(Dataset<Row> rows) {
        List<Row> first = rows.takeAsList(ROWS_LOOKED_AT);
        StructField[] fields = rows.schema().fields();
        Optional<Column> rarest = Optional.empty();
        long fewest = Long.MAX_VALUE;
        for (int column = 0; column < fields.length; column++) {
            if (!COMPARABLE.contains(fields[column].dataType())) {
                continue;
            }
            Map<Object, Long> tally = new HashMap<>();
            for (Row row : first) {
                if (!row.isNullAt(column)) {
                    tally.merge(row.get(column), 1L, Long::sum);
                }
            }
            for (Map.Entry<Object, Long> value : tally.entrySet()) {
                if (value.getValue() < fewest) {
                    fewest = value.getValue();
                    rarest = Optional.of(col(Sums.quoted(fields[column].name())).equalTo(lit(value.getKey())));
                }
            }
        }
        return rarest;
    }

    private Dataset<Row> load(Path table) {
        DeltaLog.clearCache();
        return session.read().format("delta").load(table.toString());
    }

    @Override
    public void close() {
        session.stop();
    }
}
