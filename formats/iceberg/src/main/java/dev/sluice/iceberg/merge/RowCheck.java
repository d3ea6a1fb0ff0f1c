/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.iceberg.rows.LiveRows;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Proves that outputs hold the very rows that their inputs hold, in the same order and value by value: both sides are read
 * anew and gone through side by side, so that memory does not grow with them.
 */
final class RowCheck {

    private final Schema schema;
    private final LiveRows expected;
    private final LiveRows found;

    private RowCheck(Schema schema, LiveRows expected, LiveRows found) {
        this.schema = schema;
        this.expected = expected;
        this.found = found;
    }

    /**
     * @param expected the inputs' rows, deletes applied
     * @param found the outputs' rows, read as they are
     * @throws GateException {@code VERIFICATION_FAILED} with file, column and row of the first difference
     */
    static void verify(Schema schema, LiveRows expected, LiveRows found) {
        new RowCheck(schema, expected, found).run();
    }

    private void run() {
        long rows = 0;
        while (expected.hasNext() && found.hasNext()) {
            Record wanted = expected.next();
            Record row = found.next();
            List<Types.NestedField> columns = schema.columns();
            for (int i = 0; i < columns.size(); i++) {
                Object held = row.get(i);
                if (!isSame(wanted.get(i), isLineage(columns.get(i)) ? lineage(held) : held)) {
                    throw failed(
                            found.path(),
                            "Column %s: it does not hold what the inputs hold, first in row %d, counted from 0; there it came from row %d of %s."
                                    .formatted(
                                            columns.get(i).name(),
                                            found.position(),
                                            expected.position(),
                                            expected.path()));
                }
            }
            rows++;
        }
        if (expected.hasNext() || found.hasNext()) {
            throw failed(
                    (expected.hasNext() ? expected : found).path(),
                    "The outputs and the inputs do not hold as many rows: one side ends after %d.".formatted(rows));
        }
    }

    private static boolean isLineage(Types.NestedField column) {
        return column.fieldId() == MetadataColumns.ROW_ID.fieldId()
                || column.fieldId() == MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId();
    }

    /** An output that holds none is read as one whose rows have negative ones. */
    private static @Nullable Object lineage(@Nullable Object held) {
        return held instanceof Long number && number < 0 ? null : held;
    }

    private static boolean isSame(@Nullable Object a, @Nullable Object b) {
        if (a instanceof StructLike one && b instanceof StructLike other) {
            return areSame(one, other);
        }
        if (a instanceof List<?> one && b instanceof List<?> other) {
            return areSame(one, other);
        }
        if (a instanceof Map<?, ?> one && b instanceof Map<?, ?> other) {
            return areSame(one, other);
        }
        if (a instanceof byte[] one && b instanceof byte[] other) {
            return Arrays.equals(one, other);
        }
        return Objects.equals(a, b);
    }

    private static boolean areSame(StructLike one, StructLike other) {
        for (int i = 0; i < one.size(); i++) {
            if (!isSame(one.get(i, Object.class), other.get(i, Object.class))) {
                return false;
            }
        }
        return one.size() == other.size();
    }

    private static boolean areSame(List<?> one, List<?> other) {
        Iterator<?> others = other.iterator();
        return one.size() == other.size() && one.stream().allMatch(value -> isSame(value, others.next()));
    }

    /** Readers give entries in any order, and keys that are bytes do not find one another. */
    private static boolean areSame(Map<?, ?> one, Map<?, ?> other) {
        return one.size() == other.size()
                && one.entrySet().stream()
                        .allMatch(entry -> other.entrySet().stream()
                                .anyMatch(o ->
                                        isSame(entry.getKey(), o.getKey()) && isSame(entry.getValue(), o.getValue())));
    }

    private static GateException failed(String file, String reason) {
        return new GateException(Fault.VERIFICATION_FAILED, file, reason);
    }
}
