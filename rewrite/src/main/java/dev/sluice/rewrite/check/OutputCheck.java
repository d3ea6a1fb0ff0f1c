/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.ColumnMetrics;
import dev.sluice.rewrite.OutputFile;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Reopens an output through the store, as its readers will, and compares it with what the rewrite says it wrote: size,
 * magic, footer, schema, rows, and for every column chunk its place in the file and its number of values.
 */
public final class OutputCheck {

    /** The length of the footer, four bytes, and the magic. */
    private static final int TRAILER = 4 + ParquetFileWriter.MAGIC.length;

    private final Store store;

    public OutputCheck(Store store) {
        this.store = store;
    }

    /**
     * @param schema what the output was asked to have
     * @throws GateException {@code VERIFICATION_FAILED} with the file and, where there is one, the column
     */
    public void verify(OutputFile written, MessageType schema) {
        Location file = written.location();
        try (StoreInput input = store.open(file)) {
            if (input.size() != written.size().count()) {
                throw failed(
                        file,
                        "It has %d bytes where %d were written."
                                .formatted(input.size(), written.size().count()),
                        null);
            }
            byte[] magic = new byte[ParquetFileWriter.MAGIC.length];
            input.readFully(0, ByteBuffer.wrap(magic));
            if (!Arrays.equals(magic, ParquetFileWriter.MAGIC)) {
                throw failed(file, "It does not begin like a Parquet file.", null);
            }
            ParquetMetadata footer = footer(input);
            MessageType found = footer.getFileMetaData().getSchema();
            // As text: what an order of values is called beside a type is no part of what was asked for.
            if (!found.toString().equals(schema.toString())) {
                throw failed(file, "Its schema is %s where %s was asked for.".formatted(found, schema), null);
            }
            rowGroups(written, footer.getBlocks(), schema.getColumns());
        }
    }

    private static ParquetMetadata footer(StoreInput input) {
        try {
            return new StoreInputFile(input).footer();
        } catch (GateException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw failed(input.location(), "Its footer cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private static void rowGroups(OutputFile written, List<BlockMetaData> groups, List<ColumnDescriptor> columns) {
        Location file = written.location();
        long rows = groups.stream().mapToLong(BlockMetaData::getRowCount).sum();
        if (rows != written.rows()) {
            throw failed(file, "It has %d rows where %d were written.".formatted(rows, written.rows()), null);
        }
        Map<ColumnPath, Long> values = new HashMap<>();
        for (BlockMetaData group : groups) {
            if (group.getColumns().size() != columns.size()) {
                throw failed(
                        file,
                        "A row group has %d columns where the schema has %d."
                                .formatted(group.getColumns().size(), columns.size()),
                        null);
            }
            for (int column = 0; column < columns.size(); column++) {
                ColumnChunkMetaData chunk = group.getColumns().get(column);
                chunk(written, group, chunk, columns.get(column));
                values.merge(chunk.getPath(), chunk.getValueCount(), Long::sum);
            }
        }
        for (ColumnMetrics metrics : written.metrics()) {
            if (values.getOrDefault(metrics.column(), 0L) != metrics.values()) {
                throw failed(
                        file,
                        metrics.column(),
                        "it has %d values where %d were written."
                                .formatted(values.getOrDefault(metrics.column(), 0L), metrics.values()));
            }
        }
    }

    private static void chunk(
            OutputFile written, BlockMetaData group, ColumnChunkMetaData chunk, ColumnDescriptor column) {
        Location file = written.location();
        ColumnPath path = ColumnPath.get(column.getPath());
        if (!chunk.getPath().equals(path)) {
            throw failed(file, path, "column %s stands in its place.".formatted(chunk.getPath()));
        }
        long start = chunk.getStartingPos();
        if (start < ParquetFileWriter.MAGIC.length
                || chunk.getTotalSize() <= 0
                || chunk.getTotalSize() > written.size().count() - TRAILER - start) {
            throw failed(
                    file,
                    path,
                    "a chunk of %d bytes at %d does not lie inside the file of %d bytes."
                            .formatted(
                                    chunk.getTotalSize(), start, written.size().count()));
        }
        boolean flat = column.getMaxRepetitionLevel() == 0;
        if (flat ? chunk.getValueCount() != group.getRowCount() : chunk.getValueCount() < group.getRowCount()) {
            throw failed(
                    file,
                    path,
                    "a chunk has %d values for %d rows.".formatted(chunk.getValueCount(), group.getRowCount()));
        }
    }

    private static GateException failed(Location file, ColumnPath column, String reason) {
        return failed(file, "Column " + column.toDotString() + ": " + reason, null);
    }

    private static GateException failed(Location file, String reason, @Nullable Throwable cause) {
        return new GateException(Fault.VERIFICATION_FAILED, file.toString(), reason, cause);
    }
}
