/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import java.util.HexFormat;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Records as exact text: raw bits of floating point numbers, all bytes of binary values. */
final class Rows {

    private Rows() {}

    /** The record as the schema sees it: fields that it lacks are null, fields beyond the schema are left out. */
    static String text(GroupType schema, Group row) {
        StringBuilder text = new StringBuilder();
        group(text, schema, row);
        return text.toString();
    }

    private static void group(StringBuilder text, GroupType schema, Group row) {
        text.append('{');
        for (Type field : schema.getFields()) {
            text.append(field.getName()).append('=');
            if (row.getType().containsField(field.getName())) {
                int place = row.getType().getFieldIndex(field.getName());
                int count = row.getFieldRepetitionCount(place);
                for (int index = 0; index < count; index++) {
                    value(text, field, row, place, index);
                }
            }
            text.append(';');
        }
        text.append('}');
    }

    private static void value(StringBuilder text, Type field, Group row, int place, int index) {
        if (!field.isPrimitive()) {
            group(text, field.asGroupType(), row.getGroup(place, index));
            return;
        }
        switch (row.getType().getType(place).asPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> text.append(row.getBoolean(place, index));
            case INT32 -> text.append(row.getInteger(place, index));
            case INT64 -> text.append(row.getLong(place, index));
            case FLOAT -> text.append(Float.floatToRawIntBits(row.getFloat(place, index)));
            case DOUBLE -> text.append(Double.doubleToRawLongBits(row.getDouble(place, index)));
            case INT96 ->
                text.append(HexFormat.of().formatHex(row.getInt96(place, index).getBytes()));
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                text.append(HexFormat.of().formatHex(row.getBinary(place, index).getBytes()));
        }
        text.append(',');
    }
}
