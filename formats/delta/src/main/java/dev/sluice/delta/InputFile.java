/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.StructType;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A live file that is to be rewritten, with all that its {@code remove} must repeat. A copy: it holds on to no batch of
 * the log.
 *
 * @param partitionValues verbatim as the log has them, never parsed
 * @param rows stored rows, or {@link DataFile#UNKNOWN_ROWS}
 */
record InputFile(
        String path,
        Bytes size,
        MapValue partitionValues,
        Optional<MapValue> tags,
        Optional<DeletionVectorDescriptor> deletionVector,
        OptionalLong baseRowId,
        OptionalLong defaultRowCommitVersion,
        long rows) {

    /** Stands for a file that was not met in the log. */
    static final InputFile NONE = new InputFile(
            "",
            Bytes.ZERO,
            VectorUtils.stringStringMapValue(Map.of()),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            DataFile.UNKNOWN_ROWS);

    private static final StructType ADD = AddFile.SCHEMA_WITH_STATS;
    private static final int PATH = ADD.indexOf("path");
    private static final int PARTITION_VALUES = ADD.indexOf("partitionValues");
    private static final int SIZE = ADD.indexOf("size");
    private static final int DELETION_VECTOR = ADD.indexOf("deletionVector");
    private static final int TAGS = ADD.indexOf("tags");
    private static final int BASE_ROW_ID = ADD.indexOf("baseRowId");
    private static final int ROW_COMMIT_VERSION = ADD.indexOf("defaultRowCommitVersion");
    private static final int STATS = ADD.indexOf("stats");

    static InputFile of(ColumnVector add, int row) {
        ColumnVector stats = add.getChild(STATS);
        ColumnVector tags = add.getChild(TAGS);
        return new InputFile(
                add.getChild(PATH).getString(row),
                Bytes.of(add.getChild(SIZE).getLong(row)),
                copy(add.getChild(PARTITION_VALUES).getMap(row)),
                tags.isNullAt(row) ? Optional.empty() : Optional.of(copy(tags.getMap(row))),
                Optional.ofNullable(DeletionVectorDescriptor.fromColumnVector(add.getChild(DELETION_VECTOR), row)),
                number(add.getChild(BASE_ROW_ID), row),
                number(add.getChild(ROW_COMMIT_VERSION), row),
                stats.isNullAt(row) ? DataFile.UNKNOWN_ROWS : StatsJson.rows(stats.getString(row)));
    }

    private static MapValue copy(MapValue map) {
        Map<String, @Nullable String> entries = KernelMaps.strings(map);
        return VectorUtils.stringStringMapValue(entries);
    }

    private static OptionalLong number(ColumnVector numbers, int row) {
        return numbers.isNullAt(row) ? OptionalLong.empty() : OptionalLong.of(numbers.getLong(row));
    }

    PlannedFile.Identity identity() {
        return new PlannedFile.Identity(
                path, deletionVector.map(DeletionVectorDescriptor::getUniqueId).orElse(""));
    }

    long deletedRows() {
        return deletionVector.map(DeletionVectorDescriptor::getCardinality).orElse(0L);
    }

    boolean knowsItsRows() {
        return rows != DataFile.UNKNOWN_ROWS;
    }

    /**
     * The {@code remove} that takes the file out of the table. It repeats the deletion vector, which is part of the
     * file's identity; without it the file would stay live beside its rows' copies. Statistics are left out: the protocol
     * makes them optional there, and they would double the commit's size.
     */
    Row remove(Instant now) {
        StructType schema = RemoveFile.FULL_SCHEMA;
        Map<Integer, Object> values = new HashMap<>();
        values.put(schema.indexOf("path"), path);
        values.put(schema.indexOf("deletionTimestamp"), now.toEpochMilli());
        values.put(schema.indexOf("dataChange"), false);
        values.put(schema.indexOf("extendedFileMetadata"), true);
        values.put(schema.indexOf("partitionValues"), partitionValues);
        values.put(schema.indexOf("size"), size.count());
        tags.ifPresent(t -> values.put(schema.indexOf("tags"), t));
        deletionVector.ifPresent(v -> values.put(schema.indexOf("deletionVector"), v.toRow()));
        baseRowId.ifPresent(id -> values.put(schema.indexOf("baseRowId"), id));
        defaultRowCommitVersion.ifPresent(v -> values.put(schema.indexOf("defaultRowCommitVersion"), v));
        return new GenericRow(schema, values);
    }
}
