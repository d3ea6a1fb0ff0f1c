/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.check.RowHashes.Entries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** A file of either side that is open: its row groups, and the hashes of its rows column by column. */
final class CheckedFile implements AutoCloseable {

    private final Reading reading;
    private final StoreInput stream;
    private final FileView view;
    private final ParquetMetadata footer;
    private final List<ColumnDescriptor> leaves;
    private final List<ColumnSource> sources;
    private final @Nullable ParsedVersion writer;

    private CheckedFile(
            Reading reading, StoreInput stream, FileView view, ParquetMetadata footer, List<ColumnSource> sources) {
        this.reading = reading;
        this.stream = stream;
        this.view = view;
        this.footer = footer;
        this.leaves = footer.getFileMetaData().getSchema().getColumns();
        this.sources = sources;
        this.writer = OldLengths.writer(footer.getFileMetaData());
    }

    /**
     * A file that is to be read.
     *
     * @param output what an output was asked to be; empty for an input
     * @param rows what an output is said to hold
     */
    record Reading(RewriteInput what, Optional<MessageType> output, long rows) {

        Location file() {
            return what.file();
        }

        /** How a column's failure is told: an output is to blame itself, for an input it is not known who is. */
        GateException unreadable(String column, Throwable cause) {
            return failure(
                    "Column " + column + (output.isPresent() ? ": " : " cannot be checked: ")
                            + "its values cannot be read: " + saying(cause) + ".",
                    cause);
        }

        GateException failure(String reason, @Nullable Throwable cause) {
            return new GateException(Fault.VERIFICATION_FAILED, file().toString(), reason, cause);
        }
    }

    static CheckedFile open(Store store, Reading reading, Target target, ParquetReadOptions options) {
        StoreInput stream = store.open(reading.file());
        try {
            if (stream.size() != reading.what().size().count()) {
                throw reading.failure(
                        "It has %d bytes where %d are expected."
                                .formatted(stream.size(), reading.what().size().count()),
                        null);
            }
            FileView view = new FileView(stream);
            ParquetMetadata footer = OldLengths.corrected(footer(reading, view, options), stream.size());
            footer.getBlocks().forEach(rowGroup -> requirePlaces(reading, rowGroup, stream.size()));
            return new CheckedFile(reading, stream, view, footer, sources(reading, footer, target));
        } catch (RuntimeException | Error e) {
            stream.close();
            throw e;
        }
    }

    private static ParquetMetadata footer(Reading reading, FileView view, ParquetReadOptions options) {
        try (SeekableInputStream in = view.newStream()) {
            return ParquetFileReader.readFooter(view, options, in);
        } catch (GateException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw reading.failure("Its footer cannot be read: " + saying(e) + ".", e);
        }
    }

