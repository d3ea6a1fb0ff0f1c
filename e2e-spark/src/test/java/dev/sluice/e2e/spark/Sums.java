/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Rows as sums that do not depend on their order: each row counts as JSON, in which a null is written.
 *
 * @param sum the sum of a hash of each row, in decimal
 * @param xor the bits of another hash of each row, combined, in hexadecimal
 */
record Sums(long count, String sum, String xor) {

    /** Of some columns, with the options of Spark's JSON. */
    static Sums of(Dataset<Row> rows, List<Column> columns, Map<String, String> options) {
        Map<String, String> withNulls = new HashMap<>(options);
        withNulls.put("ignoreNullFields", "false");
        Column row = to_json(struct(columns.toArray(Column[]::new)), withNulls);
        Column sum = coalesce(functions.sum(xxhash64(row).cast("decimal(38,0)")), lit(0));
        Column xor = coalesce(bit_xor(xxhash64(row, lit(7))), lit(0L));
        Row sums = rows.agg(functions.count(lit(1)), sum.cast("string"), xor).first();
        return new Sums(sums.getLong(0), sums.getString(1), Long.toHexString(sums.getLong(2)));
    }

    static List<Column> columnsByName(Dataset<Row> rows) {
        return Stream.of(rows.columns())
                .map(Sums::quoted)
                .sorted()
                .map(functions::col)
                .toList();
    }

    static String quoted(String column) {
        return "`" + column.replace("`", "``") + "`";
    }
}
