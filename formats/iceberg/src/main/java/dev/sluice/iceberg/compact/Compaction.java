/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.Partition;
import dev.sluice.iceberg.merge.ColumnMerge;
import dev.sluice.iceberg.merge.GroupMerge;
import dev.sluice.iceberg.merge.Merge;
import dev.sluice.iceberg.merge.NewFiles;
import dev.sluice.iceberg.merge.RowMerge;
import dev.sluice.iceberg.rows.FileSchema;
import dev.sluice.iceberg.rows.GroupDeletes;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.iceberg.version.Partitions;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteListener;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Comparators;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Merges the files of one step, before anything is committed: reads, writes, reopens and counts. */
public final class Compaction {

    private final IcebergState state;
    private final LiveInputs live;
    private final Step.Compact step;
    private final IcebergTable table;
    private final Proof proof;
    private final Passage passage;
    private final NewFiles newFiles;
    private final GroupDeletes deletes;
    private final Rerouting rerouting;
    private final GroupMerge columns;
    private final GroupMerge rows;
    private final List<InputFile> inputs = new ArrayList<>();
    private final List<DataFile> outputs = new ArrayList<>();
    private final List<FileGroup> dropped = new ArrayList<>();
    private long done;
    private long rowsRead;
    private long rowsWritten;
    private long bytesRead;

    public Compaction(IcebergState state, LiveInputs live, RewriteLimits limits, Proof proof, Passage passage) {
        this.state = state;
        this.live = live;
        this.step = live.step();
        this.table = state.iceberg();
        this.proof = proof;
        this.passage = passage;
        this.newFiles = new NewFiles(table, passage);
        FileSchema schema = new FileSchema(table);
        Bytes share = Bytes.of(limits.memory().count() / 4);
        this.deletes = new GroupDeletes(table, schema, share);
        this.rerouting = new Rerouting(table, new SourceColumns(table, schema.names()), share, step.target());
        this.columns = new ColumnMerge(table, schema, limits, proof, newFiles);
        this.rows = new RowMerge(table, schema, limits, proof, newFiles);
    }

    /** Notes the groups of the plan that no longer fitted the table. */
    public void dropped(List<FileGroup> groups) {
        dropped.addAll(groups);
    }

    public List<FileGroup> dropped() {
        return List.copyOf(dropped);
    }

    /** Every file that was, or was about to be, written. */
    public List<Location> written() {
        return newFiles.all();
    }

    List<InputFile> inputs() {
        return List.copyOf(inputs);
    }

    /** What the inputs have become, as the commit is to name it. */
    List<DataFile> outputs() {
        return List.copyOf(outputs);
    }

    /** Where the inputs were, and where the outputs are. */
    Set<Partition> partitions() {
        Partitions names = new Partitions(table.metadata());
        Set<Partition> touched = new HashSet<>();
        step.groups().forEach(group -> touched.add(group.partition()));
        outputs.forEach(file -> touched.add(names.of(table.metadata().spec(file.specId()), file.partition())));
        return touched;
    }

    /** The deletes that applied to the inputs and to no other file. */
    List<DeleteFile> spent() {
        return live.spent();
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

    /** The earlier specs that files have moved from into the table's current one. */
    Set<Integer> movedFrom() {
        return rerouting.movedFrom();
    }

    /** Which groups could not be read, and why files of an earlier spec stayed in it. */
    List<String> notes() {
        return Stream.concat(live.notes().stream(), rerouting.notes().stream()).toList();
    }

    public void rewrite() {
        for (FileGroup group : step.groups()) {
            List<InputFile> files = live.of(group);
            refuseMixed(files);
            inputs.addAll(files);
            write(() -> merges(group, files));
        }
        write(rerouting::decided);
    }

    /** What is to be written by now: files of an earlier spec are looked at together with those that follow. */
    private Stream<Merge> merges(FileGroup group, List<InputFile> files) {
        Map<InputFile, Roaring64Bitmap> deleted = deletes.of(files);
        return rerouting.isOfCurrentSpec(files.get(0))
                ? Stream.of(Merge.within(deleted))
                : rerouting.take(group.partition(), deleted);
    }

    private void write(Supplier<Stream<Merge>> merges) {
        table.reading(() -> {
            merges.get().forEach(this::write);
            return step;
        });
    }

    private void write(Merge merge) {
        GroupMerge.Merged merged = mergeOf(merge).merge(merge, step.target(), new Progress(merge));
        if (merge.rows().orElse(merged.rowsWritten()) != merged.rowsWritten()) {
            throw new GateException(
                    Fault.VERIFICATION_FAILED,
                    table.ref().toString(),
                    "%d rows belong to a partition, and %d were written into it. Nothing was committed."
                            .formatted(merge.rows().getAsLong(), merged.rowsWritten()));
        }
        if (proof == Proof.CONTENT) {
            merged.outputs().forEach(merge.proof());
        }
        outputs.addAll(merged.outputs());
        done += merge.bytes().count();
        rowsRead += merged.rowsRead();
        rowsWritten += merged.rowsWritten();
        bytesRead += merged.bytesRead().count();
    }

    /** The rewrite engine reads Parquet. */
    private GroupMerge mergeOf(Merge merge) {
        boolean isParquet = merge.files().stream().allMatch(file -> file.file().format() == FileFormat.PARQUET);
        return isParquet ? columns : rows;
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

    /** Tells the run how many bytes of the whole step are done; those that are read several times count once. */
    private final class Progress implements RewriteListener {
        private final long before = done;
        private final long most;

        Progress(Merge merge) {
            this.most = merge.bytes().count();
        }

        @Override
        public void progressed(long rows, Bytes read, Bytes written) {
            long total = step.bytes().count();
            passage.progress("bytes", Math.min(total, before + Math.min(most, read.count())), total);
        }
    }
}
