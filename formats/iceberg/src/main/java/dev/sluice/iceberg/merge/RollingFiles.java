/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of one partition into files, one after another. A file ends once so many bytes of it are written, never
 * before: what a writer guesses of the rows that it still holds may be too much, and a file that ended too early would be
 * rewritten by every run.
 */
final class RollingFiles implements AutoCloseable {

    private final FileIO io;
    private final FileWriterFactory<Record> writers;
    private final Home home;
    private final long target;
    private final List<DataFile> finished = new ArrayList<>();
    private @Nullable OpenFile open;
    private long bytesFinished;
    private long rows;

    /** Where the files belong, and how each is named. */
    record Home(PartitionSpec spec, StructLike partition, FileFormat format, NewFiles names) {

        String next() {
            return names.next(spec, partition, format);
        }
    }

    RollingFiles(FileIO io, FileWriterFactory<Record> writers, Home home, Bytes target) {
        this.io = io;
        this.writers = writers;
        this.home = home;
        this.target = target.count();
    }

    void write(Record row) {
        OpenFile file = open;
        if (file == null) {
            file = new OpenFile(home.next());
            open = file;
        }
        file.writer.write(row);
        rows++;
        if (file.stored.bytes() >= target) {
            endFile();
        }
    }

    /** Rows so far. */
    long rows() {
        return rows;
    }

    /** Bytes that have left the writers so far. */
    Bytes bytes() {
        return Bytes.of(bytesFinished + (open == null ? 0 : open.stored.bytes()));
    }

    /** Ends the last file and gives all of them, in the order of their rows. */
    List<DataFile> finish() {
        endFile();
        return List.copyOf(finished);
    }

    private void endFile() {
        OpenFile file = open;
        if (file != null) {
            open = null;
            file.close();
            DataFile made = file.writer.toDataFile();
            bytesFinished += made.fileSizeInBytes();
            finished.add(made);
        }
    }

    /** A file that was not finished is ended as it is; its name is journaled, and nothing refers to it. */
    @Override
    public void close() {
        try (OpenFile unfinished = open) {
            open = null;
        }
    }

    private final class OpenFile implements AutoCloseable {
        private final Stored stored;
        private final DataWriter<Record> writer;

        OpenFile(String path) {
            this.stored = new Stored(io.newOutputFile(path));
            this.writer =
                    writers.newDataWriter(EncryptedFiles.plainAsEncryptedOutput(stored), home.spec(), home.partition());
        }

        @Override
        public void close() {
            try {
                writer.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A new file whose growth can be seen from outside of its writer. */
    private static final class Stored implements OutputFile {
        private final OutputFile file;
        private @Nullable PositionOutputStream stream;

        Stored(OutputFile file) {
            this.file = file;
        }

        long bytes() {
            try {
                return stream == null ? 0 : stream.getPos();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public PositionOutputStream create() {
            PositionOutputStream created = file.create();
            stream = created;
            return created;
        }

        /** The name is new, as all of ours; what is there by now stays. */
        @Override
        public PositionOutputStream createOrOverwrite() {
            return create();
        }

        @Override
        public String location() {
            return file.location();
        }

        @Override
        public InputFile toInputFile() {
            return file.toInputFile();
        }
    }
}
