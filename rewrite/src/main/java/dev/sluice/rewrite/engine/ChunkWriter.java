/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.ColumnIndexBuilder;
import org.apache.parquet.internal.column.columnindex.OffsetIndexBuilder;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * The writing part: levels and values of one column of one row group become compressed pages, with their statistics and
 * indexes. Pages are of version 1, which every reader reads; they end at rows, by rows and by bytes, checked at every
 * row, so that a run of large values cannot make a page that nobody can hold.
 */
final class ChunkWriter {

    private static final int PAGE_ROWS = 20_000;
    private static final int PAGE_BYTES = 1024 * 1024;
    private static final int DICTIONARY_BYTES = 2 * 1024 * 1024;
    private static final int INDEX_TRUNCATION = 64;

    /** Values larger than this have no bounds: two copies of each candidate would be held for nobody's use. */
    private static final int LARGEST_BOUND = 1024 * 1024;

    private static final ParquetProperties PROPERTIES = ParquetProperties.builder()
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
            .withPageSize(PAGE_BYTES)
            .withDictionaryPageSize(DICTIONARY_BYTES)
            .build();
    private static final ParquetMetadataConverter FORMAT = new ParquetMetadataConverter();

    private final ColumnDescriptor column;
    private final CompressionCodecName codec;
    private final PageCodecs codecs;
    private final int present;
    private final ValuesWriter repetitions;
    private final ValuesWriter definitions;
    private final ValuesWriter data;

    private Statistics<?> pageStatistics;
    private SizeStatistics.Builder pageSizes;
    private int pageRows;
    private int pageValues;
    private long pageBytes;

    private final List<byte[]> bytes = new ArrayList<>();
    private final Statistics<?> statistics;
    private final SizeStatistics sizes;
    private ColumnIndexBuilder columnIndex;
    private final OffsetIndexBuilder offsetIndex = OffsetIndexBuilder.getBuilder();
    private final Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
    private final EncodingStats.Builder encodingStats = new EncodingStats.Builder();
    private long rows;
    private long values;
    private long nans;
    private long uncompressed;
    private boolean unbounded;

    ChunkWriter(ColumnDescriptor column, CompressionCodecName codec, PageCodecs codecs) {
        this.column = column;
        this.codec = codec;
        this.codecs = codecs;
        this.present = column.getMaxDefinitionLevel();
        this.repetitions = PROPERTIES.newRepetitionLevelWriter(column);
        this.definitions = PROPERTIES.newDefinitionLevelWriter(column);
        this.data = PROPERTIES.newValuesWriter(bits(column));
        this.statistics = Statistics.createStats(column.getPrimitiveType());
        this.sizes = sizes().build();
        this.columnIndex = ColumnIndexBuilder.getBuilder(column.getPrimitiveType(), INDEX_TRUNCATION);
        this.pageStatistics = Statistics.createStats(column.getPrimitiveType());
        this.pageSizes = sizes();
    }

