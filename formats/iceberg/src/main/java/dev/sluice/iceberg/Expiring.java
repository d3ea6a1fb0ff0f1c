/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.RemovalLedger;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * Makes a table forget versions: those of the plan that may still be forgotten, by their ids and no others. The files that
 * only they held are deleted afterwards, each held against a fresh read of what is kept.
 */
final class Expiring {

    /** Attempts against other writers, each with a fresh look at what may be forgotten. */
    private static final int ATTEMPTS = 5;

    private final IcebergFormat format;
    private final TableRef ref;
    private final Step.Expire step;
    private final Passage passage;
    private final Instant now;
    private final List<Expiration.Kept> kept = new ArrayList<>();

    Expiring(IcebergFormat format, TableRef ref, Step.Expire step, Passage passage, Instant now) {
        this.format = format;
        this.ref = ref;
        this.step = step;
        this.passage = passage;
        this.now = now;
    }

    StepOutcome run() {
        for (int attempt = 1; ; attempt++) {
            IcebergTable table = format.load(ref);
            refuseUnsafe(table);
            Map<Long, Expirable.Version> versions = stillOld(table);
            if (versions.isEmpty()) {
                return new StepOutcome.Skipped("No version of the plan may be forgotten any longer.");
            }
            ForgottenFiles files = Refusals.refusing(ref.toString(), () -> ForgottenFiles.of(table, versions.keySet()));
            if (files.keepsNothing()) {
                throw unsafe("The versions that are kept hold no file, so that what they refer to proves nothing.");
            }
            try {
                forget(table.operations(), versions.keySet());
            } catch (CommitFailedException e) {
                if (attempt == ATTEMPTS) {
                    return new StepOutcome.Conflicted(
                            "Other writers were faster %d times; no version was forgotten.".formatted(ATTEMPTS));
                }
                continue;
            } catch (RuntimeException e) {
                if (e instanceof CleanableFailure) {
                    throw Refusals.of(ref.toString(), e);
                }
                if (!areForgotten(versions.keySet())) {
                    return new StepOutcome.Unknown(
                            "It cannot be told whether the versions are forgotten: %s No file was deleted."
                                    .formatted(Refusals.of(ref.toString(), e).reason()));
                }
            }
            return expired(versions, files);
        }
    }

    private void refuseUnsafe(IcebergTable table) {
        Retained.objection(table.metadata()).ifPresent(why -> {
            throw unsafe(why);
        });
    }

    private GateException unsafe(String why) {
        return new GateException(Fault.UNSAFE, ref.toString(), why);
    }

    /** The versions of the plan that may be forgotten by now too; of each other one, why it stays. */
    private Map<Long, Expirable.Version> stillOld(IcebergTable table) {
        Set<Long> old = new HashSet<>();
        new OldVersions(table.metadata(), now, step.olderThan(), step.retainLast())
                .all()
                .forEach(snapshot -> old.add(snapshot.snapshotId()));
        kept.clear();
        Map<Long, Expirable.Version> versions = new LinkedHashMap<>();
        for (Expirable.Version version : step.versions()) {
            if (old.contains(version.id())) {
                versions.put(version.id(), version);
            } else {
                boolean isThere = table.metadata().snapshot(version.id()) != null;
                kept.add(new Expiration.Kept(
                        version, isThere ? "It is to be kept by now." : "It was forgotten already."));
            }
        }
        return versions;
    }

    /** Iceberg's own expiry would also drop branches and tags that are old, and delete files by itself. */
    private static void forget(TableOperations operations, Set<Long> versions) {
        TableMetadata base = operations.current();
        operations.commit(
                base, TableMetadata.buildFrom(base).removeSnapshots(versions).build());
    }

    private boolean areForgotten(Set<Long> versions) {
        try {
            TableMetadata now = format.load(ref).metadata();
            return now.snapshots().stream().map(Snapshot::snapshotId).noneMatch(versions::contains);
        } catch (GateException e) {
            return false;
        }
    }

    private StepOutcome expired(Map<Long, Expirable.Version> versions, ForgottenFiles files) {
        Removal removal = deleted(files.files());
        Map<Location, ForgottenFiles.Kind> kinds = new HashMap<>();
        files.files().forEach(file -> kinds.put(file.location(), file.kind()));
        Expiration account = new Expiration(
                List.copyOf(versions.values()),
                kept,
                count(removal, kinds, ForgottenFiles.Kind.DATA),
                count(removal, kinds, ForgottenFiles.Kind.DELETES),
                count(removal, kinds, ForgottenFiles.Kind.METADATA),
                removal.bytes(),
                removal.failed());
        return new StepOutcome.Expired(
                account,
                "Forgot %d versions and deleted %d files that only they held (%s)."
                        .formatted(versions.size(), account.files(), account.bytes()));
    }

    private static long count(Removal removal, Map<Location, ForgottenFiles.Kind> kinds, ForgottenFiles.Kind kind) {
        return removal.deleted().stream()
                .filter(file -> kinds.get(file) == kind)
                .count();
    }

    private Removal deleted(List<ForgottenFiles.Forgotten> files) {
        Retained retained = Retained.read(format, ref);
        RemovalLedger ledger = new RemovalLedger();
        for (int from = 0; from < files.size(); from += Retained.BATCH) {
            List<ForgottenFiles.Forgotten> batch = files.subList(from, Math.min(files.size(), from + Retained.BATCH));
            retained.refresh();
            Map<Location, Bytes> doomed = new LinkedHashMap<>();
            for (ForgottenFiles.Forgotten file : batch) {
                if (retained.mayRefer(file.location())) {
                    ledger.keep(file.location(), "The table refers to it by now.");
                } else {
                    doomed.put(file.location(), file.kind() == ForgottenFiles.Kind.METADATA ? Bytes.ZERO : file.size());
                }
            }
            ledger.delete(retained.table().files(), doomed);
            passage.progress("files", from + batch.size(), files.size());
        }
        return ledger.account();
    }
}
