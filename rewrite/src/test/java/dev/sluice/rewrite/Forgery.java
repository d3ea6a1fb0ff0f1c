/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;

/** Makes outputs that no engine should make: files that read well but hold something else. */
final class Forgery {

    /** Ten rows a page, a few row groups, every value at its own place in the file, no checksums. */
    static final Workshop.Settings PLAIN = builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withDictionaryEncoding(false)
            .withPageWriteChecksumEnabled(false)
            .withPageRowCountLimit(10)
            .withRowGroupSize(8_000L)
            .withMinRowCountForPageSizeCheck(1);

    private Forgery() {}

    /** What becomes of the pages of a column in a row group. */
    @FunctionalInterface
    interface Pages {
        List<DataPageV1> of(String column, List<DataPageV1> pages);
    }

    /** A file with these rows, as if the engine had written it. */
    static OutputFile ofRows(Workshop workshop, MessageType schema, List<? extends Group> rows) {
        return claimed(workshop.file(schema, PLAIN, rows), rows.size());
    }

    /** A file with other bytes, as if they had been written so. */
    static OutputFile ofBytes(OutputFile original, UnaryOperator<byte[]> change) {
        try {
            Path file = FolderStore.path(original.location());
            Path forged = file.resolveSibling("forged-" + file.getFileName());
            Files.write(forged, change.apply(Files.readAllBytes(file)));
            return claimed(Workshop.input(forged), original.rows());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A file with the same pages, but for what is done to them.
     *
     * @param rowGroups the original's row groups that it has
     */
    static OutputFile ofPages(
            Workshop workshop, OutputFile original, MessageType schema, List<Integer> rowGroups, Pages change) {
        Path file = FolderStore.path(original.location());
        Path forged = file.resolveSibling("forged-" + file.getFileName());
        long rows = 0;
        ParquetReadOptions options = ParquetReadOptions.builder(new HadoopParquetConfiguration(false))
                .build();
        try (StoreInput input = workshop.store.open(original.location());
                ParquetFileReader reader = ParquetFileReader.open(new StoreInputFile(input), options)) {
            ParquetFileWriter writer = new ParquetFileWriter(
                    new LocalOutputFile(forged), schema, ParquetFileWriter.Mode.OVERWRITE, 1 << 27, 0, 64, 64, false);
            writer.start();
            for (int rowGroup : rowGroups) {
                PageReadStore pages = reader.readRowGroup(rowGroup);
                rows += pages.getRowCount();
                writer.startBlock(pages.getRowCount());
                for (ColumnDescriptor column : schema.getColumns()) {
                    write(writer, column, change.of(String.join(".", column.getPath()), pages(pages, column)));
                }
                writer.endBlock();
            }
            writer.end(Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return claimed(Workshop.input(forged), rows);
    }

    private static List<DataPageV1> pages(PageReadStore store, ColumnDescriptor column) {
        List<DataPageV1> pages = new ArrayList<>();
        PageReader reader = store.getPageReader(column);
        for (DataPage page = reader.readPage(); page != null; page = reader.readPage()) {
            pages.add((DataPageV1) page);
        }
        return pages;
    }

    private static void write(ParquetFileWriter writer, ColumnDescriptor column, List<DataPageV1> pages)
            throws IOException {
        long values = pages.stream().mapToLong(DataPage::getValueCount).sum();
        writer.startColumn(column, values, CompressionCodecName.UNCOMPRESSED);
        for (DataPageV1 page : pages) {
            byte[] bytes = page.getBytes().toInputStream().readAllBytes();
            writer.writeDataPage(
                    page.getValueCount(),
                    bytes.length,
                    BytesInput.from(bytes),
                    page.getStatistics(),
                    page.getValueCount(), // of rows, for indexes that no test looks at
                    page.getRlEncoding(),
                    page.getDlEncoding(),
                    page.getValueEncoding());
        }
        writer.endColumn();
    }

    /** A page that is cut short, and says nothing of it. */
    static DataPageV1 half(DataPageV1 page) {
        try {
            byte[] bytes = page.getBytes()
                    .toInputStream()
                    .readNBytes((int) page.getBytes().size() / 2);
            return new DataPageV1(
                    BytesInput.from(bytes),
                    page.getValueCount(),
                    bytes.length,
                    page.getStatistics(),
                    page.getRlEncoding(),
                    page.getDlEncoding(),
                    page.getValueEncoding());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file as something to read. */
    static RewriteInput input(OutputFile file) {
        return RewriteInput.of(file.location(), file.size());
    }

    static OutputFile claimed(RewriteInput file, long rows) {
        return new OutputFile(file.file(), file.size(), Instant.EPOCH, rows, List.of(), List.of());
    }
}
