/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.table.Partition;
import dev.sluice.core.table.PartitionColumn;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.VectorUtils;
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
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table's partition columns: their names for people, their physical names in the log, and how their values compare.
 */
record PartitionColumns(List<PartitionColumn> columns, List<String> physicalNames) {

    static PartitionColumns of(Metadata metadata) {
        boolean mapped = ColumnMapping.isColumnMappingModeEnabled(
                ColumnMapping.getColumnMappingMode(metadata.getConfiguration()));
        List<PartitionColumn> columns = new ArrayList<>();
        List<String> physicalNames = new ArrayList<>();
        for (String name : VectorUtils.<String>toJavaList(metadata.getPartitionColumns())) {
            StructField field = metadata.getSchema().fields().stream()
                    .filter(f -> f.getName().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "The partition column %s is not in the table's schema".formatted(name)));
            columns.add(new PartitionColumn(field.getName(), kindOf(field.getDataType())));
            physicalNames.add(mapped ? ColumnMapping.getPhysicalName(field) : field.getName());
        }
        return new PartitionColumns(List.copyOf(columns), List.copyOf(physicalNames));
    }

    /** The partition of a file, its values verbatim as the log has them. */
    Partition partition(Map<String, @Nullable String> values) {
        if (columns.isEmpty()) {
            return Partition.WHOLE_TABLE;
        }
        List<Partition.Field> fields = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            fields.add(new Partition.Field(columns.get(i).name(), value(values, physicalNames.get(i))));
        }
        return new Partition(fields);
    }

    /** Old writers wrote a partition column's name in another case than the schema. */
    private static @Nullable String value(Map<String, @Nullable String> values, String name) {
        if (values.containsKey(name)) {
            return values.get(name);
        }
        for (Map.Entry<String, @Nullable String> entry : values.entrySet()) {
            if (entry.getKey().equalsIgnoreCase(name)) {
                return entry.getValue();
            }
        }
        return null;
    }

    private static PartitionColumn.Kind kindOf(DataType type) {
        if (type instanceof DateType) {
            return PartitionColumn.Kind.DATE;
        }
        if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            return PartitionColumn.Kind.TIMESTAMP;
        }
        if (type instanceof BooleanType) {
            return PartitionColumn.Kind.BOOLEAN;
        }
        boolean number = type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType
                || type instanceof FloatType
                || type instanceof DoubleType
                || type instanceof DecimalType;
        return number ? PartitionColumn.Kind.NUMBER : PartitionColumn.Kind.TEXT;
    }
}
