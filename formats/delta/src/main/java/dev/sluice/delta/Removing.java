/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.RemovalLedger;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.delta.kernel.KernelEngine;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Removes the files of a plan's list, each only if it is still what was planned, still older than the retention, and
 * still unreferenced in a fresh read of the table. Before each batch the log is looked at again: a restore may have taken
 * an old file back, and then all that is left is checked anew.
 */
final class Removing {

    /** Files between two looks at the log. */
    private static final int BATCH = 250;

    private final Store store;
    private final KernelEngine engine;
    private final DeltaFormat format;
    private final Clock clock;
    private final RemovalLedger ledger = new RemovalLedger();

    Removing(Store store, KernelEngine engine, DeltaFormat format, Clock clock) {
        this.store = store;
        this.engine = engine;
        this.format = format;
        this.clock = clock;
    }

    StepOutcome remove(TableRef table, Retention retention, Step.Remove step, Passage passage) {
        Check check = check(table, retention);
        Optional<String> neighbour = neighbour(check.state);
        if (neighbour.isPresent()) {
            throw unsafe(table, neighbour.get());
        }
        List<RemovedFile> files = step.files();
        for (int from = 0; from < files.size(); from += BATCH) {
            if (check.isOutdated()) {
                check = check(table, retention);
            }
            removeBatch(files.subList(from, Math.min(files.size(), from + BATCH)), check);
            passage.progress("files", Math.min(files.size(), from + BATCH), files.size());
        }
        Removal account = ledger.account();
        return new StepOutcome.Removed(account, sentence(account));
    }

    private static String sentence(Removal account) {
        return "Removed %d files (%s); %d of the plan stay, %d could not be deleted."
                .formatted(
                        account.deleted().size(),
                        account.bytes(),
                        account.kept().size(),
                        account.failed().size());
    }

    private static GateException unsafe(TableRef table, String why) {
        return new GateException(Fault.UNSAFE, table.toString(), why);
    }

    private Optional<String> neighbour(DeltaState state) {
        Neighbours neighbours = new Neighbours();
        try (Stream<StoredFile> files = store.list(state.location())) {
            files.forEach(file -> neighbours.see(state.location().relativize(file.location())));
        }
        return neighbours.objection();
    }

    /** Reads the table anew; refuses where what it refers to cannot be told for sure. */
    private Check check(TableRef table, Retention retention) {
        DeltaState state = format.load(table, OptionalLong.empty());
        Instant cutoff = LeftoverListing.cutoff(state, retention.keepFor(), clock.instant());
        References references = References.of(engine, store, state, cutoff);
        Optional<String> objection = LeftoverListing.objection(store, state, references);
        if (objection.isPresent()) {
            throw unsafe(table, objection.get());
        }
        return new Check(state, references, cutoff, LeftoverListing.partitionColumns(state));
    }

    /** What the files are held against. */
    private final class Check {
        private final DeltaState state;
        private final References references;
        private final Instant cutoff;
        private final List<String> partitionColumns;

        Check(DeltaState state, References references, Instant cutoff, List<String> partitionColumns) {
            this.state = state;
            this.references = references;
            this.cutoff = cutoff;
            this.partitionColumns = partitionColumns;
        }

        /** True if another writer has committed since. */
        boolean isOutdated() {
            String next = "%020d.json".formatted(state.version() + 1);
            return store.find(LogFolder.of(state.location()).resolve(next)).isPresent();
        }

        /** Why a file of the plan has to stay, if so. */
        Optional<String> reasonToKeep(RemovedFile planned, Optional<StoredFile> there, Location file) {
            if (there.isEmpty()) {
                return Optional.of("It was gone already.");
            }
            if (!planned.isStill(there.get())) {
                return Optional.of("It has changed since the plan was made.");
            }
            if (there.get().archived()) {
                return Optional.of("It lies in an archive.");
            }
            if (!there.get().modifiedAt().isBefore(cutoff)) {
                return Optional.of("It is younger than the retention.");
            }
            if (!state.location().contains(file)
                    || !VacuumName.isCandidate(state.location().relativize(file), partitionColumns)) {
                return Optional.of("It is not the table's to remove.");
            }
            if (references.mayRefer(file)) {
                return Optional.of("The table refers to it by now.");
            }
            return Optional.empty();
        }
    }

    private void removeBatch(List<RemovedFile> batch, Check check) {
        Map<Location, Bytes> doomed = new LinkedHashMap<>();
        for (RemovedFile planned : batch) {
            Location file = Location.parse(planned.location());
            Optional<String> stay = check.reasonToKeep(planned, store.find(file), file);
            stay.ifPresentOrElse(reason -> ledger.keep(file, reason), () -> doomed.put(file, planned.size()));
        }
        ledger.delete(store, doomed);
    }
}
