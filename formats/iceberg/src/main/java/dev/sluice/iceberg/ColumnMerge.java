/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.rewrite.OutputFile;
import dev.sluice.rewrite.RewriteInput;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteListener;
import dev.sluice.rewrite.RewriteResult;
import dev.sluice.rewrite.RewriteTarget;
import dev.sluice.rewrite.RowMask;
import dev.sluice.rewrite.check.ContentCheck;
import dev.sluice.rewrite.check.OutputCheck;
import dev.sluice.rewrite.engine.Rewriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetricsConfig;

/** Merges Parquet files by columns, with the rewrite engine. */
final class ColumnMerge implements GroupMerge {

    private final IcebergTable table;
    private final Store store;
    private final FileSchema schema;
    private final RewriteLimits limits;
    private final Proof proof;
    private final NewFiles newFiles;
    private final WriteProperties properties;
    private final OutputMetrics metrics;
    private final GroupDeletes deletes;

    ColumnMerge(IcebergTable table, FileSchema schema, RewriteLimits limits, Proof proof, NewFiles newFiles) {
        this.table = table;
        this.store = table.files();
        this.schema = schema;
        this.limits = limits;
        this.proof = proof;
        this.newFiles = newFiles;
        this.properties = new WriteProperties(table);
        this.metrics = new OutputMetrics(store, MetricsConfig.forTable(table.table()));
        this.deletes = new GroupDeletes(table, schema, Bytes.of(limits.memory().count() / 4));
    }

    @Override
    public Merged merge(List<InputFile> files, Bytes target, RewriteListener listener) {
        InputFile like = files.get(0);
        List<String> paths = new ArrayList<>();
        RewriteTarget rewriteTarget = new RewriteTarget(
                schema.parquet(),
                properties.codec(),
                target,
                schema.footer(),
                ordinal -> {
                    paths.add(newFiles.next(like.task().spec(), like.file().partition(), FileFormat.PARQUET));
                    return IcebergPath.location(paths.get(ordinal));
                },
                column -> true,
                properties.bloomFilters(schema));
        RewriteJob job = new RewriteJob(inputs(files), rewriteTarget);
        RewriteResult result = rewrite(job, listener);
        new RowAccount(table.ref()).check(files, result.rowsRead(), result.rowsMasked(), result.rowsWritten());
        List<DataFile> outputs = new ArrayList<>();
        for (int i = 0; i < result.outputs().size(); i++) {
            OutputFile file = result.outputs().get(i);
            new OutputCheck(store).verify(file, schema.parquet());
            outputs.add(dataFile(paths.get(i), like, file));
        }
        if (proof == Proof.CONTENT) {
            new ContentCheck(store, limits).verify(job, result.outputs());
        }
        return new Merged(
                outputs,
                result.rowsRead() - result.rowsMasked(),
                result.outputs().stream().mapToLong(OutputFile::rows).sum(),
                result.bytesRead());
    }

    private List<RewriteInput> inputs(List<InputFile> files) {
        List<RewriteInput> inputs = new ArrayList<>(files.size());
        deletes.of(files)
                .forEach((file, rows) -> inputs.add(new RewriteInput(
                        file.location(),
                        file.size(),
                        schema.mapping(),
                        rows.isEmpty() ? RowMask.none() : RowMask.of(rows),
                        schema.constants(file),
                        schema.generated(file))));
        return inputs;
    }

    private RewriteResult rewrite(RewriteJob job, RewriteListener listener) {
        try {
            return new Rewriter(store, limits).rewrite(job, listener);
        } catch (GateException e) {
            for (RewriteInput input : job.inputs()) {
                if (store.find(input.file()).isEmpty()) {
                    throw new GateException(
                            Fault.TABLE_DAMAGED,
                            input.file().toString(),
                            "The metadata of %s lists this file as live, but it is not there.".formatted(table.ref()),
                            e);
                }
            }
            throw e;
        }
    }

    private DataFile dataFile(String path, InputFile like, OutputFile file) {
        return DataFiles.builder(like.task().spec())
                .withPath(path)
                .withFormat(FileFormat.PARQUET)
                .withPartition(like.file().partition())
                .withFileSizeInBytes(file.size().count())
                .withSplitOffsets(file.rowGroupOffsets())
                .withMetrics(metrics.of(file))
                .build();
    }
}
