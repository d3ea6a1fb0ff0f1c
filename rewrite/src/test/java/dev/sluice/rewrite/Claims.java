/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.BoundaryOrder;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.ColumnOrder.ColumnOrderName;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * What a file claims of its values, held against every one of them: bounds, counts, sizes, indexes over pages, encodings
 * and bloom filters, of every chunk. Readers leave out rows by these.
 */
final class Claims {

    /** Readers of the format's own library do without bounds that are longer together. */
    private static final int LONGEST_BOUNDS = 4096;

    private final ColumnDescriptor column;
    private final PrimitiveType type;
    private final ColumnChunkMetaData chunk;
    private final List<Entry> entries = new ArrayList<>();
    private final Comparator<Object> order;

    /** One entry of a column, a null or a value. */
    private record Entry(
            long row,
            int repetition,
            int definition,
            @Nullable Object value) {}

    /** How much was checked. */
    record Count(int bounds, int pages, int filters) {

        static final Count NONE = new Count(0, 0, 0);

        Count plus(Count other) {
            return new Count(bounds + other.bounds, pages + other.pages, filters + other.filters);
        }
    }

    @SuppressWarnings("unchecked")
    private Claims(ColumnDescriptor column, ColumnChunkMetaData chunk) {
        this.column = column;
        this.type = column.getPrimitiveType();
        this.chunk = chunk;
        this.order = (Comparator<Object>) (Comparator<?>) type.comparator();
    }