    /** What is not where it is said to be would be read as something else, or ask for any amount of memory. */
    private static void requirePlaces(Reading reading, BlockMetaData rowGroup, long fileSize) {
        for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
            long start = chunk.getStartingPos();
            long size = chunk.getTotalSize();
            if (start < 0 || size < 0 || size > fileSize - start) {
                throw reading.unreadable(
                        chunk.getPath().toDotString(),
                        new ParquetDecodingException(
                                "a chunk of %d bytes at %d does not lie inside the file of %d bytes"
                                        .formatted(size, start, fileSize)));
            }
        }
    }

    private static List<ColumnSource> sources(Reading reading, ParquetMetadata footer, Target target) {
        MessageType schema = footer.getFileMetaData().getSchema();
        long rows = footer.getBlocks().stream()
                .mapToLong(BlockMetaData::getRowCount)
                .sum();
        if (reading.output().isPresent()) {
            if (rows != reading.rows()) {
                throw reading.failure("It has %d rows where %d were written.".formatted(rows, reading.rows()), null);
            }
            if (!schema.toString().equals(reading.output().get().toString())) {
                throw reading.failure(
                        "Its schema is %s where %s was asked for."
                                .formatted(schema, reading.output().get()),
                        null);
            }
        } else if (rows == 0) {
            return List.of(); // whatever its schema is
        }
        try {
            return Binding.bind(reading.what(), Field.of(schema), target.root());
        } catch (Binding.Unchecked e) {
            throw reading.failure(saying(e), e);
        }
    }

    Reading reading() {
        return reading;
    }

    List<BlockMetaData> rowGroups() {
        return footer.getBlocks();
    }

    ColumnSource source(int column) {
        return sources.get(column);
    }

    /** Some columns of one row group; no two of them may need the same column of the file. */
    Columns columns(int rowGroup, List<Integer> columns, Target target, PageReading pages) {
        List<ColumnDescriptor> wanted = columns.stream()
                .map(column -> sources.get(column).leaf())
                .filter(leaf -> leaf >= 0)
                .map(leaves::get)
                .toList();
        try {
            return new Columns(rowGroup, wanted, target, pages);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            if (e instanceof GateException storage) {
                throw storage;
            }
            throw reading.unreadable(columns.stream().map(target::name).collect(Collectors.joining(", ")), e);
        }
    }

    /** Columns of one row group whose pages are in memory, still packed. */
    final class Columns implements AutoCloseable {

        private final Target target;
        private final ParquetFileReader reader;
        private final @Nullable PageReadStore store;
        private final @Nullable PageReader stream;

        private Columns(int rowGroup, List<ColumnDescriptor> wanted, Target target, PageReading pages)
                throws IOException {
            this.target = target;
            List<ColumnChunkMetaData> chunks = chunks(footer.getBlocks().get(rowGroup), wanted);
            long end = chunks.stream()
                    .mapToLong(chunk -> chunk.getStartingPos() + chunk.getTotalSize())
                    .max()
                    .orElse(0);
            boolean streams =
                    chunks.size() == 1 && pages.isTooLarge(chunks.get(0).getTotalSize());
            this.reader = new ParquetFileReader(view, footer, pages.options(), view.streamTo(end));
            try {
                reader.setRequestedSchema(wanted);
                this.store = wanted.isEmpty() || streams ? null : reader.readRowGroup(rowGroup);
                this.stream = streams ? new ChunkStream(view.streamTo(end), chunks.get(0), pages) : null;
            } catch (IOException | RuntimeException | Error e) {
                reader.close();
                throw e;
            }
        }

        private static List<ColumnChunkMetaData> chunks(BlockMetaData rowGroup, List<ColumnDescriptor> wanted) {
            Set<ColumnPath> paths = wanted.stream()
                    .map(column -> ColumnPath.get(column.getPath()))
                    .collect(Collectors.toSet());
            return rowGroup.getColumns().stream()
                    .filter(chunk -> paths.contains(chunk.getPath()))
                    .toList();
        }

        /** Does something with a column's rows; what goes wrong on the way is told with file and column. */
        void read(int column, Scan.RowsOf use) {
            try {
                use.accept(rows(column));
            } catch (GateException | CancellationException e) {
                throw e;
            } catch (RuntimeException | OutOfMemoryError e) {
                throw reading.unreadable(target.name(column), e);
            }
        }

        RowHashes rows(int column) {
            ColumnSource source = sources.get(column);
            return RowHashes.of(source, target.seed(column), values -> {
                ColumnDescriptor leaf = leaves.get(source.leaf());
                PageReader pages =
                        stream != null ? stream : Objects.requireNonNull(store).getPageReader(leaf);
                return new Entries(new ColumnReaderImpl(leaf, pages, values, writer), pages.getTotalValueCount());
            });
        }

        @Override
        public void close() {
            try (ParquetFileReader done = reader) {
                if (store != null) {
                    store.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static String saying(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    @Override
    public void close() {
        stream.close();
    }

    /** The columns that both sides are held against. */
    record Target(Field root, List<ColumnPath> columns) {

        static Target of(MessageType schema) {
            return new Target(
                    Field.of(schema),
                    schema.getColumns().stream()
                            .map(column -> ColumnPath.get(column.getPath()))
                            .toList());
        }

        String name(int column) {
            return columns.get(column).toDotString();
        }

        /** Tells a column's values from the same values in another column. */
        long seed(int column) {
            return Mix.of(name(column));
        }
    }
}
