/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.store.Location;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.delta.kernel.KernelPath;
import dev.sluice.storage.LocalStore;
import io.delta.kernel.Scan;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
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
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeSet;

/**
 * All rows of a table as Kernel's own row reader sees them, as a count and an order-independent hash over the raw bits of
 * every value. Shares no code with the rewrite engine.
 */
record TableRows(long count, long sum, long xor) {

    static TableRows of(Location table) {
        return of(table, false);
    }

    /** As {@link #of}, with each row's stable id and commit version, for tables that track rows. */
    static TableRows withRowIds(Location table) {
        return of(table, true);
    }

    private static TableRows of(Location table, boolean rowIds) {
        try {
            return read(KernelEngine.on(new LocalStore()), KernelPath.text(table), rowIds);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(table.toString(), e);
        }
    }

    private static TableRows read(Engine engine, String path, boolean rowIds)
            throws IOException, NoSuchAlgorithmException {
        SnapshotImpl snapshot = (SnapshotImpl) TableManager.loadSnapshot(path).build(engine);
        StructType schema = snapshot.getSchema();
        if (rowIds) {
            schema = schema.addMetadataColumn("row_id", MetadataColumnSpec.ROW_ID)
                    .addMetadataColumn("row_version", MetadataColumnSpec.ROW_COMMIT_VERSION);
        }
        ScanImpl scan =
                (ScanImpl) snapshot.getScanBuilder().withReadSchema(schema).build();
        Row state = scan.getScanState(engine);
        StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
        MessageDigest digest = MessageDigest.getInstance("MD5");
        long[] totals = new long[3];
        try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
            while (files.hasNext()) {
                try (CloseableIterator<Row> rows = files.next().getRows()) {
                    while (rows.hasNext()) {
                        Row file = rows.next();
                        CloseableIterator<ColumnarBatch> data = engine.getParquetHandler()
                                .readParquetFiles(
                                        Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                                        physical,
                                        Optional.empty())
                                .map(FileReadResult::getData);
                        try (CloseableIterator<FilteredColumnarBatch> logical =
                                Scan.transformPhysicalData(engine, state, file, data)) {
                            while (logical.hasNext()) {
                                add(logical.next(), digest, totals);
                            }
                        }
                    }
                }
            }
        }
        return new TableRows(totals[0], totals[1], totals[2]);
    }

    private static void add(FilteredColumnarBatch batch, MessageDigest digest, long[] totals) {
        ColumnarBatch data = batch.getData();
        for (int row = 0; row < data.getSize(); row++) {
            if (batch.getSelectionVector().isPresent()) {
                ColumnVector selected = batch.getSelectionVector().get();
                if (selected.isNullAt(row) || !selected.getBoolean(row)) {
                    continue;
                }
            }
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < data.getSchema().length(); column++) {
                append(
                        text,
                        data.getColumnVector(column),
                        row,
                        data.getSchema().at(column).getDataType());
                text.append('|');
            }
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
            totals[0]++;
            totals[1] += hash.getLong();
            totals[2] ^= hash.getLong();
        }
    }

    private static void append(StringBuilder text, ColumnVector vector, int row, DataType type) {
        if (vector.isNullAt(row)) {
            text.append('\u0000');
        } else if (type instanceof StructType struct) {
            for (int i = 0; i < struct.length(); i++) {
                append(text.append('{'), vector.getChild(i), row, struct.at(i).getDataType());
            }
            text.append('}');
        } else if (type instanceof ArrayType array) {
            ArrayValue values = vector.getArray(row);
            for (int i = 0; i < values.getSize(); i++) {
                append(text.append('['), values.getElements(), i, array.getElementType());
            }
            text.append(']');
        } else if (type instanceof MapType map) {
            MapValue entries = vector.getMap(row);
            TreeSet<String> sorted = new TreeSet<>();
            for (int i = 0; i < entries.getSize(); i++) {
                StringBuilder entry = new StringBuilder();
                append(entry, entries.getKeys(), i, map.getKeyType());
                append(entry.append("->"), entries.getValues(), i, map.getValueType());
                sorted.add(entry.toString());
            }
            text.append(sorted);
        } else {
            text.append(primitive(vector, row, type));
        }
    }

    private static Object primitive(ColumnVector vector, int row, DataType type) {
        if (type instanceof BooleanType) {
            return vector.getBoolean(row);
        } else if (type instanceof ByteType) {
            return vector.getByte(row);
        } else if (type instanceof ShortType) {
            return vector.getShort(row);
        } else if (type instanceof IntegerType || type instanceof DateType) {
            return vector.getInt(row);
        } else if (type instanceof LongType || type instanceof TimestampType || type instanceof TimestampNTZType) {
            return vector.getLong(row);
        } else if (type instanceof FloatType) {
            return Float.floatToRawIntBits(vector.getFloat(row));
        } else if (type instanceof DoubleType) {
            return Double.doubleToRawLongBits(vector.getDouble(row));
        } else if (type instanceof DecimalType) {
            return vector.getDecimal(row).toPlainString();
        } else if (type instanceof BinaryType) {
            return Arrays.toString(vector.getBinary(row));
        } else if (type instanceof StringType) {
            return "\"" + vector.getString(row) + "\"";
        }
        throw new IllegalArgumentException("No hash for columns of type " + type);
    }

    @Override
    public String toString() {
        return "%d rows %016x %016x".formatted(count, sum, xor);
    }
}
