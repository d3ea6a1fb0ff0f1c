/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataColumns;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Changes that Spark makes to a table once Sluice is done, and what the table has to hold then whatever became of its files:
 * worked out before Sluice came, from the rows that were read then.
 */
final class Changes {

    private static final Column ROW_ID = col(MetadataColumns.ROW_ID.name());

    private static final long SHIFTED_BY_APPEND = 1_000_000;
    private static final long SHIFTED_BY_MERGE = 5_000_000;
    private static final long MERGED_BELOW = 100;

    private final SparkLake spark;
    private final String table;
    private final boolean hasLineage;
    private final long firstNewRowId;
    private final Sums rows;
    private final Sums rowIds;

    private Changes(SparkLake spark, String table, Sums rows, Sums rowIds) {
        this.spark = spark;
        this.table = table;
        this.hasLineage = spark.hasLineage(table);
        this.firstNewRowId = spark.metadata(table).nextRowId();
        this.rows = rows;
        this.rowIds = rowIds;
    }

    /** Of a table as it is now. */
    static Changes to(SparkLake spark, String table) {
        Dataset<Row> now = spark.rows(table);
        List<String> columns = List.of(now.columns());
        Dataset<Row> appended = select(
                now.filter(col("id").mod(5).equalTo(4)), columns, col("id").plus(SHIFTED_BY_APPEND));
        Sums rows = SparkLake.sums(changed(now.union(appended), columns));
        if (!spark.hasLineage(table)) {
            return new Changes(spark, table, rows, rows);
        }
        // Those that are appended get ids that nobody knows before.
        List<String> withIds = withRowId(now);
        Dataset<Row> known = now.filter(ROW_ID.isNotNull()).select(columns(withIds));
        return new Changes(spark, table, rows, SparkLake.sums(changed(known, withIds)));
    }

    /** As a deletion and a merge leave them. */
    private static Dataset<Row> changed(Dataset<Row> rows, List<String> columns) {
        Column isMerged = col("id").geq(0).and(col("id").lt(MERGED_BELOW));
        Dataset<Row> left = rows.filter(not(col("id").mod(4).equalTo(1)))
                .filter(not(isMerged.and(col("id").mod(3).equalTo(0))));
        return select(
                left, columns, when(isMerged, col("id").plus(SHIFTED_BY_MERGE)).otherwise(col("id")));
    }

    private static Dataset<Row> select(Dataset<Row> rows, List<String> columns, Column id) {
        Column[] selected = columns(columns);
        selected[columns.indexOf("id")] = id.cast("bigint").as("id");
        return rows.select(selected);
    }

    private static List<String> withRowId(Dataset<Row> rows) {
        return Stream.concat(Stream.of(rows.columns()), Stream.of(MetadataColumns.ROW_ID.name()))
                .toList();
    }

    private static Column[] columns(List<String> names) {
        return names.stream().map(name -> col(Sums.quoted(name))).toArray(Column[]::new);
    }

    void make() throws org.apache.spark.sql.catalyst.analysis.NoSuchTableException {
        Dataset<Row> now = spark.rows(table);
        select(
                        now.filter(col("id").mod(5).equalTo(4)),
                        List.of(now.columns()),
                        col("id").plus(SHIFTED_BY_APPEND))
                .writeTo(table)
                .append();
        spark.sql("DELETE FROM %s WHERE id %% 4 = 1".formatted(table));
        spark.sql("""
                MERGE INTO %s t USING (SELECT id FROM range(%d)) s ON t.id = s.id
                WHEN MATCHED AND t.id %% 3 = 0 THEN DELETE
                WHEN MATCHED THEN UPDATE SET id = t.id + %d
                """.formatted(table, MERGED_BELOW, SHIFTED_BY_MERGE));
    }

    /** What the table holds that it should not, or the other way round; empty where it holds what it should. */
    Optional<String> difference() {
        List<String> differences = new ArrayList<>();
        Sums found = SparkLake.sums(spark.rows(table));
        if (!found.equals(rows)) {
            differences.add("rows %s in place of %s".formatted(found, rows));
        }
        if (hasLineage) {
            Dataset<Row> known = spark.rows(table).filter(ROW_ID.lt(lit(firstNewRowId)));
            Sums ids = SparkLake.sums(known.select(columns(withRowId(known))));
            if (!ids.equals(rowIds)) {
                differences.add("row ids %s in place of %s".formatted(ids, rowIds));
            }
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
    }
}
