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
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** A small table of orders that arrived in many tiny commits: fragmented as streaming and hourly jobs leave tables. */
public final class DeltaDemo {

    /** Commits, each of which writes one file. */
    public static final int COMMITS = 40;

    /** Rows of each commit. */
    public static final int ROWS_PER_COMMIT = 100;

    private static final int AMOUNTS = 50;
    private static final double AMOUNT_STEP = 1.5;
    private static final StructType SCHEMA =
            new StructType().add("order_id", LongType.LONG).add("amount", DoubleType.DOUBLE);

    private final Engine engine;
    private final Clock clock;

    public DeltaDemo(Store store, Clock clock) {
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
            append(folder, commit);
            committed.accept(commit + 1);
        }
    }

    private void append(Location folder, int commit) {
        Table table = TableImpl.forPath(engine, KernelPath.text(folder), clock::millis);
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
