/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.check;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RowMask;
import dev.sluice.rewrite.check.CheckedFile.Columns;
import dev.sluice.rewrite.check.CheckedFile.Reading;
import dev.sluice.rewrite.check.CheckedFile.Target;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/**
 * One reading of all files of both sides. Files are read side by side and, where row groups are large, their columns
 * too; what is in memory at a time are the packed chunks of the columns at hand and one number per row of a row group.
 */
final class Scan implements AutoCloseable {

    /** Up to here a row group is read at once, by one thread. */
    private static final int SMALL_ROWS = 64 * 1024;

    private static final Bytes SMALL = Bytes.ofMebibytes(16);

    /** The most rows that have a number in memory at a time; larger row groups are read several times. */
    private static final int MOST_ROWS = 4 * 1024 * 1024;

    private static final int BLOCK = 1024;

    /** The largest page that a rewrite takes. */
    private static final Bytes LARGEST_PAGE = Bytes.ofMebibytes(32);

    private final Store store;
    private final Target target;
    private final ForkJoinPool threads;
    private final PageReading.Pool pages;
    private final int memory;
    private final Semaphore freeMemory;
    private volatile boolean stopping;

    Scan(Store store, RewriteLimits limits, Target target) {
        this.store = store;
        this.target = target;
        this.threads = new ForkJoinPool(limits.threads());
        this.memory = kibibytes(limits.memory().count());
        this.pages = new PageReading.Pool(limits.memory().count() / 2);
        this.freeMemory = new Semaphore(memory, true);
    }

    /** What one column holds, row by row. */
    @FunctionalInterface
    interface RowsOf extends Consumer<RowHashes> {}

    /** Files, and the sums that their rows go into. */
    record Side(List<Reading> files, Tally tally) {}

    /** Some rows of one row group. */
    private record Slice(
            CheckedFile file,
            int rowGroup,
            long firstRow,
            int before,
            int size,
            boolean ends,
            @Nullable BitSet deleted) {}

    void read(List<Side> sides) {
        List<OpenAhead.Next> files = new ArrayList<>();
        for (Side side : sides) {
            side.files().forEach(reading -> files.add(new OpenAhead.Next(reading, side.tally())));
        }
        try (OpenAhead ahead = new OpenAhead(files, this::open)) {
            List<RecursiveAction> readers = IntStream.range(0, threads.getParallelism())
                    .mapToObj(thread -> task(() -> readAll(ahead)))
                    .toList();
            threads.submit(task(() -> all(readers))).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The check was interrupted.");
        }
    }

    /** One thread's share: the next file, as long as there is one. */
    private void readAll(OpenAhead ahead) {
        for (OpenAhead.Next next = ahead.next(); next != null; next = ahead.next()) {
            try (CheckedFile file = next.file()) {
                checkpoint();
                file(next.reading(), file, next.tally());
            }
        }
    }

    private RecursiveAction task(Runnable body) {
        return new RecursiveAction() {
            @Override
            protected void compute() {
                checkpoint();
                body.run();
            }
        };
    }

    private void checkpoint() {
        if (stopping) {
            throw new CancellationException("The check has ended.");
        }
    }

    /** Runs all of them to their end, even if one fails: the others may still be reading what is closed next. */
    private void all(List<RecursiveAction> tasks) {
        for (int last = tasks.size() - 1; last > 0; last--) {
            tasks.get(last).fork();
        }
        Throwable failure = null;
        for (RecursiveAction task : tasks) {
            if (task == tasks.get(0)) {
                task.quietlyInvoke();
            } else {
                task.quietlyJoin();
            }
            Throwable thrown = task.getException();
            if (thrown != null) {
                stopping = true;
                failure = failure == null || failure instanceof CancellationException ? thrown : failure;
            }
        }
        if (failure instanceof RuntimeException thrown) {
            throw thrown;
        } else if (failure instanceof Error thrown) {
            throw thrown;
        }
    }

    private void file(Reading reading, CheckedFile file, Tally tally) {
        long firstRow = 0;
        for (int rowGroup = 0; rowGroup < file.rowGroups().size(); rowGroup++) {
            long rows = file.rowGroups().get(rowGroup).getRowCount();
            for (long before = 0; before < rows; before += MOST_ROWS) {
                int size = (int) Math.min(MOST_ROWS, rows - before);
                slice(
                        new Slice(
                                file,
                                rowGroup,
                                firstRow + before,
                                Math.toIntExact(before),
                                size,
                                before + size == rows,
                                deleted(reading.what().mask(), firstRow + before, size)),
                        tally);
            }
            firstRow += rows;
        }
    }

    PageReading.Pool pages() {
        return pages;
    }

    CheckedFile open(Reading reading) {
        PageReading borrowed = pages.borrow();
        try {
            return CheckedFile.open(store, reading, target, borrowed.options());
        } finally {
            pages.giveBack(borrowed);
        }
    }

