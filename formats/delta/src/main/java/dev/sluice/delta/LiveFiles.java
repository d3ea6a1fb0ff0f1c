/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.replay.LogReplay;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The {@code add} actions of a snapshot, replayed from log and checkpoints, one batch of them in memory at a time. */
final class LiveFiles {

    private LiveFiles() {}

    /** Makes something of one live {@code add}, given as a struct vector and a row of it. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ColumnVector add, int row);
    }

    /** @param subject the table, for refusals */
    static <T> Stream<T> stream(
            Engine engine, SnapshotImpl snapshot, boolean withStats, String subject, Reader<T> reader) {
        Replay<T> replay = Refusals.refusing(subject, () -> {
            ScanImpl scan = (ScanImpl) snapshot.getScanBuilder().build();
            return new Replay<>(subject, scan.getScanFiles(engine, withStats), reader);
        });
        int traits = Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(replay, traits), false)
                .onClose(replay::close);
    }

    /** Walks the selected rows of all batches. */
    private static final class Replay<T> implements Iterator<T> {
        private final String subject;
        private final CloseableIterator<FilteredColumnarBatch> batches;
        private final Reader<T> reader;
        private @Nullable FilteredColumnarBatch batch;
        private int row;

        Replay(String subject, CloseableIterator<FilteredColumnarBatch> batches, Reader<T> reader) {
            this.subject = subject;
            this.batches = batches;
            this.reader = reader;
        }

        @Override
        public boolean hasNext() {
            while (true) {
                FilteredColumnarBatch current = batch;
                if (current != null) {
                    int size = current.getData().getSize();
                    while (row < size && !isSelected(current, row)) {
                        row++;
                    }
                    if (row < size) {
                        return true;
                    }
                }
                batch = Refusals.refusing(subject, () -> batches.hasNext() ? batches.next() : null);
                row = 0;
                if (batch == null) {
                    return false;
                }
            }
        }

        private static boolean isSelected(FilteredColumnarBatch batch, int row) {
            return batch.getSelectionVector()
                            .map(selected -> !selected.isNullAt(row) && selected.getBoolean(row))
                            .orElse(true)
                    && !batch.getData()
                            .getColumnVector(LogReplay.ADD_FILE_ORDINAL)
                            .isNullAt(row);
        }

        @Override
        public T next() {
            FilteredColumnarBatch current = hasNext() ? batch : null;
            if (current == null) {
                throw new NoSuchElementException();
            }
            return reader.read(current.getData().getColumnVector(LogReplay.ADD_FILE_ORDINAL), row++);
        }

        void close() {
            try {
                batches.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
