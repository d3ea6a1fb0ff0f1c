/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.rewrite.MetricsChoice;
import dev.sluice.rewrite.OutputFile;
import dev.sluice.rewrite.RewriteTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.jspecify.annotations.Nullable;

/**
 * One file that is being put together from finished chunks: magic, row groups, indexes, footer. It is our own and not
 * parquet-java's writer since that one signs every file with its own name, and a file must say who wrote it.
 */
final class ParquetOutput implements AutoCloseable {

    private static final ParquetMetadataConverter FORMAT = new ParquetMetadataConverter();

    private final RewriteTarget target;
    private final StoreOutput output;
    private final List<BlockMetaData> rowGroups = new ArrayList<>();
    private final List<ChunkIndexes> indexes = new ArrayList<>();
    private final List<FilteredChunk> filters = new ArrayList<>();
    private final Set<Calendar> calendars = new HashSet<>();
    private final List<LeafTotals> totals = new ArrayList<>();
    private @Nullable BlockMetaData current;
    private long rows;

    /** What is written behind the last row group for one chunk. */
    private record ChunkIndexes(
            ColumnChunkMetaData chunk,
            @Nullable ColumnIndex columns,
            @Nullable OffsetIndex offsets) {}

    /** What is written behind a row group for one of its chunks. */
    private record FilteredChunk(ColumnChunkMetaData chunk, BloomFilter filter) {}

    ParquetOutput(RewriteTarget target, StoreOutput output) {
        this.target = target;
        this.output = output;
        for (ColumnDescriptor column : target.schema().getColumns()) {
            totals.add(new LeafTotals(column));
        }
    }

    Location location() {
        return output.location();
    }

    long position() {
        return output.position();
    }

    void startRowGroup(long rowCount) {
        if (output.position() == 0) {
            output.write(ByteBuffer.wrap(ParquetFileWriter.MAGIC));
        }
        current = new BlockMetaData();
        current.setRowCount(rowCount);
        rows += rowCount;
    }

    /** Says how a file counts its days that rows of this one come from. */
    void countsDaysBy(Calendar calendar) {
        calendars.add(calendar);
    }

    /** Lays down the next column of the row group. */
    void append(WrittenChunk chunk) {
        BlockMetaData group = current;
        if (group == null || chunk.rows() != group.getRowCount()) {
            throw new IllegalStateException("A chunk of %d rows does not belong here".formatted(chunk.rows()));
        }
        long start = output.position();
        long firstPage = start + chunk.dictionaryLength();
        for (byte[] piece : chunk.bytes()) {
            output.write(ByteBuffer.wrap(piece));
        }
        LeafTotals total = totals.get(group.getColumns().size());
        ColumnPath path = ColumnPath.get(chunk.column().getPath());
        boolean isTold = !target.layout().withoutStatistics().contains(path);
        Statistics<?> counted = total.add(chunk);
        ColumnChunkMetaData metadata = ColumnChunkMetaData.get(
                path,
                chunk.column().getPrimitiveType(),
                target.codec().parquetName(),
                chunk.encodingStats(),
                chunk.encodings(),
                isTold ? counted : nothingOf(chunk.column()),
                firstPage,
                chunk.dictionaryLength() > 0 ? start : 0,
                chunk.values(),
                output.position() - start,
                chunk.uncompressed(),
                chunk.sizes());
        group.addColumn(metadata);
        if (chunk.filter() != null) {
            filters.add(new FilteredChunk(metadata, chunk.filter()));
        }
        group.setTotalByteSize(group.getTotalByteSize() + chunk.uncompressed());
        indexes.add(new ChunkIndexes(
                metadata,
                isTold ? chunk.columnIndex() : null,
                chunk.offsetIndex().build(firstPage)));
    }

    private static Statistics<?> nothingOf(ColumnDescriptor column) {
        return Statistics.getBuilderForReading(column.getPrimitiveType()).build();
    }

    void endRowGroup() {
        BlockMetaData group = current;
        if (group == null || group.getColumns().size() != totals.size()) {
            throw new IllegalStateException("A row group ends before its last column");
        }
        writeFilters();
        rowGroups.add(group);
        current = null;
    }

    /** Behind each row group and not, as the indexes, behind the last: together they could outgrow the memory. */
    private void writeFilters() {
        try {
            for (FilteredChunk each : filters) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                Util.writeBloomFilterHeader(ParquetMetadataConverter.toBloomFilterHeader(each.filter()), bytes);
                each.filter().writeTo(bytes);
                IndexReference place = write(bytes);
                each.chunk().setBloomFilterOffset(place.getOffset());
                each.chunk().setBloomFilterLength(place.getLength());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        filters.clear();
    }

    /** Writes the indexes and the footer, and makes the file visible. */
    OutputFile finish() {
        try {
            writeIndexes();
            writeFooter();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StoredFile stored = output.commit();
        MetricsChoice choice = target.metrics();
        return new OutputFile(
                stored.location(),
                stored.size(),
                stored.modifiedAt(),
                rows,
                rowGroups.stream().map(BlockMetaData::getStartingPos).toList(),
                totals.stream()
                        .filter(total -> choice.wants(total.path()))
                        .map(LeafTotals::metrics)
                        .toList());
    }

    private void writeIndexes() throws IOException {
        for (ChunkIndexes each : indexes) {
            org.apache.parquet.format.ColumnIndex columns =
                    ParquetMetadataConverter.toParquetColumnIndex(each.chunk().getPrimitiveType(), each.columns());
            if (columns != null) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                Util.writeColumnIndex(columns, bytes);
                each.chunk().setColumnIndexReference(write(bytes));
            }
        }
        for (ChunkIndexes each : indexes) {
            if (each.offsets() != null) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                Util.writeOffsetIndex(ParquetMetadataConverter.toParquetOffsetIndex(each.offsets()), bytes);
                each.chunk().setOffsetIndexReference(write(bytes));
            }
        }
    }

    private void writeFooter() throws IOException {
        Map<String, String> entries = new HashMap<>(Calendar.stated(calendars));
        entries.putAll(target.keyValueMetadata());
        FileMetaData file = new FileMetaData(target.schema(), entries, Product.createdBy());
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        org.apache.parquet.format.FileMetaData metadata =
                FORMAT.toParquetMetadata(ParquetFileWriter.CURRENT_VERSION, new ParquetMetadata(file, rowGroups));
        metadata.getSchema().forEach(ParquetOutput::correct);
        Util.writeFileMetaData(metadata, footer);
        int length = footer.size();
        write(footer);
        ByteBuffer trailer = ByteBuffer.allocate(Integer.BYTES + ParquetFileWriter.MAGIC.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .put(ParquetFileWriter.MAGIC)
                .flip();
        output.write(trailer);
    }

    /** The library says of a span of time that it is always null, and readers believe it: only its old name is right. */
    private static void correct(SchemaElement element) {
        if (element.getConverted_type() == ConvertedType.INTERVAL) {
            element.unsetLogicalType();
        }
    }

    private IndexReference write(ByteArrayOutputStream bytes) {
        IndexReference place = new IndexReference(output.position(), bytes.size());
        output.write(ByteBuffer.wrap(bytes.toByteArray()));
        return place;
    }

    /** Discards the file unless it was finished. */
    @Override
    public void close() {
        output.close();
    }
}
