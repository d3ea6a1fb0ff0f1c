/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta.kernel;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.transaction.CreateTableTransactionBuilder;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table of ids and regions, written and read by Kernel through the engine under test. */
public record SmallTable(Engine engine, String path, boolean partitioned) {

    private static final StructType SCHEMA =
            new StructType().add("id", LongType.LONG).add("region", StringType.STRING);

    public static SmallTable create(Engine engine, String path, boolean partitioned, Map<String, String> properties) {
        CreateTableTransactionBuilder builder =
                TableManager.buildCreateTableTransaction(path, SCHEMA, "test").withTableProperties(properties);
        if (partitioned) {
            builder = builder.withDataLayoutSpec(DataLayoutSpec.partitioned(List.of(new Column("region"))));
        }
        builder.build(engine).commit(engine, CloseableIterable.emptyIterable());
        return new SmallTable(engine, path, partitioned);
    }

    public Snapshot latest() {
        return TableManager.loadSnapshot(path).build(engine);
    }

    public Snapshot at(long version) {
        return TableManager.loadSnapshot(path).atVersion(version).build(engine);
    }

    /** Appends one row in a file of its own. */
    public TransactionCommitResult append(long id, @Nullable String region) throws IOException {
        Transaction transaction =
                latest().buildUpdateTableTransaction("test", Operation.WRITE).build(engine);
        Row state = transaction.getTransactionState(engine);
        Map<String, Literal> partition = partitioned ? Map.of("region", literal(region)) : Map.of();
        CloseableIterator<FilteredColumnarBatch> rows = Transaction.transformLogicalData(
                engine, state, Utils.singletonCloseableIterator(row(id, region)), partition);
        DataWriteContext context = Transaction.getWriteContext(engine, state, partition);
        CloseableIterator<DataFileStatus> files = engine.getParquetHandler()
                .writeParquetFiles(KernelPath.targetDirectory(context), rows, context.getStatisticsColumns());
        return transaction.commit(
                engine,
                CloseableIterable.inMemoryIterable(Transaction.generateAppendActions(engine, state, files, context)));
    }

    private static Literal literal(@Nullable String region) {
        return region == null ? Literal.ofNull(StringType.STRING) : Literal.ofString(region);
    }

    private static FilteredColumnarBatch row(long id, @Nullable String region) {
        ColumnVector[] columns = {
            DefaultGenericVector.fromArray(LongType.LONG, new Object[] {id}),
            DefaultGenericVector.fromArray(StringType.STRING, new Object[] {region})
        };
        return new FilteredColumnarBatch(new DefaultColumnarBatch(1, SCHEMA, columns), Optional.empty());
    }

    /** Every live row as {@code id@region}. */
    List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        Scan scan = latest().getScanBuilder().build();
        Row state = scan.getScanState(engine);
        for (Row file : files(scan)) {
            CloseableIterator<ColumnarBatch> stored = engine.getParquetHandler()
                    .readParquetFiles(
                            Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                            ScanStateRow.getPhysicalDataReadSchema(state),
                            Optional.empty())
                    .map(FileReadResult::getData);
            try (CloseableIterator<FilteredColumnarBatch> batches =
                    Scan.transformPhysicalData(engine, state, file, stored)) {
                while (batches.hasNext()) {
                    ColumnarBatch batch = batches.next().getData();
                    for (int i = 0; i < batch.getSize(); i++) {
                        rows.add(batch.getColumnVector(0).getLong(i) + "@"
                                + batch.getColumnVector(1).getString(i));
                    }
                }
            }
        }
        return rows;
    }

    /** The paths of the live files as the log has them. */
    List<String> paths() throws IOException {
        return files(latest().getScanBuilder().build()).stream()
                .map(file -> new AddFile(file.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL)).getPath())
                .toList();
    }

    private List<Row> files(Scan scan) throws IOException {
        List<Row> files = new ArrayList<>();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> rows = batches.next().getRows()) {
                    rows.forEachRemaining(files::add);
                }
            }
        }
        return files;
    }
}
