/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.ArrayType;
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
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema of a Delta table's data files: physical names, and field ids in both modes of column mapping
 * (PROTOCOL.md, "Writer Requirements for Column Mapping"). Fields are optional even where the table says not null: the
 * protocol lets files be laxer than the schema, old files often are, and merging must not refuse them.
 */
final class FileSchema {

    /** Bytes that hold an unscaled decimal of each precision. */
    private static final int LAST_INT_PRECISION = 9;

    private static final int LAST_LONG_PRECISION = 18;

    private FileSchema() {}

    /** The schema of the table's data files, without the partition columns. */
    static MessageType of(Metadata metadata, List<String> extraLongColumns) {
        boolean mapped = ColumnMapping.isColumnMappingModeEnabled(
                ColumnMapping.getColumnMappingMode(metadata.getConfiguration()));
        Set<String> partitionColumns = metadata.getPartitionColNames();
        List<Type> fields = new ArrayList<>();
        for (StructField field : metadata.getSchema().fields()) {
            if (!partitionColumns.contains(field.getName().toLowerCase(Locale.ROOT))) {
                fields.add(field(field, mapped));
            }
        }
        for (String column : extraLongColumns) {
            fields.add(Types.optional(PrimitiveTypeName.INT64).named(column));
        }
        return new MessageType("delta", fields);
    }

    /** The physical name of each field that has an id, at any depth. */
    static Map<Integer, List<String>> namesById(GroupType group) {
        Map<Integer, List<String>> names = new HashMap<>();
        for (Type field : group.getFields()) {
            if (field.getId() != null) {
                names.put(field.getId().intValue(), List.of(field.getName()));
            }
            if (!field.isPrimitive()) {
                names.putAll(namesById(field.asGroupType()));
            }
        }
        return names;
    }

    /** True if a column of the type can be written. */
    static boolean writes(DataType type) {
        return type instanceof BooleanType
                || type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType
                || type instanceof FloatType
                || type instanceof DoubleType
                || type instanceof DecimalType
                || type instanceof StringType
                || type instanceof BinaryType
                || type instanceof DateType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType;
    }

    private static Type field(StructField field, boolean mapped) {
        String name = mapped ? ColumnMapping.getPhysicalName(field) : field.getName();
        Type type = type(field.getDataType(), Repetition.OPTIONAL, name, mapped);
        return mapped ? type.withId(ColumnMapping.getColumnId(field)) : type;
    }

    private static Type type(DataType type, Repetition repetition, String name, boolean mapped) {
        if (type instanceof StructType struct) {
            Type[] fields = struct.fields().stream().map(f -> field(f, mapped)).toArray(Type[]::new);
            return Types.buildGroup(repetition).addFields(fields).named(name);
        }
        if (type instanceof ArrayType array) {
            Type element = type(array.getElementType(), Repetition.OPTIONAL, "element", mapped);
            Type list = Types.repeatedGroup().addField(element).named("list");
            return Types.buildGroup(repetition)
                    .as(LogicalTypeAnnotation.listType())
                    .addField(list)
                    .named(name);
        }
        if (type instanceof MapType map) {
            Type key = type(map.getKeyType(), Repetition.REQUIRED, "key", mapped);
            Type value = type(map.getValueType(), Repetition.OPTIONAL, "value", mapped);
            Type entries = Types.repeatedGroup().addFields(key, value).named("key_value");
            return Types.buildGroup(repetition)
                    .as(LogicalTypeAnnotation.mapType())
                    .addField(entries)
                    .named(name);
        }
        return primitive(type, repetition, name);
    }

    private static Type primitive(DataType type, Repetition repetition, String name) {
        if (type instanceof DecimalType decimal) {
            return decimal(decimal, repetition, name);
        }
        if (type instanceof ByteType) {
            return Types.primitive(PrimitiveTypeName.INT32, repetition)
                    .as(LogicalTypeAnnotation.intType(8, true))
                    .named(name);
        }
        if (type instanceof ShortType) {
            return Types.primitive(PrimitiveTypeName.INT32, repetition)
                    .as(LogicalTypeAnnotation.intType(16, true))
                    .named(name);
        }
        if (type instanceof DateType) {
            return Types.primitive(PrimitiveTypeName.INT32, repetition)
                    .as(LogicalTypeAnnotation.dateType())
                    .named(name);
        }
        if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            return Types.primitive(PrimitiveTypeName.INT64, repetition)
                    .as(LogicalTypeAnnotation.timestampType(type instanceof TimestampType, TimeUnit.MICROS))
                    .named(name);
        }
        if (type instanceof StringType) {
            return Types.primitive(PrimitiveTypeName.BINARY, repetition)
                    .as(LogicalTypeAnnotation.stringType())
                    .named(name);
        }
        return Types.primitive(plain(type), repetition).named(name);
    }

    private static PrimitiveTypeName plain(DataType type) {
        if (type instanceof BooleanType) {
            return PrimitiveTypeName.BOOLEAN;
        }
        if (type instanceof IntegerType) {
            return PrimitiveTypeName.INT32;
        }
        if (type instanceof LongType) {
            return PrimitiveTypeName.INT64;
        }
        if (type instanceof FloatType) {
            return PrimitiveTypeName.FLOAT;
        }
        if (type instanceof DoubleType) {
            return PrimitiveTypeName.DOUBLE;
        }
        if (type instanceof BinaryType) {
            return PrimitiveTypeName.BINARY;
        }
        throw new UnsupportedOperationException("Columns of type %s are not supported".formatted(type));
    }

    private static Type decimal(DecimalType decimal, Repetition repetition, String name) {
        LogicalTypeAnnotation annotation =
                LogicalTypeAnnotation.decimalType(decimal.getScale(), decimal.getPrecision());
        if (decimal.getPrecision() <= LAST_INT_PRECISION) {
            return Types.primitive(PrimitiveTypeName.INT32, repetition)
                    .as(annotation)
                    .named(name);
        }
        if (decimal.getPrecision() <= LAST_LONG_PRECISION) {
            return Types.primitive(PrimitiveTypeName.INT64, repetition)
                    .as(annotation)
                    .named(name);
        }
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(bytesFor(decimal.getPrecision()))
                .as(annotation)
                .named(name);
    }

    private static int bytesFor(int precision) {
        return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / 8 + 1;
    }
}
