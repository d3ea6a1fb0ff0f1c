/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoreInput;
import dev.sluice.rewrite.check.ContentCheck;
import dev.sluice.rewrite.check.OutputCheck;
import dev.sluice.rewrite.engine.Rewriter;
import dev.sluice.rewrite.engine.StoreInputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** A folder in which tests write inputs with parquet-java's own writer, rewrite them, and read what came out. */
final class Workshop {

    /** Changes what a writer does: codec, page version, dictionary, page size. */
    interface Settings extends UnaryOperator<ExampleParquetWriter.Builder> {}

    final FolderStore store = new FolderStore();
    private final Path folder;
    private final List<Path> inputs = new ArrayList<>();
    private int outputs;

    Workshop(Path folder) {
        this.folder = folder;
    }

    static MessageType schema(String fields) {
        return MessageTypeParser.parseMessageType("message table { " + fields + " }");
    }

    /** Writes one file with default settings. */
    RewriteInput file(MessageType schema, List<? extends Group> rows) {
        return file(schema, builder -> builder, rows);
    }

    RewriteInput file(MessageType schema, Settings settings, Iterable<? extends Group> rows) {
        Path path = folder.resolve("in-" + inputs.size() + ".parquet");
        inputs.add(path);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new NewFile(path))
                .withType(schema)
                .withConf(new HadoopParquetConfiguration(false));
        try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
            for (Group row : rows) {
                writer.write(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return input(path);
    }

    static RewriteInput input(Path path) {
        try {
            return RewriteInput.of(Location.local(path), Bytes.of(Files.size(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    OutputNames names() {
        return ordinal -> Location.local(folder.resolve("out-" + outputs++ + ".parquet"));
    }

    RewriteTarget target(MessageType schema) {
        return RewriteTarget.of(schema, Codec.ZSTD, Bytes.ofMebibytes(128), names());
    }

    RewriteResult rewrite(RewriteTarget target, RewriteInput... files) {
        return rewrite(target, List.of(files));
    }

    /** Rewrites, checks every output as a table format would, and that nothing was left open. */
    RewriteResult rewrite(RewriteTarget target, List<RewriteInput> files) {
        RewriteResult result = new Rewriter(store, new RewriteLimits(2, RewriteLimits.LEAST_MEMORY))
                .rewrite(new RewriteJob(files, target));
        for (dev.sluice.rewrite.OutputFile each : result.outputs()) {
            new OutputCheck(store).verify(each, target.schema());
        }
        if (store.open.get() != 0) {
            throw new AssertionError(store.open.get() + " files were left open");
        }
        return result;
    }

    /** As the product does before it commits. */
    void prove(RewriteTarget target, List<RewriteInput> files, RewriteResult result) {
        new ContentCheck(store, new RewriteLimits(2, RewriteLimits.LEAST_MEMORY))
                .verify(new RewriteJob(files, target), result.outputs());
    }

    /** All rows of all outputs as text, read by parquet-java's records. */
    List<String> rows(RewriteResult result, MessageType schema) {
        return result.outputs().stream()
                .flatMap(file -> read(FolderStore.path(file.location())).stream())
                .map(row -> Rows.text(schema, row))
                .toList();
    }

    List<Group> read(Path file) {
        return read(file, FilterCompat.NOOP);
    }

    /** The rows that a predicate keeps, by all the statistics and indexes that the file has. */
    List<Group> find(Path file, FilterPredicate predicate) {
        return read(file, FilterCompat.get(predicate));
    }

    private List<Group> read(Path file, FilterCompat.Filter filter) {
        List<Group> rows = new ArrayList<>();
        try (StoreInput input = store.open(Location.local(file));
                ParquetReader<Group> reader = new GroupReader(new StoreInputFile(input))
                        .withFilter(filter)
                        .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    ParquetMetadata footer(Path file) {
        try (StoreInput input = store.open(Location.local(file))) {
            return new StoreInputFile(input).footer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ParquetMetadata footer(RewriteResult result, int output) {
        return footer(FolderStore.path(result.outputs().get(output).location()));
    }

    /** For each row group and column of a file its bloom filter; null where it has none. */
    List<List<BloomFilter>> bloomFilters(Path file) {
        try (StoreInput input = store.open(Location.local(file));
                ParquetFileReader reader = ParquetFileReader.open(new StoreInputFile(input))) {
            List<List<BloomFilter>> filters = new ArrayList<>();
            for (BlockMetaData rowGroup : reader.getRowGroups()) {
                List<BloomFilter> each = new ArrayList<>();
                for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                    each.add(reader.readBloomFilter(chunk));
                }
                filters.add(each);
            }
            return filters;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads records of any schema. */
    private static final class GroupReader extends ParquetReader.Builder<Group> {
        GroupReader(InputFile file) {
            super(file, new HadoopParquetConfiguration(false));
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    /** A file that parquet-java writes without a Hadoop file system. */
    private record NewFile(Path path) implements OutputFile {

        @Override
        public PositionOutputStream create(long blockSize) throws IOException {
            OutputStream out = new java.io.BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
            return new PositionOutputStream() {
                private long position;

                @Override
                public long getPos() {
                    return position;
                }

                @Override
                public void write(int value) throws IOException {
                    out.write(value);
                    position++;
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    out.write(bytes, offset, length);
                    position += length;
                }

                @Override
                public void close() throws IOException {
                    out.close();
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) throws IOException {
            return create(blockSize);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }

        @Override
        public String getPath() {
            return path.toString();
        }
    }
}
