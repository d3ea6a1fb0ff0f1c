/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.rewrite.engine;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Store;
import dev.sluice.rewrite.OutputFile;
import dev.sluice.rewrite.RewriteJob;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.rewrite.RewriteListener;
import dev.sluice.rewrite.RewriteResult;
import dev.sluice.rewrite.RewriteTarget;
import dev.sluice.rewrite.engine.Shape.Struct;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One run of the engine: plans a row group, lets the columns of it be merged side by side, lays them down in order, ends
 * a file when it is large enough.
 */
public final class Rewriting implements AutoCloseable {

    private final Store store;
    private final RewriteTarget target;
    private final RewriteListener listener;
    private final Workers workers;
    private final int ahead;
    private final RowGroupSize size;
    private final ReadCount read = new ReadCount();
    private final InputQueue inputs;
    private final RowGroupPlanner planner;
    private final List<LeafMerger> mergers = new ArrayList<>();
    private final List<OutputFile> finished = new ArrayList<>();
    private @Nullable ParquetOutput output;
    private long rowsMasked;
    private long rowsWritten;
    private long bytesFinished;

    public Rewriting(Store store, RewriteLimits limits, RewriteJob job, RewriteListener listener) {
        this.store = store;
        this.target = job.target();
        this.listener = listener;
        this.size = new RowGroupSize(
                limits.memory(), target.targetFile(), target.layout().rowGroup());
        this.workers = new Workers(limits.threads());
        this.ahead = 2 * limits.threads();
        Struct shape = Shape.of(target.schema());
        this.inputs = new InputQueue(store, job, shape, workers, read);
        this.planner = new RowGroupPlanner(inputs, target.codec());
        for (int leaf = 0; leaf < target.schema().getColumns().size(); leaf++) {
            mergers.add(new LeafMerger(leaf, target, workers));
        }
    }

    public RewriteResult run() {
        requireCodec();
        Optional<RowGroupPlan> next = plan();
        while (next.isPresent()) {
            RowGroupPlan plan = next.get();
            if (plan.rows() > 0) {
                writeRowGroup(plan);
            }
            rowsMasked += plan.masked();
            plan.finished().forEach(inputs::release);
            listener.progressed(rowsWritten, read.total(), bytesWritten());
            next = plan();
        }
        endFile();
        return new RewriteResult(
                finished, rowsWritten + rowsMasked, rowsMasked, rowsWritten, read.total(), bytesWritten());
    }

    private void requireCodec() {
        try (PageCodecs codecs =
                new PageCodecs(workers.largePages(), target.layout().level())) {
            codecs.requireWriting(target.codec().parquetName());
        } catch (PageCodecs.Missing e) {
            throw new GateException(
                    Fault.TABLE_FEATURE_UNSUPPORTED,
                    "codec " + target.codec(),
                    "No output can be written: " + Refusal.saying(e),
                    e);
        }
    }

    private Optional<RowGroupPlan> plan() {
        if (listener.wantsToStop()) {
            throw new CancellationException("The rewrite was asked to stop.");
        }
        return planner.next(size.next(output == null ? 0 : output.position()));
    }

    private void writeRowGroup(RowGroupPlan plan) {
        ParquetOutput file = output;
        if (file == null) {
            file = new ParquetOutput(target, store.create(target.names().next(finished.size())));
            output = file;
        }
        long before = file.position();
        file.startRowGroup(plan.rows());
        plan.spans().stream().map(span -> span.input().footer().calendar()).forEach(file::countsDaysBy);
        Siblings siblings = new Siblings(plan);
        Queue<Future<WrittenChunk>> merging = new ArrayDeque<>();
        for (LeafMerger merger : mergers) {
            // Columns are laid down in order; a few may be ready and wait, never all of a row group.
            if (merging.size() == ahead) {
                file.append(siblings.agreed(workers.await(merging.remove())));
            }
            merging.add(workers.submit(() -> merger.merge(plan)));
        }
        while (!merging.isEmpty()) {
            file.append(siblings.agreed(workers.await(merging.remove())));
        }
        file.endRowGroup();
        rowsWritten += plan.rows();
        size.learn(plan.estimate(), file.position() - before);
        if (file.position() >= target.targetFile().count()) {
            endFile();
        }
    }

    private void endFile() {
        ParquetOutput file = output;
        if (file != null) {
            OutputFile made = file.finish();
            file.close();
            output = null;
            bytesFinished += made.size().count();
            finished.add(made);
        }
    }

    private Bytes bytesWritten() {
        return Bytes.of(bytesFinished + (output == null ? 0 : output.position()));
    }

    /** Ends the threads first, then lets go of all that they used. An unfinished output is discarded. */
    @Override
    public void close() {
        workers.close();
        try (inputs;
                ParquetOutput unfinished = output) {
            output = null;
        }
    }
}
