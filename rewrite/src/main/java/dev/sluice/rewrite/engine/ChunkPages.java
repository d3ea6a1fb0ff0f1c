/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.engine.InputFooter.ChunkPlace;
import dev.sluice.rewrite.engine.PageAudit.Encodings;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The reading part: the pages of one column chunk, one at a time. Only the page at hand and a window of the file are in
 * memory, however large the chunk is.
 */
final class ChunkPages implements PageReader {

    /** A larger page could not be held beside its copies in a heap of 512 MiB. */
    static final Bytes LARGEST_PAGE = Bytes.ofMebibytes(32);

    private static final int WINDOW = 4 * 1024 * 1024;

    private final Location file;
    private final ColumnDescriptor column;
    private final PageAudit audit;
    private final ChunkPlace place;
    private PageCodecs codecs;
    private final StoreStream stream;
    private final @Nullable Bookmark bookmark;
    private @Nullable PageHeader pending;
    private long pendingStart;
    private Bookmark current;
    private long valuesServed;

    /** A place to go on from: where a page begins, and how many values of the chunk stand before it. */
    record Bookmark(long page, long valuesBefore) {}

    /** @param bookmark where to go on; the whole chunk if null. The dictionary is read in any case */
    ChunkPages(
            StoreInput input,
            ColumnDescriptor column,
            ChunkPlace place,
            @Nullable Bookmark bookmark,
            PageCodecs codecs) {
        this.file = input.location();
        this.column = column;
        this.audit = new PageAudit(column);
        this.place = place;
        this.codecs = codecs;
        this.stream = StoreStream.forward(input, place.start(), place.end(), (int) Math.min(WINDOW, place.length()));
        this.bookmark = bookmark;
        this.current = bookmark == null ? new Bookmark(place.start(), 0) : bookmark;
        this.valuesServed = current.valuesBefore();
    }

    /** Goes on with the codecs of another task. */
    void use(PageCodecs others) {
        codecs = others;
    }

    /** The page that was read last. */
    Bookmark current() {
        return current;
    }

    @Override
    public long getTotalValueCount() {
        return place.values() - (bookmark == null ? 0 : bookmark.valuesBefore());
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
        try {
            PageHeader header = nextHeader();
            DictionaryPage dictionary = null;
            if (header.getType() == PageType.DICTIONARY_PAGE) {
                DictionaryPageHeader details = header.getDictionary_page_header();
                if (details == null || details.getNum_values() < 0) {
                    throw damaged("a dictionary page has no size.");
                }
                byte[] bytes = plain(header, payload(header), 0);
                audit.dictionary(bytes, details.getNum_values());
                dictionary = new DictionaryPage(
                        BytesInput.from(bytes), details.getNum_values(), encoding(details.getEncoding()));
            } else {
                pending = header;
            }
            if (bookmark != null) {
                pending = null;
                stream.seek(bookmark.page());
            }
            return dictionary;
        } catch (PageAudit.Contradiction e) {
            throw damaged("%s (a page at %d).".formatted(Refusal.saying(e), pendingStart));
        } catch (IOException e) {
            throw damaged(Refusal.saying(e), e);
        }
    }

    @Override
    public DataPage readPage() {
        try {
            while (true) {
                PageHeader header = pending == null ? nextHeader() : pending;
                pending = null;
                byte[] bytes = payload(header);
                if (header.getType() == PageType.DICTIONARY_PAGE) {
                    throw damaged("a second dictionary page stands among the data pages.");
                }
                int values = values(header);
                if (values == 0) {
                    continue;
                }
                if (values < 0 || values > place.values() - valuesServed) {
                    throw damaged(
                            "its pages hold more values than the %d that the footer states.".formatted(place.values()));
                }
                current = new Bookmark(pendingStart, valuesServed);
                valuesServed += values;
                return header.getType() == PageType.DATA_PAGE ? version1(header, bytes) : version2(header, bytes);
            }
        } catch (PageAudit.Contradiction e) {
            throw damaged("%s (a page at %d).".formatted(Refusal.saying(e), pendingStart));
        } catch (IOException e) {
            throw damaged(Refusal.saying(e), e);
        }
    }

    private PageHeader nextHeader() throws IOException {
        if (stream.getPos() >= place.end()) {
            throw damaged(
                    "its pages hold %d values where the footer states %d.".formatted(valuesServed, place.values()));
        }
        pendingStart = stream.getPos();
        PageHeader header = header();
        long compressed = header.getCompressed_page_size();
        long plain = header.getUncompressed_page_size();
        if (compressed < 0 || plain < 0 || compressed > place.end() - stream.getPos()) {
            throw damaged(
                    "a page of %d bytes, %d unpacked, does not lie inside its chunk.".formatted(compressed, plain));
        }
        if (Math.max(compressed, plain) > LARGEST_PAGE.count()) {
            throw Refusal.unsupported(
                    file,
                    InputFooter.name(column),
                    "it has a page of %s; pages up to %s can be rewritten."
                            .formatted(Bytes.of(Math.max(compressed, plain)), LARGEST_PAGE));
        }
        codecs.admit(Math.max(compressed, plain));
        return header;
    }

