/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.Partition;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.rewrite.Codec;
import dev.sluice.rewrite.ColumnMapping;
import dev.sluice.rewrite.GeneratedColumn;
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
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.Metadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.schema.MessageType;

/** Merges the files of one step, before anything is committed: reads, writes, reopens and counts. */
final class Compaction {

    private final Store store;
    private final KernelEngine engine;
    private final DeltaState state;
    private final LiveInputs live;
    private final RewriteLimits limits;
    private final Passage passage;
    private final Metadata metadata;
    private final RowTracking rowTracking;
    private final FileStats stats;
    private final MessageType schema;
    private final OutputCheck outputCheck;
    private final ContentCheck contentCheck;
    private final Proof proof;
    private final List<Location> written = new ArrayList<>();
    private final List<InputFile> inputs = new ArrayList<>();
    private final List<Merged> outputs = new ArrayList<>();
    private final Set<Partition> partitions = new HashSet<>();
    private final List<FileGroup> dropped = new ArrayList<>();
    private long rowsRead;
    private long rowsWritten;
    private long bytesRead;

    Compaction(
            Store store,
            KernelEngine engine,
            DeltaState state,
            LiveInputs live,
            RewriteLimits limits,
            Proof proof,
            Passage passage) {
        this.live = live;
        this.proof = proof;
        this.store = store;
        this.engine = engine;
        this.state = state;
        this.limits = limits;
        this.passage = passage;
        this.metadata = state.snapshot().getMetadata();
        this.rowTracking = RowTracking.of(state.snapshot());
        this.stats = new FileStats(metadata);
        this.schema = FileSchema.of(metadata, rowTracking.columns());
        this.outputCheck = new OutputCheck(store);
        this.contentCheck = new ContentCheck(store, limits);
    }

    /**
     * One output and what the log needs to say of it.
     *
     * @param path as the log is to spell it
     */
    record Merged(String path, OutputFile file, Row add) {}

    /** Notes the groups of the plan that no longer fitted the table. */
    void dropped(List<FileGroup> groups) {
        dropped.addAll(groups);
    }

    List<FileGroup> dropped() {
        return List.copyOf(dropped);
    }

    /** The groups of the plan that could not be read, a sentence for each. */
    List<String> unreadable() {
        return live.notes();
    }

    /** Every file that was, or was about to be, written. */
    List<Location> written() {
        return List.copyOf(written);
    }

    List<InputFile> inputs() {
        return List.copyOf(inputs);
    }

    List<Merged> outputs() {
        return List.copyOf(outputs);
    }

