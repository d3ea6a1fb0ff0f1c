/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.types.Comparators;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Merges the files of one step, before anything is committed: reads, writes, reopens and counts. */
final class Compaction {

    private final Store store;
    private final IcebergState state;
    private final IcebergTable table;
    private final RewriteLimits limits;
    private final Proof proof;
    private final Passage passage;
    private final FileSchema schema;
    private final WriteProperties properties;
    private final OutputMetrics metrics;
    private final OutputCheck outputCheck;
    private final ContentCheck contentCheck;
    private final List<Location> written = new ArrayList<>();
    private final List<InputFile> inputs = new ArrayList<>();
    private final List<DataFile> outputs = new ArrayList<>();
    private final List<FileGroup> dropped = new ArrayList<>();
    private final SpentDeletes spent = new SpentDeletes();
    private long rowsRead;
    private long rowsWritten;
    private long bytesRead;

    Compaction(IcebergState state, RewriteLimits limits, Proof proof, Passage passage) {
        this.state = state;
        this.table = state.iceberg();
        this.store = table.files();
        this.limits = limits;
        this.proof = proof;
        this.passage = passage;
        this.schema = new FileSchema(table.metadata());
        this.properties = new WriteProperties(table);
        this.metrics = new OutputMetrics(store, MetricsConfig.forTable(table.table()));
        this.outputCheck = new OutputCheck(store);
        this.contentCheck = new ContentCheck(store, limits);
    }

    /** Notes the groups of the plan that no longer fitted the table. */
    void dropped(List<FileGroup> groups) {
        dropped.addAll(groups);
    }

    List<FileGroup> dropped() {
        return List.copyOf(dropped);
    }

    /** Every file that was, or was about to be, written. */
    List<Location> written() {
        return List.copyOf(written);
    }

    List<InputFile> inputs() {
        return List.copyOf(inputs);
    }

    /** What the inputs have become, as the commit is to name it. */
    List<DataFile> outputs() {
        return List.copyOf(outputs);
    }

    /** The deletes that applied to the inputs and to no other file. */
    List<DeleteFile> spent() {
        return spent.all();
    }

    /** Live rows of the inputs, deletes applied. */
    long rowsRead() {
        return rowsRead;
    }

    long rowsWritten() {
        return rowsWritten;
    }

    Bytes bytesRead() {
        return Bytes.of(bytesRead);
    }

    IcebergState state() {
        return state;
    }

    void rewrite(Step.Compact step) {
        Map<PlannedFile.Identity, InputFile> live = liveInputs(step);
        long done = 0;
        for (FileGroup group : step.groups()) {
            List<InputFile> files = new ArrayList<>(group.inputs().size());
            for (PlannedFile file : group.inputs()) {
                files.add(Optional.ofNullable(live.get(file.identity())).orElseThrow());
            }
            long before = done;
            Refusals.refusing(table.ref().toString(), () -> {
                merge(files, step.target(), before, step.bytes().count());
                return files;
            });
            done += group.bytes().count();
        }
    }

    /** The table's own account of the files to rewrite; that all of them are live has been checked. */
    private Map<PlannedFile.Identity, InputFile> liveInputs(Step.Compact step) {
        Map<PlannedFile.Identity, Optional<InputFile>> wanted = new HashMap<>();
        step.groups().forEach(g -> g.inputs().forEach(f -> wanted.put(f.identity(), Optional.empty())));
        try (Stream<FileScanTask> tasks = state.tasks()) {
            tasks.map(InputFile::new).forEach(file -> {
                boolean isInput = wanted.computeIfPresent(file.identity(), (id, none) -> Optional.of(file)) != null;
                spent.see(file, isInput);
            });
        }
        Map<PlannedFile.Identity, InputFile> live = new HashMap<>();
        wanted.forEach((identity, file) -> live.put(
                identity,
                file.orElseThrow(() -> new GateException(
                        Fault.PLAN_STALE, table.ref().toString(), "A file to rewrite is no longer live."))));
        return live;
    }