    private static @Nullable BitSet deleted(RowMask mask, long firstRow, int size) {
        long row = mask.nextDeleted(firstRow);
        if (row >= firstRow + size) {
            return null;
        }
        BitSet deleted = new BitSet(size);
        for (; row < firstRow + size; row = mask.nextDeleted(row + 1)) {
            deleted.set((int) (row - firstRow));
        }
        return deleted;
    }

    private void slice(Slice slice, Tally tally) {
        if (slice.deleted() != null && slice.deleted().cardinality() == slice.size()) {
            return;
        }
        Tally.Part part = tally.new Part(slice.size(), slice.deleted());
        List<RecursiveAction> rounds = rounds(slice).stream()
                .map(columns -> task(() -> columns(slice, columns, part)))
                .toList();
        all(rounds);
        part.finish();
    }

    /** The columns that are read together; no two that need the same column of the file. */
    private List<List<Integer>> rounds(Slice slice) {
        int columns = target.columns().size();
        List<Integer> all = IntStream.range(0, columns).boxed().toList();
        if (slice.size() > SMALL_ROWS || SMALL.isSmallerThan(Bytes.of(bytes(slice, all)))) {
            return all.stream().map(List::of).toList();
        }
        List<List<Integer>> rounds = new ArrayList<>();
        List<Set<Integer>> leaves = new ArrayList<>();
        for (int column : all) {
            int leaf = slice.file().source(column).leaf();
            int round = 0;
            while (round < rounds.size() && leaf >= 0 && leaves.get(round).contains(leaf)) {
                round++;
            }
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
                leaves.add(new HashSet<>());
            }
            rounds.get(round).add(column);
            leaves.get(round).add(leaf);
        }
        return rounds;
    }

    private void columns(Slice slice, List<Integer> columns, Tally.Part part) {
        // What needs more than there is is alone, and its chunk is streamed.
        int needed = Math.min(memory, kibibytes(bytes(slice, columns)));
        freeMemory.acquireUninterruptibly(needed);
        PageReading borrowed = pages.borrow();
        try (Columns open = opened(slice, columns, borrowed)) {
            for (int column : columns) {
                open.read(column, rows -> column(slice, column, rows, part));
            }
        } finally {
            pages.giveBack(borrowed);
            freeMemory.release(needed);
        }
    }

    /** If they cannot be read together, each is tried on its own, so that the one that is damaged names itself. */
    private Columns opened(Slice slice, List<Integer> columns, PageReading borrowed) {
        try {
            return slice.file().columns(slice.rowGroup(), columns, target, borrowed);
        } catch (GateException e) {
            if (e.fault() == Fault.VERIFICATION_FAILED && columns.size() > 1) {
                columns.forEach(column -> slice.file()
                        .columns(slice.rowGroup(), List.of(column), target, borrowed)
                        .close());
            }
            throw e;
        }
    }

    private void column(Slice slice, int column, RowHashes rows, Tally.Part part) {
        for (int row = 0; row < slice.before(); row++) {
            rows.skip();
        }
        BitSet deleted = slice.deleted();
        long[] block = new long[Math.min(BLOCK, slice.size())];
        for (int from = 0; from < slice.size(); from += block.length) {
            checkpoint();
            int count = Math.min(block.length, slice.size() - from);
            for (int row = 0; row < count; row++) {
                if (deleted != null && deleted.get(from + row)) {
                    rows.skip();
                    block[row] = 0;
                } else {
                    block[row] = rows.next(slice.firstRow() + from + row);
                }
            }
            part.add(column, from, block, count);
        }
        if (slice.ends()) {
            rows.end();
        }
    }

    /** What columns take in memory: their packed chunks, and a page of one of them unpacked. */
    private static long bytes(Slice slice, List<Integer> columns) {
        long packed = 0;
        long largest = 0;
        for (ColumnChunkMetaData chunk : chunks(slice, columns)) {
            packed += chunk.getTotalSize();
            largest = Math.max(largest, chunk.getTotalUncompressedSize());
        }
        return packed + 2 * Math.min(largest, LARGEST_PAGE.count());
    }

    private static List<ColumnChunkMetaData> chunks(Slice slice, List<Integer> columns) {
        BlockMetaData rowGroup = slice.file().rowGroups().get(slice.rowGroup());
        return columns.stream()
                .map(column -> slice.file().source(column).leaf())
                .filter(leaf -> leaf >= 0 && leaf < rowGroup.getColumns().size())
                .map(rowGroup.getColumns()::get)
                .toList();
    }

    private static int kibibytes(long bytes) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / 1024));
    }

    /** Ends the threads, then lets go of what they used. */
    @Override
    public void close() {
        stopping = true;
        threads.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        pages.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
