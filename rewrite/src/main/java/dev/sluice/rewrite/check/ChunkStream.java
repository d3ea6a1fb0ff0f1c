/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a chunk that is too large to be in memory, where parquet-java would have it as a whole. One page at a
 * time is.
 */
final class ChunkStream implements PageReader {

    private static final int BUFFER = 1024 * 1024;

    private final ColumnChunkMetaData chunk;
    private final InputStream stream;
    private final BytesInputDecompressor decompressor;
    private @Nullable PageHeader pending;
    private long left;
    private long values;

    /** @param file a stream that is this reader's alone */
    ChunkStream(SeekableInputStream file, ColumnChunkMetaData chunk, PageReading pages) throws IOException {
        file.seek(chunk.getStartingPos());
        this.chunk = chunk;
        this.stream = new BufferedInputStream(file, BUFFER);
        this.decompressor = pages.getDecompressor(chunk.getCodec());
        this.left = chunk.getTotalSize();
    }

    @Override
    public long getTotalValueCount() {
        return chunk.getValueCount();
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
        try {
            PageHeader header = Util.readPageHeader(stream);
            if (header.getType() != PageType.DICTIONARY_PAGE) {
                pending = header;
                return null;
            }
            return new DictionaryPage(
                    unpacked(payload(header), header.getUncompressed_page_size()),
                    header.getDictionary_page_header().getNum_values(),
                    encoding(header.getDictionary_page_header().getEncoding()));
        } catch (IOException e) {
            throw new ParquetDecodingException("could not read a dictionary page", e);
        }
    }

    @Override
    public @Nullable DataPage readPage() {
        try {
            while (values < chunk.getValueCount()) {
                PageHeader header = pending == null ? Util.readPageHeader(stream) : pending;
                pending = null;
                byte[] bytes = payload(header);
                if (header.getType() == PageType.DATA_PAGE) {
                    return counted(first(header, header.getData_page_header(), bytes));
                } else if (header.getType() == PageType.DATA_PAGE_V2) {
                    return counted(second(header, header.getData_page_header_v2(), bytes));
                } else if (header.getType() == PageType.DICTIONARY_PAGE) {
                    throw new ParquetDecodingException("a dictionary page stands among the data pages");
                }
            }
            return null;
        } catch (IOException e) {
            throw new ParquetDecodingException("could not read a page", e);
        }
    }

    private DataPage counted(DataPage page) {
        values += page.getValueCount();
        if (values > chunk.getValueCount()) {
            throw new ParquetDecodingException("its pages hold more than %d values".formatted(chunk.getValueCount()));
        }
        return page;
    }

    private byte[] payload(PageHeader header) throws IOException {
        int size = header.getCompressed_page_size();
        left -= size;
        if (size < 0 || left < 0) {
            throw new ParquetDecodingException("a page of %d bytes does not lie inside its chunk".formatted(size));
        }
        byte[] bytes = new byte[size];
        if (stream.readNBytes(bytes, 0, size) < size) {
            throw new ParquetDecodingException("its chunk ends in the middle of a page");
        }
        if (header.isSetCrc()) {
            CRC32 crc = new CRC32();
            crc.update(bytes);
            if ((int) crc.getValue() != header.getCrc()) {
                throw new ParquetDecodingException("the checksum of a page does not match its bytes");
            }
        }
        return bytes;
    }

    private BytesInput unpacked(byte[] bytes, int size) throws IOException {
        return decompressor.decompress(BytesInput.from(bytes), size);
    }

    private DataPage first(PageHeader header, DataPageHeader details, byte[] bytes) throws IOException {
        return new DataPageV1(
                unpacked(bytes, header.getUncompressed_page_size()),
                details.getNum_values(),
                header.getUncompressed_page_size(),
                noStatistics(),
                encoding(details.getRepetition_level_encoding()),
                encoding(details.getDefinition_level_encoding()),
                encoding(details.getEncoding()));
    }

    private DataPage second(PageHeader header, DataPageHeaderV2 details, byte[] bytes) throws IOException {
        int repetitions = details.getRepetition_levels_byte_length();
        int definitions = details.getDefinition_levels_byte_length();
        int levels = repetitions + definitions;
        BytesInput data = BytesInput.from(bytes, levels, bytes.length - levels);
        return DataPageV2.uncompressed(
                details.getNum_rows(),
                details.getNum_nulls(),
                details.getNum_values(),
                BytesInput.from(bytes, 0, repetitions),
                BytesInput.from(bytes, repetitions, definitions),
                encoding(details.getEncoding()),
                details.isIs_compressed()
                        ? decompressor.decompress(data, header.getUncompressed_page_size() - levels)
                        : data,
                noStatistics());
    }

    private Statistics<?> noStatistics() {
        return Statistics.getBuilderForReading(chunk.getPrimitiveType()).build();
    }

    private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
        return Encoding.valueOf(encoding.name());
    }
}