    /** Where the inputs were, and their outputs are. */
    Set<Partition> partitions() {
        return Set.copyOf(partitions);
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

    boolean keepsRowIds() {
        return rowTracking.isOn();
    }

    void rewrite() {
        Step.Compact step = live.step();
        long done = 0;
        for (FileGroup group : step.groups()) {
            partitions.add(group.partition());
            merge(live.of(group), step.target(), done, step.bytes().count());
            done += group.bytes().count();
        }
    }

    private void merge(List<InputFile> files, Bytes target, long done, long total) {
        String folder = outputFolder(files);
        List<String> paths = new ArrayList<>();
        RewriteTarget rewriteTarget = new RewriteTarget(
                schema,
                codec(),
                target,
                Map.of(),
                ordinal -> {
                    String path = folder + name();
                    paths.add(path);
                    return announced(LogPath.locate(state.location(), path));
                },
                stats::wants);
        List<RewriteInput> rewriteInputs =
                files.stream().map(this::rewriteInput).toList();
        RewriteJob job = new RewriteJob(rewriteInputs, rewriteTarget);
        RewriteResult result = new Rewriter(store, limits).rewrite(job, new Progress(done, total));
        check(files, result);
        for (int i = 0; i < result.outputs().size(); i++) {
            OutputFile file = result.outputs().get(i);
            outputCheck.verify(file, schema);
            outputs.add(new Merged(paths.get(i), file, add(paths.get(i), files.get(0), file)));
        }
        if (proof == Proof.CONTENT) {
            contentCheck.verify(job, result.outputs());
        }
        inputs.addAll(files);
        rowsRead += result.rowsRead() - result.rowsMasked();
        rowsWritten += result.outputs().stream().mapToLong(OutputFile::rows).sum();
        bytesRead += result.bytesRead().count();
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

    /** Beside the first input, where readers that go by folders look for the partition; at the top for absolute paths. */
    private static String outputFolder(List<InputFile> files) {
        String path = files.get(0).path();
        return LogPath.isAbsolute(path) ? "" : LogPath.folder(path);
    }

    private String name() {
        return "part-%05d-sluice-%s%s.parquet".formatted(written.size(), passage.runId(), extension(codec()));
    }

    private static String extension(Codec codec) {
        return codec == Codec.NONE ? "" : "." + codec.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** What the table asks for, else what Delta's writers use by default. */
    private Codec codec() {
        String wanted = metadata.getConfiguration().get("delta.parquet.compression.codec");
        if (wanted == null) {
            return Codec.SNAPPY;
        }
        String name = wanted.equalsIgnoreCase("uncompressed") ? "NONE" : wanted.toUpperCase(java.util.Locale.ROOT);
        try {
            return Codec.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    state.table().toString(),
                    "The property delta.parquet.compression.codec asks for \"%s\", which Sluice does not write."
                            .formatted(wanted),
                    e);
        }
    }

    private RewriteInput rewriteInput(InputFile file) {
        List<GeneratedColumn> generated = rowTracking.generated(file, state.table());
        return new RewriteInput(
                LogPath.locate(state.location(), file.path()),
                file.size(),
                mapping(),
                mask(file),
                List.of(),
                generated);
    }

    /** In id mode the id counts, and the physical name in a file that carries no ids; else the physical name counts. */
    private ColumnMapping mapping() {
        return "id".equalsIgnoreCase(metadata.getConfiguration().get("delta.columnMapping.mode"))
                ? ColumnMapping.byFieldId(FileSchema.namesById(schema))
                : ColumnMapping.byName();
    }

    private RowMask mask(InputFile file) {
        Optional<DeletionVectorDescriptor> vector = file.deletionVector();
        if (vector.isEmpty()) {
            return RowMask.none();
        }
        return RowMask.of(new DeletionVectors(engine, state).deleted(vector.get(), file.path()));
    }

    /** Rows in equal rows out, and both equal what the table's own metadata says where it says it. */
    private void check(List<InputFile> files, RewriteResult result) {
        long deleted = files.stream().mapToLong(InputFile::deletedRows).sum();
        if (result.rowsMasked() != deleted) {
            throw contradiction("%d rows are deleted by the log's account, and %d by the deletion vectors themselves"
                    .formatted(deleted, result.rowsMasked()));
        }
        if (files.stream().allMatch(InputFile::knowsItsRows)) {
            long stated = files.stream().mapToLong(InputFile::rows).sum();
            if (result.rowsRead() != stated) {
                throw contradiction("%d rows are in %d files by the log's account, and %d by the files themselves"
                        .formatted(stated, files.size(), result.rowsRead()));
            }
        }
        if (result.rowsRead() - result.rowsMasked() != result.rowsWritten()) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    state.table().toString(),
                    "%d rows were read, %d of them deleted, and %d were written. Nothing was committed."
                            .formatted(result.rowsRead(), result.rowsMasked(), result.rowsWritten()));
        }
    }

    private GateException contradiction(String what) {
        return new GateException(Fault.TABLE_DAMAGED, state.table().toString(), what + ". Nothing was committed.");
    }

    private Row add(String path, InputFile like, OutputFile file) {
        return AddFile.createAddFileRow(
                metadata.getPhysicalSchema(),
                path,
                like.partitionValues(),
                file.size().count(),
                file.modifiedAt().toEpochMilli(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(stats.of(file)));
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
