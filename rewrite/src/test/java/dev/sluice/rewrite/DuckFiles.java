/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Random files that DuckDB writes: its encodings, page layouts, statistics and filters are none of parquet-java's. */
final class DuckFiles {

    private static final List<String> TYPES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(4, 1)",
            "DECIMAL(9, 3)",
            "DECIMAL(18, 2)",
            "DECIMAL(38, 5)",
            "VARCHAR",
            "BLOB",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "TIMESTAMP_MS",
            "TIMESTAMP_NS",
            "TIMESTAMPTZ",
            "INTERVAL",
            "UUID",
            "JSON",
            "ENUM('red', 'green', 'blue')");

    private final Random random;
    private final List<String> columns = new ArrayList<>();

    DuckFiles(Random random) {
        this.random = random;
        for (int column = random.nextInt(7); column >= 0; column--) {
            columns.add(value(2) + " AS c" + column);
        }
    }

    /** Writes one file of the columns that all files have. */
    void write(Duck duck, Path file, int rows) throws SQLException {
        duck.run("SELECT setseed(%s)".formatted(random.nextDouble()));
        duck.run("COPY (SELECT %s FROM range(%d) rows(i)) TO '%s' (FORMAT parquet, %s)"
                .formatted(String.join(", ", columns), rows, file, options()));
    }

    private String options() {
        List<String> options = new ArrayList<>();
        options.add("CODEC " + pick("uncompressed", "snappy", "gzip", "zstd", "lz4_raw"));
        options.add("PARQUET_VERSION " + pick("v1", "v2"));
        options.add("ROW_GROUP_SIZE " + pick("2048", "4096", "122880"));
        if (random.nextBoolean()) {
            options.add("DICTIONARY_SIZE_LIMIT " + pick("0", "4", "1000"));
        }
        if (random.nextInt(4) == 0) {
            options.add("WRITE_BLOOM_FILTER false");
        }
        return options.stream().collect(Collectors.joining(", "));
    }

    private String value(int depth) {
        String value = switch (depth == 0 ? 9 : random.nextInt(10)) {
            case 0 -> "[%s, %s]".formatted(value(0), "NULL");
            case 1 -> "{'a': %s, 'b': %s}".formatted(value(depth - 1), value(depth - 1));
            case 2 -> "MAP {i: %s, i + 1: NULL}".formatted(value(0));
            case 3 -> "list_transform(range(i %% 4), lambda x: %s)".formatted(value(0));
            default -> scalar(TYPES.get(random.nextInt(TYPES.size())));
        };
        return random.nextBoolean() ? value : "CASE WHEN random() < 0.2 THEN NULL ELSE %s END".formatted(value);
    }

    private String scalar(String type) {
        String number = random.nextBoolean() ? "(random() * 1000)::BIGINT" : "(i // 10)";
        return switch (type) {
            case "BOOLEAN" -> "random() < 0.5";
            case "TINYINT", "UTINYINT" -> "(%s %% 100)::%s".formatted(number, type);
            case "FLOAT", "DOUBLE" ->
                "(CASE WHEN random() < 0.05 THEN -0.0 ELSE %s / 8 END)::%s".formatted(number, type);
            case "DECIMAL(4, 1)" -> "(%s %% 100)::%s".formatted(number, type);
            case "BLOB" -> "('b' || %s)::BLOB".formatted(number);
            case "DATE" -> "DATE '2020-01-01' + %s::INTEGER".formatted(number);
            case "TIME" -> "TIME '00:00:00' + to_milliseconds(%s)".formatted(number);
            case "TIMESTAMP", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ" ->
                "(TIMESTAMP '1969-12-31 23:00:00' + to_seconds(%s))::%s".formatted(number, type);
            case "INTERVAL" -> "to_days(%s::INTEGER)".formatted(number);
            case "UUID" -> "('00000000-0000-0000-0000-' || lpad(%s::VARCHAR, 12, '0'))::UUID".formatted(number);
            case "JSON" -> "to_json(%s)".formatted(number);
            case "VARCHAR" -> "repeat('ü', (random() * 60)::BIGINT) || %s".formatted(number);
            case "ENUM('red', 'green', 'blue')" -> "['red', 'green', 'blue'][1 + %s %% 3]::%s".formatted(number, type);
            default -> "%s::%s".formatted(number, type);
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