    private PageHeader header() throws IOException {
        try {
            long start = stream.getPos();
            ThriftWalk.struct(stream, place.end());
            stream.seek(start);
            return Util.readPageHeader(stream);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).matches("(?s).*Required field '\\w*encoding' was not present.*")) {
                throw unknownEncoding();
            }
            throw e;
        }
    }

    /** The values of a data page; none for a page of a kind that readers pass over. */
    private int values(PageHeader header) {
        return switch (header.getType()) {
            case DATA_PAGE ->
                header.isSetData_page_header() ? header.getData_page_header().getNum_values() : -1;
            case DATA_PAGE_V2 ->
                header.isSetData_page_header_v2()
                        ? header.getData_page_header_v2().getNum_values()
                        : -1;
            case INDEX_PAGE, DICTIONARY_PAGE -> 0;
        };
    }

    private byte[] payload(PageHeader header) throws IOException {
        byte[] bytes = new byte[header.getCompressed_page_size()];
        stream.readFully(bytes);
        if (header.isSetCrc()) {
            CRC32 crc = new CRC32();
            crc.update(bytes);
            if ((int) crc.getValue() != header.getCrc()) {
                throw damaged("the checksum of a page at %d does not match its bytes.".formatted(pendingStart));
            }
        }
        return bytes;
    }

    /** The bytes of a page from an offset on, unpacked. */
    private byte[] plain(PageHeader header, byte[] bytes, int from) throws IOException {
        int size = header.getUncompressed_page_size() - from;
        if (size < 0) {
            throw damaged("a page's levels are larger than the page.");
        }
        if (place.codec() == CompressionCodecName.UNCOMPRESSED) {
            return exactly(size, bytes, from);
        }
        if (size == 0 || bytes.length == from) {
            return exactly(size, new byte[0], 0);
        }
        return codecs.decompress(place.codec(), bytes, from, bytes.length - from, size);
    }

    private byte[] exactly(int size, byte[] bytes, int from) {
        if (bytes.length - from != size) {
            throw damaged("a page has %d bytes where its header states %d.".formatted(bytes.length - from, size));
        }
        return from == 0 ? bytes : Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private DataPage version1(PageHeader header, byte[] bytes) throws IOException {
        DataPageHeader details = header.getData_page_header();
        Encodings encodings = new Encodings(
                encoding(details.getRepetition_level_encoding()),
                encoding(details.getDefinition_level_encoding()),
                encoding(details.getEncoding()));
        byte[] plain = plain(header, bytes, 0);
        audit.version1(plain, details.getNum_values(), encodings);
        return new DataPageV1(
                BytesInput.from(plain),
                details.getNum_values(),
                header.getUncompressed_page_size(),
                Statistics.createStats(column.getPrimitiveType()),
                encodings.repetitions(),
                encodings.definitions(),
                encodings.data());
    }

    private DataPage version2(PageHeader header, byte[] bytes) throws IOException {
        DataPageHeaderV2 details = header.getData_page_header_v2();
        int repetitions = details.getRepetition_levels_byte_length();
        int definitions = details.getDefinition_levels_byte_length();
        if (repetitions < 0 || definitions < 0 || (long) repetitions + definitions > bytes.length) {
            throw damaged("a page's levels are larger than the page.");
        }
        int levels = repetitions + definitions;
        byte[] values = details.isIs_compressed()
                ? plain(header, bytes, levels)
                : exactly(header.getUncompressed_page_size() - levels, bytes, levels);
        Encoding encoding = encoding(details.getEncoding());
        audit.version2(bytes, repetitions, definitions, values, details.getNum_values(), encoding);
        return DataPageV2.uncompressed(
                details.getNum_rows(),
                details.getNum_nulls(),
                details.getNum_values(),
                BytesInput.from(bytes, 0, repetitions),
                BytesInput.from(bytes, repetitions, definitions),
                encoding,
                BytesInput.from(values),
                Statistics.createStats(column.getPrimitiveType()));
    }

    private Encoding encoding(org.apache.parquet.format.Encoding encoding) {
        if (encoding == null) {
            throw unknownEncoding();
        }
        return Encoding.valueOf(encoding.name());
    }

    private GateException unknownEncoding() {
        return Refusal.unsupported(file, InputFooter.name(column), "a page has an encoding that is not known here.");
    }

    private GateException damaged(String reason) {
        return Refusal.damaged(file, InputFooter.name(column), reason, null);
    }

    private GateException damaged(String reason, Throwable cause) {
        return Refusal.damaged(file, InputFooter.name(column), "its pages cannot be read: " + reason + ".", cause);
    }
}
