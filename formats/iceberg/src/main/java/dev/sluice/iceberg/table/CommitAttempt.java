/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.table;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RewriteManifests;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;

/** One commit of ours to a table, which ends in one of four ways: in, overtaken, refused, or not to be told. */
public final class CommitAttempt {

    private final IcebergTable table;
    private final String run;
    private final String commit;
    private final CommitWatch watch;
    private boolean isSurelyNotIn = true;

    public CommitAttempt(IcebergTable table, String run) {
        this(table, run, new CommitWatch(table.operations()));
    }

    private CommitAttempt(IcebergTable table, String run, CommitWatch watch) {
        CommitWishes.requireReadable(table.ref(), table.metadata());
        this.table = table;
        this.run = run;
        this.commit = run + "-" + UUID.randomUUID();
        this.watch = watch;
    }

    /** A commit that is made on one version or not at all. */
    public static CommitAttempt on(Snapshot version, IcebergTable table, String run) {
        return new CommitAttempt(table, run, CommitWatch.on(version, table.operations()));
    }

    /** True as long as nothing of ours can be in the table: what was written may be cleaned up. */
    public boolean isSurelyNotIn() {
        return isSurelyNotIn;
    }

    /** What is to be committed, with our name on it and nothing in it yet. */
    public RewriteFiles rewrite() {
        return ours(watched().newRewrite());
    }

    /** The same for a rewrite of manifests. */
    public RewriteManifests rewriteManifests() {
        return ours(watched().rewriteManifests());
    }

    private BaseTable watched() {
        return new BaseTable(watch, table.ref().toString());
    }

    private <T extends SnapshotUpdate<T>> T ours(T update) {
        return update.set(OurCommits.RUN, run).set(OurCommits.COMMIT, commit);
    }

    public StepOutcome make(SnapshotUpdate<?> rewrite, Function<Snapshot, StepOutcome> done) {
        try {
            isSurelyNotIn = false;
            rewrite.commit();
        } catch (RuntimeException e) {
            if (watch.committed().isEmpty()) {
                return failed(done, e);
            }
        }
        return in(done, watch.committed().orElseThrow());
    }

    /**
     * The same, with a last look at each version that it is about to make.
     *
     * @param check throws if that version must not be committed
     */
    public StepOutcome make(SnapshotUpdate<?> rewrite, Consumer<Snapshot> check, Function<Snapshot, StepOutcome> done) {
        watch.checkedBy(check);
        return make(rewrite, done);
    }

    /** Whatever the failure says: a commit that is in the history is in. */
    private StepOutcome failed(Function<Snapshot, StepOutcome> done, RuntimeException failure) {
        if (!watch.hasAsked()) {
            isSurelyNotIn = true;
            return refused(failure);
        }
        try {
            Optional<Snapshot> ours = OurCommits.find(table.operations().refresh(), commit);
            if (ours.isPresent()) {
                return in(done, ours.get());
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            return unknown(failure);
        }
        if (!watch.isRefused()) {
            return unknown(failure);
        }
        isSurelyNotIn = true;
        return refused(failure);
    }

    private StepOutcome in(Function<Snapshot, StepOutcome> done, Snapshot ours) {
        table.superseded().keep(table, watch.askedOn().orElseThrow());
        return done.apply(ours);
    }

    private StepOutcome refused(RuntimeException failure) {
        if (failure instanceof ValidationException || failure instanceof CommitFailedException) {
            return overtaken(Refusals.of(table.ref().toString(), failure));
        }
        GateException refusal = table.refusal(failure);
        if (refusal.fault() == Fault.VERSION_FORGOTTEN) {
            return overtaken(refusal);
        }
        if (refusal.fault() == Fault.TABLE_NOT_FOUND) {
            throw refusal;
        }
        if (isPartitionedAnew()) {
            return new StepOutcome.Conflicted("Another writer was faster: it has changed the table's partitioning.");
        }
        throw refusal;
    }

    /** Iceberg prepares a commit with the specs that were known when it began, and stumbles over files of a newer one. */
    private boolean isPartitionedAnew() {
        return !table.operations()
                .current()
                .specsById()
                .keySet()
                .equals(table.metadata().specsById().keySet());
    }

    private static StepOutcome overtaken(GateException refusal) {
        return new StepOutcome.Conflicted("Another writer was faster: " + refusal.reason());
    }

    private StepOutcome unknown(RuntimeException failure) {
        RuntimeException said =
                failure instanceof CommitStateUnknownException && failure.getCause() instanceof RuntimeException cause
                        ? cause
                        : failure;
        return new StepOutcome.Unknown("It cannot be told whether the commit went in: %s No file was cleaned up."
                .formatted(Refusals.of(table.ref().toString(), said).reason()));
    }
}
