/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.rewrite.ColumnMetrics;
import dev.sluice.rewrite.OutputFile;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.SchemaUtils;
import io.delta.kernel.statistics.DataFileStatistics;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.api.Binary;

/**
 * The statistics of a written file as the log wants them (PROTOCOL.md, "Per-file Statistics"): for the columns that the
 * table's properties choose, under their physical names.
 */
final class FileStats {

    /** Text bounds are cut to this many characters, as other writers do it. */
    private static final int TEXT_LENGTH = 32;

    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern DOT = Pattern.compile("\\.");

    private static final long MICROS_PER_MILLI = 1000;

    /** Beyond these years the text form of a timestamp is not what other readers expect; such bounds are left out. */
    private static final long FIRST_MICROS = micros("0001-01-01T00:00:00Z");

    private static final long LAST_MICROS = micros("9999-12-31T23:59:59Z");

    private final Map<ColumnPath, Column> columns = new HashMap<>();
    private final Map<ColumnPath, DataType> types = new HashMap<>();

    FileStats(Metadata metadata) {
        StructType physicalSchema = metadata.getPhysicalSchema();
        for (Column column : chosen(metadata)) {
            ColumnPath path = ColumnPath.get(column.getNames());
            DataType type = typeOf(physicalSchema, column.getNames());
            if (FileSchema.writes(type)) {
                columns.put(path, column);
                types.put(path, type);
            }
        }
    }

    /** True for the columns whose bounds the table wants. */
    boolean wants(ColumnPath column) {
        return columns.containsKey(column);
    }

    DataFileStatistics of(OutputFile file) {
        Map<Column, Literal> min = new HashMap<>();
        Map<Column, Literal> max = new HashMap<>();
        Map<Column, Long> nulls = new HashMap<>();
        for (ColumnMetrics metrics : file.metrics()) {
            Column column = columns.get(metrics.column());
            DataType type = types.get(metrics.column());
            if (column == null || type == null) {
                continue;
            }
            nulls.put(column, metrics.nulls());
            if (metrics.min().isPresent() && metrics.max().isPresent()) {
                Optional<Literal> low = lowerBound(type, metrics.min().get());
                Optional<Literal> high = upperBound(type, metrics.max().get());
                if (low.isPresent() && high.isPresent()) {
                    min.put(column, low.get());
                    max.put(column, high.get());
                }
            }
        }
        return new DataFileStatistics(file.rows(), min, max, nulls, Optional.of(true));
    }

