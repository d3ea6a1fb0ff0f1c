/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.store.Bytes;
import dev.sluice.rewrite.Layout;
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
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.factory.DefaultV1ValuesWriterFactory;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * The writing part: levels and values of one column of one row group become compressed pages, with their statistics and
 * indexes. Pages are of version 1, which every reader reads; they end at rows, by rows and by bytes, checked at every
 * row, so that a run of large values cannot make a page that nobody can hold.
 */
final class ChunkWriter {

    private static final ParquetMetadataConverter FORMAT = new ParquetMetadataConverter();

    private final ColumnDescriptor column;
    private final CompressionCodecName codec;
    private final PageCodecs codecs;
    private final int mostRows;
    private final long mostBytes;
    private final int present;
    private final ValuesWriter repetitions;
    private final ValuesWriter definitions;
    private final ValuesWriter data;

    private final ChunkStatistics statistics;
    private final GroupShapes groups;
    private final List<byte[]> bytes = new ArrayList<>();
    private final Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
    private final EncodingStats.Builder encodingStats = new EncodingStats.Builder();
    private int pageRows;
    private int pageValues;
    private long pageBytes;
    private long rows;
    private long values;
    private long uncompressed;

    /**
     * @param groups hears of every entry
     * @param filter the chunk's bloom filter; null if it is to have none
     */
    ChunkWriter(
            ColumnDescriptor column,
            GroupShapes groups,
            CompressionCodecName codec,
            PageCodecs codecs,
            Layout layout,
            @Nullable ChunkFilter filter) {
        this.column = column;
        this.groups = groups;
        this.codec = codec;
        this.codecs = codecs;
        this.mostRows = layout.pageRows();
        this.mostBytes = layout.page().count();
        ParquetProperties properties = properties(layout, column);
        this.present = column.getMaxDefinitionLevel();
        this.repetitions = properties.newRepetitionLevelWriter(column);
        this.definitions = properties.newDefinitionLevelWriter(column);
        this.data = properties.newValuesWriter(bits(column));
        this.statistics = new ChunkStatistics(column, filter);
    }

    /** With a factory of our own: by default one process shares one, which takes on whatever properties are built last. */
    private static ParquetProperties properties(Layout layout, ColumnDescriptor column) {
        return ParquetProperties.builder()
                .withValuesWriterFactory(new DefaultV1ValuesWriterFactory())
                .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_1_0)
                .withPageSize(Math.toIntExact(layout.page().count()))
                .withDictionaryEncoding(!layout.withoutDictionary().contains(ColumnPath.get(column.getPath())))
                .withDictionaryPageSize(Math.toIntExact(layout.dictionary().count()))
                .build();
    }

    /**
     * The column that encodes the same bytes. parquet-java's writers of floating point numbers make one NaN of all; as
     * whole numbers of the same width, all bits survive.
     */
    private static ColumnDescriptor bits(ColumnDescriptor column) {
        PrimitiveTypeName form = column.getPrimitiveType().getPrimitiveTypeName();
        if (form != PrimitiveTypeName.FLOAT && form != PrimitiveTypeName.DOUBLE) {
            return column;
        }
        PrimitiveTypeName whole = form == PrimitiveTypeName.FLOAT ? PrimitiveTypeName.INT32 : PrimitiveTypeName.INT64;
        return new ColumnDescriptor(
                column.getPath(),
                Types.required(whole).named(column.getPrimitiveType().getName()),
                column.getMaxRepetitionLevel(),
                column.getMaxDefinitionLevel());
    }

    void addNull(int repetition, int definition) {
        levels(repetition, definition);
        statistics.addNull(repetition, definition);
    }

    void addBoolean(int repetition, boolean value) {
        levels(repetition, present);
        data.writeBoolean(value);
        statistics.add(repetition, value);
    }

    void addInt(int repetition, int value) {
        levels(repetition, present);
        data.writeInteger(value);
        pageBytes += Integer.BYTES;
        statistics.add(repetition, value);
    }

    void addLong(int repetition, long value) {
        levels(repetition, present);
        data.writeLong(value);
        pageBytes += Long.BYTES;
        statistics.add(repetition, value);
    }

    void addFloat(int repetition, float value) {
        levels(repetition, present);
        data.writeInteger(Float.floatToRawIntBits(value));
        pageBytes += Float.BYTES;
        statistics.add(repetition, value);
    }

    void addDouble(int repetition, double value) {
        levels(repetition, present);
        data.writeLong(Double.doubleToRawLongBits(value));
        pageBytes += Double.BYTES;
        statistics.add(repetition, value);
    }

    void addBinary(int repetition, Binary value) {
        if (repetition == 0 && value.length() >= mostBytes && pageValues > 0) {
            endPage(); // a large value has a page of its own, which is then no larger than it was
        }
        levels(repetition, present);
        data.writeBytes(value);
        pageBytes += Integer.BYTES + value.length();
        statistics.add(repetition, value);
    }

    long rows() {
        return rows;
    }

    private void levels(int repetition, int definition) {
        if (repetition == 0) {
            if (pageRows >= mostRows || pageBytes >= mostBytes) {
                endPage();
            }
            pageRows++;
            rows++;
        }
        groups.add(repetition, definition);
        repetitions.writeInteger(repetition);
        definitions.writeInteger(definition);
        pageValues++;
        pageBytes++; // the levels: few bits each, and a row of a million nulls must count for something
    }

    /** Called where a span's rows end, so that a page too large is blamed on the file that made it so. */
    void endSpan() {
        groups.endSpan();
        if (pageBytes >= mostBytes) {
            endPage();
        }
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
                    statistics.nans(),
                    uncompressed,
                    statistics.statistics(),
                    statistics.isBounded(),
                    statistics.sizes(),
                    encodings,
                    encodingStats.build(),
                    statistics.columnIndex(),
                    statistics.offsetIndex(),
                    statistics.filter(),
                    groups);
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
            if (plain.size() > ChunkPages.LARGEST_PAGE.count()) {
                throw new Conversion.Inexact("a row of it takes %s; rows up to %s fit in a page that can be read again"
                        .formatted(Bytes.of(plain.size()), ChunkPages.LARGEST_PAGE));
            }
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
            statistics.endPage(header.size() + packed.length, pageRows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        repetitions.reset();
        definitions.reset();
        data.reset();
        values += pageValues;
        pageRows = 0;
        pageValues = 0;
        pageBytes = 0;
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

    private static int checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
