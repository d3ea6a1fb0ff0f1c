/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreOutput;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultParquetHandler;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.fileio.PositionOutputStream;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Kernel's Parquet handler, except that it names a file that is damaged, and that a file written atomically appears only
 * when its writer came to the end.
 *
 * <p>Kernel's own closes the file also when reading the rows for it has failed half-way, and Parquet then writes a footer:
 * a checkpoint that lacks files would pass for a whole one.
 */
final class WholeFileParquetHandler extends DefaultParquetHandler {

    private final KernelFileIO files;

    WholeFileParquetHandler(KernelFileIO files) {
        super(files);
        this.files = files;
    }

    @Override
    public CloseableIterator<FileReadResult> readParquetFiles(
            CloseableIterator<FileStatus> read, StructType schema, Optional<Predicate> predicate) {
        return new LogFileReader<>(read, "Parquet", one -> super.readParquetFiles(one, schema, predicate));
    }

    @Override
    public void writeParquetFileAtomically(String path, CloseableIterator<FilteredColumnarBatch> rows)
            throws IOException {
        PendingFile pending = new PendingFile(files);
        try {
            new DefaultParquetHandler(pending).writeParquetFileAtomically(path, rows);
            pending.show();
        } finally {
            pending.discard();
        }
    }

    /** File access for the one file that is being written, which stays hidden when its stream is closed. */
    private static final class PendingFile extends KernelFileIO {

        private @Nullable HeldBack stream;

        PendingFile(KernelFileIO files) {
            super(files.store(), files.settings());
        }

        @Override
        public OutputFile newOutputFile(String path) {
            return new OutputFile() {
                @Override
                public String path() {
                    return path;
                }

                @Override
                public PositionOutputStream create(boolean atomicWrite) throws IOException {
                    try {
                        HeldBack created = new HeldBack(store(), store().create(KernelPath.location(path)));
                        stream = created;
                        return created;
                    } catch (GateException e) {
                        throw new IOException(e.getMessage(), e);
                    }
                }

                @Override
                public void writeAtomically(CloseableIterator<String> lines, boolean overwrite) {
                    throw new UnsupportedOperationException("A Parquet file is not written line by line.");
                }
            };
        }

        /** Kernel looks at what it wrote before it returns; nothing can be seen yet, so this says what will be. */
        @Override
        public FileStatus getFileStatus(String path) throws IOException {
            return stream == null ? super.getFileStatus(path) : FileStatus.of(path, stream.getPos(), 0);
        }

        void show() throws IOException {
            if (stream != null) {
                stream.show();
            }
        }

        void discard() {
            if (stream != null) {
                stream.discard();
            }
        }
    }

    private static final class HeldBack extends StoreOutputStream {

        HeldBack(Store store, StoreOutput output) {
            super(store, output);
        }

        @Override
        public void close() {
            // Kernel closes after a failure, too.
        }

        void show() throws IOException {
            super.close();
        }
    }
}
