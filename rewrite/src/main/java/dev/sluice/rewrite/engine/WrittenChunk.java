/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndexBuilder;
import org.jspecify.annotations.Nullable;

/**
 * One column of one row group, ready to be laid into a file: what the merging of a column ends in, however it was done.
 *
 * @param bytes all pages with their headers, in order, in as many pieces as it took
 * @param dictionaryLength how many of the bytes are the dictionary's, which comes first
 * @param uncompressed the size of everything with unpacked pages
 * @param nans values that are not a number
 * @param bounded whether the statistics know of every value
 * @param columnIndex null if the pages' bounds have no order
 * @param filter the bloom filter; null if it has none
 * @param groups what the other columns of the same groups have to tell alike
 */
record WrittenChunk(
        ColumnDescriptor column,
        List<byte[]> bytes,
        long dictionaryLength,
        long rows,
        long values,
        long nans,
        long uncompressed,
        Statistics<?> statistics,
        boolean bounded,
        SizeStatistics sizes,
        Set<Encoding> encodings,
        EncodingStats encodingStats,
        @Nullable ColumnIndex columnIndex,
        OffsetIndexBuilder offsetIndex,
        @Nullable BloomFilter filter,
        GroupShapes groups) {

    long compressed() {
        return bytes.stream().mapToLong(piece -> piece.length).sum();
    }
}
