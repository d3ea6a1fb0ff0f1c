/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

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
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Takes away files that no kept version refers to: the plan's list and nothing else, each file held against a fresh read of
 * every version, branch and tag, against its age and against what it was when the plan was made.
 */
public final class Removing {

    private final Supplier<IcebergTable> newest;
    private final TableRef ref;
    private final Instant cutoff;
    private final Passage passage;
    private final Siblings siblings;
    private final RemovalLedger ledger = new RemovalLedger();

    public Removing(
            Supplier<IcebergTable> newest,
            TableRef ref,
            Siblings siblings,
            Retention retention,
            Passage passage,
            Instant now) {
        this.newest = newest;
        this.siblings = siblings;
        this.ref = ref;
        this.cutoff = retention.cutoff(now);
        this.passage = passage;
    }

    public StepOutcome remove(Step.Remove step) {
        Retained retained = Retained.read(newest, ref);
        Location folder = IcebergPath.location(retained.table().metadata().location());
        objection(retained, folder).ifPresent(why -> {
            throw new GateException(Fault.UNSAFE, ref.toString(), why);
        });
        List<RemovedFile> files = step.files();
        for (int from = 0; from < files.size(); from += Retained.BATCH) {
            List<RemovedFile> batch = files.subList(from, Math.min(files.size(), from + Retained.BATCH));
            retained.refresh();
            removeBatch(batch, retained, folder);
            passage.progress("files", from + batch.size(), files.size());
        }
        Removal account = ledger.account();
        return new StepOutcome.Removed(
                account,
                "Removed %d files (%s); %d of the plan stay, %d could not be deleted."
                        .formatted(
                                account.deleted().size(),
                                account.bytes(),
                                account.kept().size(),
                                account.failed().size()));
    }

    private Optional<String> objection(Retained retained, Location folder) {
        Neighbours neighbours = new Neighbours(retained.table(), folder, retained.references());
        boolean[] elsewhere = new boolean[1];
        try (Stream<StoredFile> files = retained.table().files().list(folder)) {
            files.forEach(file -> {
                neighbours.see(file.location());
                elsewhere[0] |= retained.references().mayReferElsewhere(file.location());
            });
        }
        return OrphanListing.objection(retained.table(), retained.references(), elsewhere[0])
                .or(neighbours::objection)
                .or(() -> siblings.objection(retained.table(), folder));
    }

    private void removeBatch(List<RemovedFile> batch, Retained retained, Location folder) {
        Map<Location, Bytes> doomed = new LinkedHashMap<>();
        for (RemovedFile planned : batch) {
            Location file = Location.parse(planned.location());
            Optional<String> stay =
                    reasonToKeep(planned, retained.table().files().find(file), file, retained, folder);
            stay.ifPresentOrElse(reason -> ledger.keep(file, reason), () -> doomed.put(file, planned.size()));
        }
        ledger.delete(retained.table().files(), doomed);
    }

    private Optional<String> reasonToKeep(
            RemovedFile planned, Optional<StoredFile> there, Location file, Retained retained, Location folder) {
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
        if (!folder.contains(file) || !OrphanListing.isCandidate(folder.relativize(file))) {
            return Optional.of("It is not the table's to remove.");
        }
        if (retained.mayRefer(file)) {
            return Optional.of("The table refers to it by now.");
        }
        return Optional.empty();
    }
}