    /**
     * The column that encodes the same bytes. parquet-java's writers of floating point numbers make one NaN of all; as
     * whole numbers of the same width, all bits survive.
     */
    private static ColumnDescriptor bits(ColumnDescriptor column) {
        PrimitiveTypeName whole;
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case FLOAT -> whole = PrimitiveTypeName.INT32;
            case DOUBLE -> whole = PrimitiveTypeName.INT64;
            default -> {
                return column;
            }
        }
        return new ColumnDescriptor(
                column.getPath(),
                Types.required(whole).named(column.getPrimitiveType().getName()),
                column.getMaxRepetitionLevel(),
                column.getMaxDefinitionLevel());
    }

    void addNull(int repetition, int definition) {
        levels(repetition, definition);
        pageStatistics.incrementNumNulls();
        pageSizes.add(repetition, definition);
    }

    void addBoolean(int repetition, boolean value) {
        levels(repetition, present);
        data.writeBoolean(value);
        pageStatistics.updateStats(value);
        pageSizes.add(repetition, present);
    }

    void addInt(int repetition, int value) {
        levels(repetition, present);
        data.writeInteger(value);
        pageBytes += Integer.BYTES;
        pageStatistics.updateStats(value);
        pageSizes.add(repetition, present);
    }

    void addLong(int repetition, long value) {
        levels(repetition, present);
        data.writeLong(value);
        pageBytes += Long.BYTES;
        pageStatistics.updateStats(value);
        pageSizes.add(repetition, present);
    }

    void addFloat(int repetition, float value) {
        levels(repetition, present);
        data.writeInteger(Float.floatToRawIntBits(value));
        pageBytes += Float.BYTES;
        if (Float.isNaN(value)) {
            nans++;
        }
        pageStatistics.updateStats(value);
        pageSizes.add(repetition, present);
    }

    void addDouble(int repetition, double value) {
        levels(repetition, present);
        data.writeLong(Double.doubleToRawLongBits(value));
        pageBytes += Double.BYTES;
        if (Double.isNaN(value)) {
            nans++;
        }
        pageStatistics.updateStats(value);
        pageSizes.add(repetition, present);
    }

    void addBinary(int repetition, Binary value) {
        levels(repetition, present);
        data.writeBytes(value);
        pageBytes += Integer.BYTES + value.length();
        if (value.length() <= LARGEST_BOUND) {
            pageStatistics.updateStats(value);
        } else {
            unbounded = true;
            columnIndex = ColumnIndexBuilder.getNoOpBuilder();
        }
        pageSizes.add(repetition, present, value);
    }

    long rows() {
        return rows;
    }

    private void levels(int repetition, int definition) {
        if (repetition == 0) {
            if (pageRows >= PAGE_ROWS || pageBytes >= PAGE_BYTES) {
                endPage();
            }
            pageRows++;
            rows++;
        }
        repetitions.writeInteger(repetition);
        definitions.writeInteger(definition);
        pageValues++;
        pageBytes++; // the levels: few bits each, and a row of a million nulls must count for something
    }

    WrittenChunk finish() {
        try {
            if (pageValues > 0) {
                endPage();
            }
            DictionaryPage dictionary = data.toDictPageAndClose();
            long dictionaryLength = dictionary == null ? 0 : prepend(dictionary);
            return new WrittenChunk(
                    column,
                    bytes,
                    dictionaryLength,
                    rows,
                    values,
                    nans,
                    uncompressed,
                    unbounded ? withoutBounds() : statistics,
                    !unbounded,
                    sizes,
                    encodings,
                    encodingStats.build(),
                    columnIndex.build(),
                    offsetIndex);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            repetitions.close();
            definitions.close();
            data.close();
        }
    }

    private void endPage() {
        try {
            BytesInput plain = BytesInput.concat(repetitions.getBytes(), definitions.getBytes(), data.getBytes());
            int size = Math.toIntExact(plain.size());
            Encoding encoding = data.getEncoding();
            byte[] packed = codecs.compress(codec, plain);
            ByteArrayOutputStream header = new ByteArrayOutputStream();
            FORMAT.writeDataPageV1Header(
                    size,
                    packed.length,
                    pageValues,
                    repetitions.getEncoding(),
                    definitions.getEncoding(),
                    encoding,
                    checksum(packed),
                    header);
            uncompressed += header.size() + size;
            bytes.add(header.toByteArray());
            bytes.add(packed);
            encodings.addAll(List.of(repetitions.getEncoding(), definitions.getEncoding(), encoding));
            encodingStats.addDataEncoding(encoding);
            endStatistics(header.size() + packed.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        repetitions.reset();
        definitions.reset();
        data.reset();
        pageRows = 0;
        pageValues = 0;
        pageBytes = 0;
    }

    private void endStatistics(int pageSize) {
        SizeStatistics size = pageSizes.build();
        statistics.mergeStatistics(pageStatistics);
        sizes.mergeStatistics(size);
        columnIndex.add(pageStatistics, size);
        offsetIndex.add(pageSize, pageRows, size.getUnencodedByteArrayDataBytes());
        values += pageValues;
        pageStatistics = Statistics.createStats(column.getPrimitiveType());
        pageSizes = sizes();
    }

    /** Puts the dictionary before all else, and gives its length with its header. */
    private long prepend(DictionaryPage dictionary) throws IOException {
        int size = Math.toIntExact(dictionary.getBytes().size());
        byte[] packed = codecs.compress(codec, dictionary.getBytes());
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        FORMAT.writeDictionaryPageHeader(
                size,
                packed.length,
                dictionary.getDictionarySize(),
                dictionary.getEncoding(),
                checksum(packed),
                header);
        uncompressed += header.size() + size;
        bytes.addAll(0, List.of(header.toByteArray(), packed));
        encodings.add(dictionary.getEncoding());
        encodingStats.addDictEncoding(dictionary.getEncoding());
        return (long) header.size() + packed.length;
    }

    private Statistics<?> withoutBounds() {
        return Statistics.getBuilderForReading(column.getPrimitiveType())
                .withNumNulls(statistics.getNumNulls())
                .build();
    }

    private SizeStatistics.Builder sizes() {
        return SizeStatistics.newBuilder(
                column.getPrimitiveType(), column.getMaxRepetitionLevel(), column.getMaxDefinitionLevel());
    }

    private static int checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