    private static List<Column> chosen(Metadata metadata) {
        StructType physical = metadata.getPhysicalSchema();
        Set<String> partitionColumns = physicalPartitionColumns(metadata);
        Optional<String> named = TableConfig.DATA_SKIPPING_STATS_COLUMNS.fromMetadata(metadata);
        if (named.isEmpty()) {
            int indexed = TableConfig.DATA_SKIPPING_NUM_INDEXED_COLS.fromMetadata(metadata);
            return SchemaUtils.collectLeafColumns(physical, partitionColumns, indexed);
        }
        Set<List<String>> wanted = new LinkedHashSet<>();
        COMMA.splitAsStream(named.get())
                .map(name -> name.strip().replace("`", "").toLowerCase(Locale.ROOT))
                .forEach(name -> wanted.add(DOT.splitAsStream(name).toList()));
        List<Column> logical = SchemaUtils.collectLeafColumns(metadata.getSchema(), Set.of(), -1);
        List<Column> all = SchemaUtils.collectLeafColumns(physical, Set.of(), -1);
        List<Column> chosen = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (isBelowOne(wanted, logical.get(i).getNames())
                    && !partitionColumns.contains(all.get(i).getNames()[0])) {
                chosen.add(all.get(i));
            }
        }
        return chosen;
    }

    private static Set<String> physicalPartitionColumns(Metadata metadata) {
        Set<String> names = new HashSet<>();
        List<StructField> logical = metadata.getSchema().fields();
        List<StructField> physical = metadata.getPhysicalSchema().fields();
        for (int i = 0; i < logical.size(); i++) {
            if (metadata.getPartitionColNames()
                    .contains(logical.get(i).getName().toLowerCase(Locale.ROOT))) {
                names.add(physical.get(i).getName());
            }
        }
        return names;
    }

    /** True if the column is one of the wanted, or a field of a wanted struct. */
    private static boolean isBelowOne(Set<List<String>> wanted, String[] names) {
        List<String> path = new ArrayList<>();
        for (String name : names) {
            path.add(name.toLowerCase(Locale.ROOT));
            if (wanted.contains(path)) {
                return true;
            }
        }
        return false;
    }

    private static DataType typeOf(StructType schema, String[] names) {
        DataType type = schema;
        for (String name : names) {
            type = ((StructType) type).get(name).getDataType();
        }
        return type;
    }

    private static Optional<Literal> lowerBound(DataType type, Object value) {
        if (type instanceof StringType) {
            String text = ((Binary) value).toStringUsingUTF8();
            return Optional.of(Literal.ofString(cut(text)));
        }
        return literal(type, value);
    }

    private static Optional<Literal> upperBound(DataType type, Object value) {
        if (type instanceof StringType) {
            return roundedUp(((Binary) value).toStringUsingUTF8()).map(Literal::ofString);
        }
        if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            return literal(type, roundedUpToMillis((Long) value));
        }
        return literal(type, value);
    }

    /** The log's statistics hold milliseconds and are cut down to them; an upper bound has to go up first. */
    private static long roundedUpToMillis(long micros) {
        return -Math.floorDiv(-micros, MICROS_PER_MILLI) * MICROS_PER_MILLI;
    }

    private static String cut(String text) {
        int length = text.codePointCount(0, text.length());
        return length <= TEXT_LENGTH ? text : text.substring(0, text.offsetByCodePoints(0, TEXT_LENGTH));
    }

    /** The text itself, or one that is cut and greater than all texts that begin like it; empty where there is none. */
    static Optional<String> roundedUp(String text) {
        String cut = cut(text);
        if (cut.equals(text)) {
            return Optional.of(text);
        }
        int[] points = cut.codePoints().toArray();
        for (int i = points.length - 1; i >= 0; i--) {
            int next = points[i] + 1;
            if (next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE) {
                next = Character.MAX_SURROGATE + 1;
            }
            if (next <= Character.MAX_CODE_POINT) {
                points[i] = next;
                return Optional.of(new String(points, 0, i + 1));
            }
        }
        return Optional.empty();
    }

    private static long micros(String instant) {
        return Instant.parse(instant).getEpochSecond() * 1_000_000;
    }

    private static Optional<Literal> literal(DataType type, Object value) {
        if (type instanceof BooleanType || type instanceof BinaryType) {
            return Optional.empty();
        }
        if (type instanceof ByteType) {
            return Optional.of(Literal.ofByte(((Number) value).byteValue()));
        }
        if (type instanceof ShortType) {
            return Optional.of(Literal.ofShort(((Number) value).shortValue()));
        }
        if (type instanceof IntegerType) {
            return Optional.of(Literal.ofInt(((Number) value).intValue()));
        }
        if (type instanceof DateType) {
            return Optional.of(Literal.ofDate(((Number) value).intValue()));
        }
        if (type instanceof LongType) {
            return Optional.of(Literal.ofLong(((Number) value).longValue()));
        }
        if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            long micros = ((Number) value).longValue();
            if (micros < FIRST_MICROS || micros > LAST_MICROS) {
                return Optional.empty();
            }
            return Optional.of(
                    type instanceof TimestampType ? Literal.ofTimestamp(micros) : Literal.ofTimestampNtz(micros));
        }
        if (type instanceof FloatType) {
            float number = ((Number) value).floatValue();
            return Float.isFinite(number) ? Optional.of(Literal.ofFloat(number)) : Optional.empty();
        }
        if (type instanceof DoubleType) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? Optional.of(Literal.ofDouble(number)) : Optional.empty();
        }
        if (type instanceof DecimalType decimal) {
            BigInteger unscaled = value instanceof Binary bytes
                    ? new BigInteger(bytes.getBytes())
                    : BigInteger.valueOf(((Number) value).longValue());
            return Optional.of(Literal.ofDecimal(
                    new BigDecimal(unscaled, decimal.getScale()), decimal.getPrecision(), decimal.getScale()));
        }
        return Optional.empty();
    }
}
