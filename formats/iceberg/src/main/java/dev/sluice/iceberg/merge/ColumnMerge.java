/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.merge;

import dev.sluice.core.policy.Proof;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.rows.FileSchema;
import dev.sluice.iceberg.table.IcebergTable;
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
public final class ColumnMerge implements GroupMerge {

    private final IcebergTable table;
    private final Store store;
    private final FileSchema schema;
    private final RewriteLimits limits;
    private final Proof proof;
    private final NewFiles newFiles;
    private final WriteProperties properties;
    private final OutputMetrics metrics;

    public ColumnMerge(IcebergTable table, FileSchema schema, RewriteLimits limits, Proof proof, NewFiles newFiles) {
        this.table = table;
        this.store = table.files();
        this.schema = schema;
        this.limits = limits;
        this.proof = proof;
        this.newFiles = newFiles;
        this.properties = new WriteProperties(table);
        this.metrics = new OutputMetrics(store, MetricsConfig.forTable(table.table()));
    }

    @Override
    public Merged merge(Merge merge, Bytes target, RewriteListener listener) {
        List<String> paths = new ArrayList<>();
        RewriteTarget rewriteTarget = new RewriteTarget(
                schema.parquet(),
                properties.codec(),
                target,
                schema.footer(),
                ordinal -> {
                    paths.add(newFiles.next(merge.spec(), merge.partition(), FileFormat.PARQUET));
                    return IcebergPath.location(paths.get(ordinal));
                },
                column -> true,
                properties.bloomFilters(schema),
                properties.layout(schema));
        RewriteJob job = new RewriteJob(inputs(merge), rewriteTarget);
        RewriteResult result = new Rewriter(store, limits).rewrite(job, listener);
        new RowAccount(table.ref()).check(merge.files(), result.rowsRead(), result.rowsMasked(), result.rowsWritten());
        List<DataFile> outputs = new ArrayList<>();
        for (int i = 0; i < result.outputs().size(); i++) {
            OutputFile file = result.outputs().get(i);
            new OutputCheck(store).verify(file, schema.parquet());
            outputs.add(dataFile(paths.get(i), merge, file));
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

    private List<RewriteInput> inputs(Merge merge) {
        return merge.parts().stream()
                .map(part -> new RewriteInput(
                        part.file().location(),
                        part.file().size(),
                        schema.mapping(),
                        part.without().isEmpty() ? RowMask.none() : RowMask.of(part.without()),
                        schema.constants(part.file()),
                        schema.generated(part.file())))
                .toList();
    }

    private DataFile dataFile(String path, Merge merge, OutputFile file) {
        return DataFiles.builder(merge.spec())
                .withPath(path)
                .withFormat(FileFormat.PARQUET)
                .withPartition(merge.partition())
                .withFileSizeInBytes(file.size().count())
                .withSplitOffsets(file.rowGroupOffsets())
                .withMetrics(metrics.of(file))
                .build();
    }
}
