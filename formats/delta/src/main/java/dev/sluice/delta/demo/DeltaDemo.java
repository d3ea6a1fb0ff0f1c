/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.demo;

import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.delta.kernel.KernelPath;
import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Table;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionBuilder;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultDoubleVector;
import io.delta.kernel.defaults.internal.data.vector.DefaultLongVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.TableImpl;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** A small table of orders that arrived in many tiny commits: fragmented as streaming and hourly jobs leave tables. */
public final class DeltaDemo {

    /** Commits, each of which writes one file. */
    public static final int COMMITS = 40;

    /** Rows of each commit. */
    public static final int ROWS_PER_COMMIT = 100;

    /** Files that the earlier compaction of the aged table replaced. */
    public static final int REPLACED = 10;

    private static final Duration AGE = Duration.ofDays(8);

    private static final int AMOUNTS = 50;
    private static final double AMOUNT_STEP = 1.5;
    private static final StructType SCHEMA =
            new StructType().add("order_id", LongType.LONG).add("amount", DoubleType.DOUBLE);

    private final Store store;
    private final Engine engine;
    private final Clock clock;

    public DeltaDemo(Store store, Clock clock) {
        this.store = store;
        this.engine = KernelEngine.on(store);
        this.clock = clock;
    }

    /**
     * Writes the table: order ids count up from 0, and the amount of each is (id mod 50) × 1.5.
     *
     * @param committed told the number of commits after each
     */
    public void write(Location folder, IntConsumer committed) {
        for (int commit = 0; commit < COMMITS; commit++) {
            append(folder, commit, clock);
            committed.accept(commit + 1);
        }
    }

    /**
     * Writes the same rows as a table with a past: an earlier compaction replaced the first files longer ago than the
     * retention, and a job that failed left a file behind. Only for tables on local disks, whose file times can be set.
     *
     * @return what a clean-up with the retention of 168 hours may remove, and nothing else
     */
    public List<Location> writeAged(Location folder, IntConsumer committed) {
        Clock past = Clock.offset(clock, AGE.negated());
        for (int commit = 0; commit < REPLACED; commit++) {
            append(folder, commit, past);
            committed.accept(commit + 1);
        }
        List<Location> old = new ArrayList<>(new EarlierCompaction(store, past).compact(folder));
        for (int commit = REPLACED; commit < COMMITS; commit++) {
            append(folder, commit, clock);
            committed.accept(commit + 1);
        }
        Location stray = folder.resolve("part-of-a-job-that-failed.snappy.parquet");
        store.putIfAbsent(stray, new byte[] {'P', 'A', 'R', '1'});
        old.add(stray);
        old.forEach(file -> backDate(file, past.instant()));
        return old;
    }

    private static void backDate(Location file, Instant time) {
        try {
            Files.setLastModifiedTime(Path.of(file.path()), FileTime.from(time));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(Location folder, int commit, Clock time) {
        Table table = TableImpl.forPath(engine, KernelPath.text(folder), time::millis);
        TransactionBuilder builder = table.createTransactionBuilder(
                engine, "Sluice-demo", commit == 0 ? Operation.CREATE_TABLE : Operation.WRITE);
        Transaction transaction = (commit == 0 ? builder.withSchema(engine, SCHEMA) : builder).build(engine);
        Row state = transaction.getTransactionState(engine);
        CloseableIterator<FilteredColumnarBatch> rows = Transaction.transformLogicalData(
                engine, state, Utils.singletonCloseableIterator(rows(commit * ROWS_PER_COMMIT)), Map.of());
        DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
        try (CloseableIterator<DataFileStatus> files = engine.getParquetHandler()
                .writeParquetFiles(KernelPath.targetDirectory(context), rows, context.getStatisticsColumns())) {
            transaction.commit(
                    engine,
                    CloseableIterable.inMemoryIterable(
                            Transaction.generateAppendActions(engine, state, files, context)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FilteredColumnarBatch rows(int first) {
        long[] ids = new long[ROWS_PER_COMMIT];
        double[] amounts = new double[ROWS_PER_COMMIT];
        for (int i = 0; i < ROWS_PER_COMMIT; i++) {
            ids[i] = (long) first + i;
            amounts[i] = (first + i) % AMOUNTS * AMOUNT_STEP;
        }
        ColumnVector[] columns = {
            new DefaultLongVector(LongType.LONG, ROWS_PER_COMMIT, Optional.empty(), ids),
            new DefaultDoubleVector(ROWS_PER_COMMIT, Optional.empty(), amounts)
        };
        return new FilteredColumnarBatch(new DefaultColumnarBatch(ROWS_PER_COMMIT, SCHEMA, columns), Optional.empty());
    }
}
