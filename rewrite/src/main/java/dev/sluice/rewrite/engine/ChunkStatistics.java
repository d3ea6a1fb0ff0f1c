/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.ColumnIndexBuilder;
import org.apache.parquet.internal.column.columnindex.OffsetIndexBuilder;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.jspecify.annotations.Nullable;

/** What is counted while a chunk is written: bounds, nulls, sizes, the indexes over its pages and what
 * finds single values. */
final class ChunkStatistics {

    /** How much of a value the column index keeps. */
    private static final int INDEX_TRUNCATION = 64;

    /** Values larger than this have no bounds: two copies of each candidate would be held for nobody's use. */
    private static final int LARGEST_BOUND = 1024 * 1024;

    private final ColumnDescriptor column;
    private final int present;
    private final boolean halves;
    private final Statistics<?> chunk;
    private final SizeStatistics sizes;
    private final OffsetIndexBuilder offsetIndex = OffsetIndexBuilder.getBuilder();
    private ColumnIndexBuilder columnIndex;
    private Statistics<?> page;
    private SizeStatistics.Builder pageSizes;
    private final @Nullable ChunkFilter filter;
    private long nans;
    private boolean bounded = true;

    ChunkStatistics(ColumnDescriptor column, @Nullable ChunkFilter filter) {
        this.column = column;
        this.filter = filter;
        this.present = column.getMaxDefinitionLevel();
        this.halves = column.getPrimitiveType().getLogicalTypeAnnotation() instanceof Float16LogicalTypeAnnotation;
        this.chunk = Statistics.createStats(column.getPrimitiveType());
        this.sizes = newSizes().build();
        this.columnIndex = ColumnIndexBuilder.getBuilder(column.getPrimitiveType(), INDEX_TRUNCATION);
        this.page = Statistics.createStats(column.getPrimitiveType());
        this.pageSizes = newSizes();
    }

    private SizeStatistics.Builder newSizes() {
        return SizeStatistics.newBuilder(
                column.getPrimitiveType(), column.getMaxRepetitionLevel(), column.getMaxDefinitionLevel());
    }

    void addNull(int repetition, int definition) {
        page.incrementNumNulls();
        pageSizes.add(repetition, definition);
    }

    void add(int repetition, boolean value) {
        page.updateStats(value);
        pageSizes.add(repetition, present);
    }

    void add(int repetition, int value) {
        page.updateStats(value);
        pageSizes.add(repetition, present);
        if (filter != null) {
            filter.add(value);
        }
    }

    void add(int repetition, long value) {
        page.updateStats(value);
        pageSizes.add(repetition, present);
        if (filter != null) {
            filter.add(value);
        }
    }

    void add(int repetition, float value) {
        if (Float.isNaN(value)) {
            nans++;
        }
        page.updateStats(value);
        pageSizes.add(repetition, present);
        if (filter != null) {
            filter.add(value);
        }
    }

    void add(int repetition, double value) {
        if (Double.isNaN(value)) {
            nans++;
        }
        page.updateStats(value);
        pageSizes.add(repetition, present);
        if (filter != null) {
            filter.add(value);
        }
    }

    void add(int repetition, Binary value) {
        if (value.length() <= LARGEST_BOUND) {
            page.updateStats(value);
        } else {
            bounded = false;
            columnIndex = ColumnIndexBuilder.getNoOpBuilder();
        }
        pageSizes.add(repetition, present, value);
        if (filter != null) {
            filter.add(value);
        }
    }

    /** @param length the page's bytes in the file, with its header */
    void endPage(int length, int rows) {
        SizeStatistics size = pageSizes.build();
        chunk.mergeStatistics(page);
        sizes.mergeStatistics(size);
        index(size);
        offsetIndex.add(length, rows, size.getUnencodedByteArrayDataBytes());
        page = Statistics.createStats(column.getPrimitiveType());
        pageSizes = newSizes();
    }

    /**
     * The library's index knows of NaN and the two zeros in FLOAT and DOUBLE columns, and takes those of FLOAT16 for any
     * other bytes.
     */
    private void index(SizeStatistics size) {
        if (!halves) {
            columnIndex.add(page, size);
            return;
        }
        Statistics.Builder builder =
                Statistics.getBuilderForReading(column.getPrimitiveType()).withNumNulls(page.getNumNulls());
        if (page.hasNonNullValue()) {
            builder.withMin(page.getMinBytes()).withMax(page.getMaxBytes());
        }
        Statistics<?> honest = builder.build();
        if (page.hasNonNullValue() && !honest.hasNonNullValue()) {
            columnIndex = ColumnIndexBuilder.getNoOpBuilder();
        }
        columnIndex.add(honest, size);
    }

    /** Nulls, and the bounds if they hold for every value. */
    Statistics<?> statistics() {
        return bounded
                ? chunk
                : Statistics.getBuilderForReading(column.getPrimitiveType())
                        .withNumNulls(chunk.getNumNulls())
                        .build();
    }

    /** False if there are values that the bounds do not know of. */
    boolean isBounded() {
        return bounded;
    }

    SizeStatistics sizes() {
        return sizes;
    }

    long nans() {
        return nans;
    }

    /** Null if the pages' bounds have no order. */
    @Nullable
    ColumnIndex columnIndex() {
        return columnIndex.build();
    }

    OffsetIndexBuilder offsetIndex() {
        return offsetIndex;
    }

    /** Null if there is to be none. */
    @Nullable
    BloomFilter filter() {
        return filter == null ? null : filter.finish();
    }
}