    private void merge(List<InputFile> files, Bytes target, long done, long total) {
        refuseMixed(files);
        List<String> paths = new ArrayList<>();
        RewriteTarget rewriteTarget = new RewriteTarget(
                schema.parquet(),
                properties.codec(),
                target,
                schema.footer(),
                ordinal -> {
                    paths.add(path(files.get(0)));
                    return announced(IcebergPath.location(paths.get(ordinal)));
                },
                column -> true,
                properties.bloomFilters(schema));
        List<RewriteInput> rewriteInputs = rewriteInputs(files);
        RewriteJob job = new RewriteJob(rewriteInputs, rewriteTarget);
        RewriteResult result = rewrite(job, new Progress(done, total));
        check(files, result);
        for (int i = 0; i < result.outputs().size(); i++) {
            OutputFile file = result.outputs().get(i);
            outputCheck.verify(file, schema.parquet());
            outputs.add(dataFile(paths.get(i), files.get(0), file));
        }
        if (proof == Proof.CONTENT) {
            contentCheck.verify(job, result.outputs());
        }
        inputs.addAll(files);
        rowsRead += result.rowsRead() - result.rowsMasked();
        rowsWritten += result.outputs().stream().mapToLong(OutputFile::rows).sum();
        bytesRead += result.bytesRead().count();
    }

    /** One output has one partition: its inputs must agree on it by value, whatever the text of a plan made of them. */
    private void refuseMixed(List<InputFile> files) {
        PartitionSpec spec = files.get(0).task().spec();
        StructLike partition = files.get(0).file().partition();
        for (InputFile file : files) {
            boolean same = file.file().specId() == spec.specId()
                    && Comparators.forType(spec.partitionType())
                                    .compare(partition, file.file().partition())
                            == 0;
            if (!same) {
                throw new GateException(
                        Fault.INTERNAL, table.ref().toString(), "A group of the plan has files of two partitions.");
            }
        }
    }

    private List<RewriteInput> rewriteInputs(List<InputFile> files) {
        Map<InputFile, Roaring64Bitmap> deleted = new LinkedHashMap<>();
        Bytes share = Bytes.of(limits.memory().count() / 4);
        PositionDeletes positions = new PositionDeletes(table.table().io(), share.count());
        files.forEach(file -> deleted.put(file, positions.of(file)));
        new EqualityDeletes(table, schema.names(), share).addTo(deleted);
        List<RewriteInput> rewriteInputs = new ArrayList<>(files.size());
        deleted.forEach((file, rows) -> rewriteInputs.add(new RewriteInput(
                file.location(),
                file.size(),
                schema.mapping(),
                rows.isEmpty() ? RowMask.none() : RowMask.of(rows),
                schema.constants(file),
                schema.generated(file))));
        return rewriteInputs;
    }

    /** Where the table wants its files: by partition, or spread over an object store. */
    private String path(InputFile like) {
        String name = "%05d-sluice-%s.parquet".formatted(written.size(), passage.runId());
        PartitionSpec spec = like.task().spec();
        LocationProvider locations = table.table().locationProvider();
        return spec.isUnpartitioned()
                ? locations.newDataLocation(name)
                : locations.newDataLocation(spec, like.file().partition(), name);
    }

    /** Journals a name before its file is opened. A name that is taken is not ours to write, nor to clean up later. */
    private Location announced(Location file) {
        if (store.find(file).isPresent()) {
            throw new GateException(Fault.UNSAFE, file.toString(), "A file of this run's next name is there already.");
        }
        passage.writes(file);
        written.add(file);
        return file;
    }

    private RewriteResult rewrite(RewriteJob job, Progress progress) {
        try {
            return new Rewriter(store, limits).rewrite(job, progress);
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

    /** Rows in equal rows out, and both equal what the table's own metadata says. */
    private void check(List<InputFile> files, RewriteResult result) {
        long stated =
                files.stream().mapToLong(file -> file.file().recordCount()).sum();
        if (result.rowsRead() != stated) {
            throw new GateException(
                    Fault.TABLE_DAMAGED,
                    table.ref().toString(),
                    "%d rows are in %d files by the metadata's account, and %d by the files themselves. Nothing was committed."
                            .formatted(stated, files.size(), result.rowsRead()));
        }
        if (result.rowsRead() - result.rowsMasked() != result.rowsWritten()) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    table.ref().toString(),
                    "%d rows were read, %d of them deleted, and %d were written. Nothing was committed."
                            .formatted(result.rowsRead(), result.rowsMasked(), result.rowsWritten()));
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

    /** Tells the run how many bytes of the whole step are done. */
    private final class Progress implements RewriteListener {
        private final long before;
        private final long total;

        Progress(long before, long total) {
            this.before = before;
            this.total = total;
        }

        @Override
        public void progressed(long rows, Bytes read, Bytes written) {
            passage.progress("bytes", Math.min(total, before + read.count()), total);
        }
    }
}
