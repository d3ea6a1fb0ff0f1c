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
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Comparators;

/** Merges the files of one step, before anything is committed: reads, writes, reopens and counts. */
final class Compaction {

    private final IcebergState state;
    private final IcebergTable table;
    private final Passage passage;
    private final NewFiles newFiles;
    private final GroupMerge columns;
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
        this.passage = passage;
        this.newFiles = new NewFiles(table, passage);
        this.columns = new ColumnMerge(table, new FileSchema(table.metadata()), limits, proof, newFiles);
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
        return newFiles.all();
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
                merge(files, step.target(), new Progress(before, step.bytes().count()));
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

    private void merge(List<InputFile> files, Bytes target, RewriteListener listener) {
        refuseMixed(files);
        GroupMerge.Merged merged = columns.merge(files, target, listener);
        inputs.addAll(files);
        outputs.addAll(merged.outputs());
        rowsRead += merged.rowsRead();
        rowsWritten += merged.rowsWritten();
        bytesRead += merged.bytesRead().count();
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
