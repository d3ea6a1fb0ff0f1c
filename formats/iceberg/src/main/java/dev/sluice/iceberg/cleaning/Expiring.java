/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.FreshLook;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.RemovalLedger;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.ArchivedFiles;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.Forgetting;
import dev.sluice.iceberg.table.CommitWishes;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.Refusals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * Makes a table forget versions: those of the plan that may still be forgotten, by their ids and no others. The files that
 * only they held are deleted afterwards, each held against a fresh read of what is kept.
 */
public final class Expiring {

    /** Attempts against other writers, each with a fresh look at what may be forgotten. */
    private static final int ATTEMPTS = 5;

    /** Where it lies, no deletion is worth what it may cost; nothing refers to it any longer. */
    private static final String ARCHIVED = "It lies in an archive.";

    private final Supplier<IcebergTable> newest;
    private final TableRef ref;
    private final Step.Expire step;
    private final Passage passage;
    private final Instant now;
    private final List<Expiration.Kept> kept = new ArrayList<>();

    public Expiring(Supplier<IcebergTable> newest, TableRef ref, Step.Expire step, Passage passage, Instant now) {
        this.newest = newest;
        this.ref = ref;
        this.step = step;
        this.passage = passage;
        this.now = now;
    }

    public StepOutcome run() {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Look> look = FreshLook.at(this::look);
            if (look.isEmpty()) {
                return new StepOutcome.Skipped("No version of the plan may be forgotten any longer.");
            }
            IcebergTable table = look.get().table();
            Map<Long, Expirable.Version> versions = look.get().versions();
            TableMetadata chosen =
                    Refusals.refusing(ref.toString(), () -> table.operations().refresh());
            CommitWishes.requireReadable(ref, chosen);
            if (!stillOld(chosen).keySet().containsAll(versions.keySet())) {
                continue;
            }
            try {
                Forgetting.commit(table.operations(), chosen, versions.keySet());
            } catch (CommitFailedException e) {
                continue;
            } catch (RuntimeException e) {
                Optional<StepOutcome> unknown = unlessForgotten(versions.keySet(), e);
                if (unknown.isPresent()) {
                    return unknown.get();
                }
            }
            return expired(
                    versions, look.get().files(), new Meanwhile(table.table().io(), chosen));
        }
        return new StepOutcome.Conflicted(
                "Other writers were faster %d times; no version was forgotten.".formatted(ATTEMPTS));
    }

    /** The table before it forgets anything; empty where it has nothing to forget. */
    private Optional<Look> look() {
        IcebergTable table = newest.get();
        CommitWishes.requireReadable(ref, table.metadata());
        refuseUnsafe(table);
        Map<Long, Expirable.Version> versions = stillOld(table.metadata());
        if (versions.isEmpty()) {
            return Optional.empty();
        }
        ForgottenFiles files = table.reading(() -> ForgottenFiles.of(table, versions.keySet()));
        if (files.keepsNothing()) {
            throw unsafe("The versions that are kept hold no file, so that what they refer to proves nothing.");
        }
        return Optional.of(new Look(table, versions, files));
    }

    /**
     * What there is to forget.
     *
     * @param files what only the versions hold
     */
    private record Look(IcebergTable table, Map<Long, Expirable.Version> versions, ForgottenFiles files) {}

    private Optional<StepOutcome> unlessForgotten(Set<Long> versions, RuntimeException failure) {
        if (failure instanceof CleanableFailure) {
            throw Refusals.of(ref.toString(), failure);
        }
        return areForgotten(versions)
                ? Optional.empty()
                : Optional.of(new StepOutcome.Unknown(
                        "It cannot be told whether the versions are forgotten: %s No file was deleted."
                                .formatted(Refusals.of(ref.toString(), failure).reason())));
    }

    private void refuseUnsafe(IcebergTable table) {
        Retained.objection(table).ifPresent(why -> {
            throw unsafe(why);
        });
    }

    private GateException unsafe(String why) {
        return new GateException(Fault.UNSAFE, ref.toString(), why);
    }

    /** The versions of the plan that may be forgotten by now too; of each other one, why it stays. */
    private Map<Long, Expirable.Version> stillOld(TableMetadata metadata) {
        Set<Long> old = new HashSet<>();
        new OldVersions(ref, metadata, now, step.olderThan(), step.retainLast())
                .all()
                .forEach(snapshot -> old.add(snapshot.snapshotId()));
        kept.clear();
        Map<Long, Expirable.Version> versions = new LinkedHashMap<>();
        for (Expirable.Version version : step.versions()) {
            if (old.contains(version.id())) {
                versions.put(version.id(), version);
            } else {
                boolean isThere = metadata.snapshot(version.id()) != null;
                kept.add(new Expiration.Kept(
                        version, isThere ? "It is to be kept by now." : "It was forgotten already."));
            }
        }
        return versions;
    }

    private boolean areForgotten(Set<Long> versions) {
        try {
            TableMetadata now = newest.get().metadata();
            return now.snapshots().stream().map(Snapshot::snapshotId).noneMatch(versions::contains);
        } catch (GateException e) {
            return false;
        }
    }

    private StepOutcome expired(Map<Long, Expirable.Version> versions, ForgottenFiles files, Meanwhile meanwhile) {
        Meanwhile.Account others = meanwhile.until(newest.get().metadata(), versions.keySet());
        if (!others.lost().isEmpty()) {
            throw unsafe(lost(others.lost()));
        }
        if (!others.known()) {
            return new StepOutcome.Expired(
                    new Expiration(List.copyOf(versions.values()), kept, 0, 0, 0, Bytes.ZERO, List.of()),
                    ("Forgot %d versions. No file was deleted: others committed at the same moment, and whether one of them"
                                    + " tagged such a version cannot be read any longer.")
                            .formatted(versions.size()));
        }
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
                "Forgot %d versions and deleted %d files that only they held (%s)%s."
                        .formatted(versions.size(), account.files(), account.bytes(), archived(removal)));
    }

    private static String archived(Removal removal) {
        long archived = removal.kept().stream()
                .filter(file -> file.reason().equals(ARCHIVED))
                .count();
        return archived == 0 ? "" : "; %d more lie in an archive and stay there".formatted(archived);
    }

    private static String lost(List<Meanwhile.Lost> lost) {
        return ("Versions were forgotten, and at the same moment somebody else named some of them, which the catalog has taken"
                        + " away as well: %s. To have them back, register %s as a table of its own (register_table) before"
                        + " anything removes files that no version refers to.")
                .formatted(
                        lost.stream()
                                .map(each -> "%s (version %d)".formatted(each.name(), each.version()))
                                .collect(Collectors.joining(", ")),
                        lost.get(0).metadata());
    }

    private static long count(Removal removal, Map<Location, ForgottenFiles.Kind> kinds, ForgottenFiles.Kind kind) {
        return removal.deleted().stream()
                .filter(file -> kinds.get(file) == kind)
                .count();
    }

    private Removal deleted(List<ForgottenFiles.Forgotten> files) {
        Retained retained = Retained.read(newest, ref);
        Set<Location> archived = ArchivedFiles.among(
                retained.table().files(),
                files.stream().map(ForgottenFiles.Forgotten::location).toList());
        RemovalLedger ledger = new RemovalLedger();
        for (int from = 0; from < files.size(); from += Retained.BATCH) {
            List<ForgottenFiles.Forgotten> batch = files.subList(from, Math.min(files.size(), from + Retained.BATCH));
            retained.refresh();
            Map<Location, Bytes> doomed = new LinkedHashMap<>();
            for (ForgottenFiles.Forgotten file : batch) {
                if (retained.mayRefer(file.location())) {
                    ledger.keep(file.location(), "The table refers to it by now.");
                } else if (archived.contains(file.location())) {
                    ledger.keep(file.location(), ARCHIVED);
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
