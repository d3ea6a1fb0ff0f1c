/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Whether Spark finds with the help of a table's statistics what is in its rows: a filter that files and row groups are
 * skipped by has to find as many rows as one that is held against every row, and the least and the greatest value that
 * metadata states have to be those that the rows have.
 */
final class FilterCheck {

    private static final String PUSHED_DOWN = "spark.sql.iceberg.aggregate-push-down.enabled";

    /** Rows that are looked at for a value to look for. */
    private static final int ROWS = 20;

    /** Types whose bounds speak of all values: not so NaN, nor text that may be cut. */
    private static final Set<DataType> BOUNDED = Set.of(
            DataTypes.IntegerType,
            DataTypes.LongType,
            DataTypes.DateType,
            DataTypes.TimestampType,
            DataTypes.TimestampNTZType);

    /** To Spark NaN is greater than all other values, to Iceberg's statistics it is not: a filter loses rows by itself. */
    private static final Set<DataType> WITH_NAN = Set.of(DataTypes.FloatType, DataTypes.DoubleType);

    private final SparkLake spark;

    FilterCheck(SparkLake spark) {
        this.spark = spark;
    }

    /** What statistics hide or make up in a table, unless they did so in an earlier version too; empty where nothing. */
    List<String> differences(String table, Optional<Long> earlier) {
        List<String> differences = differences(table);
        if (!differences.isEmpty() && earlier.isPresent()) {
            differences.removeAll(differences("%s VERSION AS OF %d".formatted(table, earlier.get())));
        }
        return differences;
    }

    private List<String> differences(String version) {
        List<String> differences = new ArrayList<>(filters(version));
        differences.addAll(bounds(version));
        return differences;
    }

    private List<String> filters(String table) {
        Dataset<Row> rows = spark.rows(table);
        Map<String, Column> filters = filtersOn(rows);
        if (filters.isEmpty()) {
            return List.of();
        }
        List<String> names = List.copyOf(filters.keySet());
        Column[] counts = filters.values().stream().map(f -> count_if(f)).toArray(Column[]::new);
        Row seen = rows.agg(count(lit(1)), counts).first();
        Map<Integer, Long> found = new TreeMap<>();
        IntStream.range(0, names.size())
                .mapToObj(i -> rows.filter(filters.get(names.get(i)))
                        .agg(count(lit(1)).as("n"))
                        .select(lit(i), col("n")))
                .reduce(Dataset::union)
                .orElseThrow()
                .collectAsList()
                .forEach(row -> found.put(row.getInt(0), row.getLong(1)));
        List<String> differences = new ArrayList<>();
        found.forEach((i, rowsFound) -> {
            if (rowsFound != seen.getLong(i + 1)) {
                differences.add(
                        "%d rows fit %s, and %d are found".formatted(seen.getLong(i + 1), names.get(i), rowsFound));
            }
        });
        return differences;
    }

    /** For each column: that it has no value, that it has the value of one of the rows, and that it has a greater one. */
    private static Map<String, Column> filtersOn(Dataset<Row> rows) {
        Map<String, Column> filters = new LinkedHashMap<>();
        List<Column> columns = new ArrayList<>();
        leaves("", rows.schema(), (name, type) -> columns.add(col(name)));
        Dataset<Row> leaves = rows.select(columns.toArray(Column[]::new));
        List<Row> some = leaves.takeAsList(ROWS);
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            filters.put(column + " is null", column.isNull());
            for (Row row : some) {
                if (!row.isNullAt(i)) {
                    filters.put(column + " = " + row.get(i), column.equalTo(lit(row.get(i))));
                    if (!WITH_NAN.contains(leaves.schema().apply(i).dataType())) {
                        filters.put(column + " > " + row.get(i), column.gt(lit(row.get(i))));
                    }
                    break;
                }
            }
        }
        return filters;
    }

    /** Takes one column that is no list, map or struct. */
    private interface Leaf {
        void take(String name, DataType type);
    }

    private static void leaves(String prefix, StructType struct, Leaf leaf) {
        for (StructField field : struct.fields()) {
            String name = prefix + Sums.quoted(field.name());
            if (field.dataType() instanceof StructType inner) {
                leaves(name + ".", inner, leaf);
            } else if (isSimple(field.dataType())) {
                leaf.take(name, field.dataType());
            }
        }
    }

    private static boolean isSimple(DataType type) {
        return !Set.of("array", "map", "variant").contains(type.typeName());
    }

    private List<String> bounds(String table) {
        List<String> columns = new ArrayList<>();
        leaves("", spark.rows(table).schema(), (name, type) -> {
            if (BOUNDED.contains(type)) {
                columns.add(name);
            }
        });
        if (columns.isEmpty()) {
            return List.of();
        }
        List<String> stated = stated(table, columns);
        List<String> held = held(table, columns);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!stated.get(i).equals(held.get(i))) {
                differences.add(
                        "%s: metadata states %s, rows have %s".formatted(columns.get(i), stated.get(i), held.get(i)));
            }
        }
        return differences;
    }

    /** As metadata alone answers. */
    private List<String> stated(String table, List<String> columns) {
        return bounds(spark.rows(table), columns);
    }

    /** As the rows themselves answer. */
    private List<String> held(String table, List<String> columns) {
        spark.session().conf().set(PUSHED_DOWN, false);
        try {
            return bounds(spark.rows(table), columns);
        } finally {
            spark.session().conf().unset(PUSHED_DOWN);
        }
    }

    /** The least and the greatest of each column. */
    private static List<String> bounds(Dataset<Row> rows, List<String> columns) {
        List<Column> asked = new ArrayList<>();
        for (String column : columns) {
            asked.add(min(col(column)));
            asked.add(max(col(column)));
        }
        Row answer = rows.agg(count(lit(1)), asked.toArray(Column[]::new)).first();
        List<String> bounds = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            bounds.add("%s rows, %s to %s".formatted(answer.get(0), answer.get(2 * i + 1), answer.get(2 * i + 2)));
        }
        return bounds;
    }
}
