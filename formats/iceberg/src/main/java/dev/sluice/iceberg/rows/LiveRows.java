/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.rows;

import dev.sluice.core.store.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** The rows of some files one after another, without the deleted ones. One file is open at a time. */
public final class LiveRows implements Iterator<Record>, AutoCloseable {

    private final RowReader reader;
    private final Schema schema;
    private final Iterator<RowSource> sources;
    private @Nullable OpenFile open;
    private @Nullable OpenFile last;
    private @Nullable Record next;
    private long read;
    private long deleted;
    private long bytes;

    public LiveRows(RowReader reader, List<RowSource> sources, Schema schema) {
        this.reader = reader;
        this.sources = sources.iterator();
        this.schema = schema;
    }

    /** Rows so far, deleted ones too. */
    public long read() {
        return read;
    }

    /** Deleted rows so far. */
    public long deleted() {
        return deleted;
    }

    /** Of the files that were gone through so far. */
    public Bytes bytes() {
        return Bytes.of(bytes);
    }

    /** The file that the last row came from. */
    public String path() {
        return Objects.requireNonNull(last).source.path();
    }

    /** Where in its file the last row lies, counted from 0. */
    public long position() {
        return Objects.requireNonNull(last).position - 1;
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            OpenFile file = open;
            if (file == null) {
                if (!sources.hasNext()) {
                    return false;
                }
                open = new OpenFile(sources.next());
            } else if (file.hasNext()) {
                next = liveOf(file);
            } else {
                bytes += file.source.size().count();
                close();
            }
        }
        return true;
    }

    private @Nullable Record liveOf(OpenFile file) {
        boolean isDeleted = file.source.deleted().contains(file.position);
        Record row = file.next();
        last = file;
        read++;
        if (isDeleted) {
            deleted++;
            return null;
        }
        return row;
    }

    @Override
    public Record next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Record row = next;
        next = null;
        return Objects.requireNonNull(row);
    }

    @Override
    public void close() {
        try (OpenFile file = open) {
            open = null;
        }
    }

    private final class OpenFile implements AutoCloseable {
        private final RowSource source;
        private final CloseableIterable<Record> all;
        private final CloseableIterator<Record> rows;
        private long position;

        OpenFile(RowSource source) {
            this.source = source;
            this.all =
                    reader.reading(source, () -> reader.reader(source, schema).build());
            try {
                this.rows = reader.reading(source, all::iterator);
            } catch (RuntimeException e) {
                closeAfter(e);
                throw e;
            }
        }

        private void closeAfter(RuntimeException failure) {
            try {
                all.close();
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }

        boolean hasNext() {
            return reader.reading(source, rows::hasNext);
        }

        Record next() {
            position++;
            return reader.reading(source, rows::next);
        }

        @Override
        public void close() {
            try (all) {
                rows.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