    static Count verify(FolderStore store, Path file) {
        Count count = Count.NONE;
        try (StoreInput input = store.open(Location.local(file));
                ParquetFileReader reader = ParquetFileReader.open(new StoreInputFile(input))) {
            List<ColumnDescriptor> columns =
                    reader.getFileMetaData().getSchema().getColumns();
            for (int group = 0; group < reader.getRowGroups().size(); group++) {
                BlockMetaData rowGroup = reader.getRowGroups().get(group);
                try (PageReadStore pages = reader.readRowGroup(group);
                        PageReadStore again = reader.readRowGroup(group)) {
                    for (int leaf = 0; leaf < columns.size(); leaf++) {
                        ColumnDescriptor column = columns.get(leaf);
                        Claims claims = new Claims(column, rowGroup.getColumns().get(leaf));
                        claims.read(pages.getPageReader(column));
                        claims.encodings(again.getPageReader(column));
                        count = count.plus(claims.verify(reader, rowGroup.getRowCount()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count;
    }

    private void read(PageReader pages) {
        ColumnReader reader = new ColumnReaderImpl(column, pages, new PrimitiveConverter() {}, null);
        long row = -1;
        for (long entry = 0; entry < chunk.getValueCount(); entry++) {
            int definition = reader.getCurrentDefinitionLevel();
            int repetition = reader.getCurrentRepetitionLevel();
            row += repetition == 0 ? 1 : 0;
            boolean there = definition == column.getMaxDefinitionLevel();
            entries.add(new Entry(row, repetition, definition, there ? value(reader) : null));
            reader.consume();
        }
    }

    private Object value(ColumnReader reader) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> reader.getBoolean();
            case INT32 -> reader.getInteger();
            case INT64 -> reader.getLong();
            case FLOAT -> reader.getFloat();
            case DOUBLE -> reader.getDouble();
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> reader.getBinary().copy();
        };
    }

    private Object value(ByteBuffer bytes) {
        ByteBuffer plain = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> plain.get(0) != 0;
            case INT32 -> plain.getInt(0);
            case INT64 -> plain.getLong(0);
            case FLOAT -> plain.getFloat(0);
            case DOUBLE -> plain.getDouble(0);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> Binary.fromConstantByteBuffer(bytes.slice());
        };
    }

    private Count verify(ParquetFileReader reader, long rows) throws IOException {
        statistics();
        sizes(Objects.requireNonNull(chunk.getSizeStatistics()), entries);
        OffsetIndex offsets = Objects.requireNonNull(reader.readOffsetIndex(chunk));
        ColumnIndex columns = reader.readColumnIndex(chunk);
        int pages = pages(offsets, columns, rows);
        BloomFilter filter = reader.readBloomFilter(chunk);
        if (filter != null) {
            assertThat(values(entries))
                    .as("%s: what the bloom filter does not know", column)
                    .allMatch(value -> filter.findHash(filter.hash(value)));
        }
        return new Count(chunk.getStatistics().hasNonNullValue() ? 1 : 0, pages, filter == null ? 0 : 1);
    }

    private static List<Object> values(List<Entry> entries) {
        return entries.stream()
                .flatMap(entry -> entry.value() == null
                        ? java.util.stream.Stream.<Object>empty()
                        : java.util.stream.Stream.of(entry.value()))
                .toList();
    }

    private boolean isNaN(Object value) {
        if (type.getLogicalTypeAnnotation() instanceof Float16LogicalTypeAnnotation) {
            return (((Binary) value).get2BytesLittleEndian() & 0x7FFF) > 0x7C00;
        }
        return value instanceof Float number ? number.isNaN() : value instanceof Double real && real.isNaN();
    }

    private boolean isZero(Object value) {
        if (type.getLogicalTypeAnnotation() instanceof Float16LogicalTypeAnnotation) {
            return (((Binary) value).get2BytesLittleEndian() & 0x7FFF) == 0;
        }
        return value instanceof Float number ? number == 0 : value instanceof Double real && real == 0;
    }

    /** As a reader compares: either zero is as good as the other. */
    private int compare(Object one, Object other) {
        boolean zeros = isZero(one) && isZero(other);
        return zeros ? 0 : order.compare(one, other);
    }

    private void statistics() {
        Statistics<?> claimed = chunk.getStatistics();
        List<Object> values = values(entries);
        assertThat(claimed.isNumNullsSet()).as("%s: nulls are counted", column).isTrue();
        assertThat(claimed.getNumNulls()).as("%s: nulls", column).isEqualTo(entries.size() - values.size());
        if (claimed.hasNonNullValue()) {
            Object min = claimed.genericGetMin();
            Object max = claimed.genericGetMax();
            bounds(min, max, values);
            // Readers answer MIN and MAX by them.
            assertThat(values).as("%s: the least value", column).anyMatch(value -> compare(value, min) == 0);
            assertThat(values).as("%s: the greatest value", column).anyMatch(value -> compare(value, max) == 0);
        } else if (type.columnOrder().getColumnOrderName() == ColumnOrderName.TYPE_DEFINED_ORDER
                && !values.isEmpty()
                && values.stream().noneMatch(this::isNaN)) {
            Object min = Collections.min(values, order);
            Object max = Collections.max(values, order);
            assertThat(min instanceof Binary a && max instanceof Binary b ? a.length() + b.length() : 0)
                    .as("%s: bounds are left out", column)
                    .isGreaterThanOrEqualTo(LONGEST_BOUNDS);
        }
    }

    private void bounds(Object min, Object max, List<Object> values) {
        assertThat(type.columnOrder().getColumnOrderName())
                .as("%s: bounds without an order", column)
                .isEqualTo(ColumnOrderName.TYPE_DEFINED_ORDER);
        assertThat(isNaN(min) || isNaN(max)).as("%s: a NaN is a bound", column).isFalse();
        assertThat(values)
                .as("%s: values outside of [%s, %s]", column, min, max)
                .allMatch(value -> !isNaN(value) && compare(min, value) <= 0 && compare(value, max) <= 0);
    }

    private void sizes(SizeStatistics claimed, List<Entry> held) {
        claimedLevels(claimed.getRepetitionLevelHistogram(), held, true);
        claimedLevels(claimed.getDefinitionLevelHistogram(), held, false);
        claimed.getUnencodedByteArrayDataBytes()
                .ifPresent(bytes -> assertThat(bytes).as("%s: bytes", column).isEqualTo(bytes(held)));
    }

    private static long bytes(List<Entry> held) {
        return values(held).stream()
                .mapToLong(value -> ((Binary) value).length())
                .sum();
    }

    private void claimedLevels(List<Long> claimed, List<Entry> held, boolean repetitions) {
        long[] counts = new long[claimed.size()];
        if (counts.length > 0) {
            held.forEach(entry -> counts[repetitions ? entry.repetition() : entry.definition()]++);
        }
        assertThat(claimed)
                .as("%s: %s", column, repetitions ? "repetitions" : "definitions")
                .containsExactlyElementsOf(Arrays.stream(counts).boxed().toList());
    }

    private int pages(OffsetIndex offsets, @Nullable ColumnIndex claimed, long rows) {
        long next = chunk.getFirstDataPageOffset();
        Object least = null;
        Object greatest = null;
        for (int page = 0; page < offsets.getPageCount(); page++) {
            assertThat(offsets.getOffset(page))
                    .as("%s: where page %d begins", column, page)
                    .isEqualTo(next);
            next += offsets.getCompressedPageSize(page);
            long first = offsets.getFirstRowIndex(page);
            long last = offsets.getLastRowIndex(page, rows);
            List<Entry> held = entries.stream()
                    .filter(entry -> entry.row() >= first && entry.row() <= last)
                    .toList();
            int number = page;
            offsets.getUnencodedByteArrayDataBytes(page)
                    .ifPresent(bytes -> assertThat(bytes)
                            .as("%s: bytes of page %d", column, number)
                            .isEqualTo(bytes(held)));
            if (claimed == null) {
                continue;
            }
            List<Object> values = values(held);
            assertThat(claimed.getNullCounts().get(page))
                    .as("%s: nulls of page %d", column, page)
                    .isEqualTo(held.size() - values.size());
            assertThat(claimed.getNullPages().get(page))
                    .as("%s: page %d has nulls alone", column, page)
                    .isEqualTo(values.isEmpty());
            if (!values.isEmpty()) {
                Object min = value(claimed.getMinValues().get(page));
                Object max = value(claimed.getMaxValues().get(page));
                bounds(min, max, values);
                ordered(claimed.getBoundaryOrder(), least, min);
                ordered(claimed.getBoundaryOrder(), greatest, max);
                least = min;
                greatest = max;
            }
        }
        assertThat(next)
                .as("%s: where its last page ends", column)
                .isEqualTo(chunk.getStartingPos() + chunk.getTotalSize());
        return offsets.getPageCount();
    }

    private void ordered(BoundaryOrder claimed, @Nullable Object before, Object now) {
        if (before != null && claimed != BoundaryOrder.UNORDERED) {
            int compared = compare(before, now);
            assertThat(claimed == BoundaryOrder.ASCENDING ? compared <= 0 : compared >= 0)
                    .as("%s: %s, but %s before %s", column, claimed, before, now)
                    .isTrue();
        }
    }

    /** By these, readers take a dictionary for all values of a chunk. */
    private void encodings(PageReader pages) {
        Map<Encoding, Integer> found = new HashMap<>();
        boolean dictionary = pages.readDictionaryPage() != null;
        for (DataPage page = pages.readPage(); page != null; page = pages.readPage()) {
            Encoding encoding =
                    page instanceof DataPageV1 first ? first.getValueEncoding() : ((DataPageV2) page).getDataEncoding();
            found.merge(encoding, 1, Integer::sum);
        }
        EncodingStats claimed = chunk.getEncodingStats();
        assertThat(claimed.hasDictionaryPages()).as("%s: a dictionary", column).isEqualTo(dictionary);
        assertThat(claimed.getDataEncodings()).as("%s: encodings", column).isEqualTo(found.keySet());
        found.forEach((encoding, count) -> assertThat(claimed.getNumDataPagesEncodedAs(encoding))
                .as("%s: pages in %s", column, encoding)
                .isEqualTo(count));
        assertThat(chunk.getEncodings()).as("%s: all encodings", column).containsAll(found.keySet());
    }
}
