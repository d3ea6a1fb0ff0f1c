/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Manifest;
import dev.sluice.iceberg.table.Attempts;
import dev.sluice.iceberg.table.CommitAttempt;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.table.OurCommits;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.iceberg.version.ManifestListing;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.RewriteManifests;
import org.apache.iceberg.Snapshot;

/**
 * Rewrites small data manifests into fewer: those of the plan that the table still has, and those that commits of the same
 * run have made since. Each commit is made on the very version that was looked at, and is not asked for unless what was
 * written, read back, lists the same files. Manifests of deletes stay: Iceberg rewrites none of these.
 */
public final class ManifestRewriting {

    private final Supplier<IcebergState> newest;
    private final MaintenancePlan plan;
    private final Set<String> planned;
    private final String run;

    public ManifestRewriting(
            Supplier<IcebergState> newest, MaintenancePlan plan, Step.RewriteManifests step, String run) {
        this.newest = newest;
        this.plan = plan;
        this.planned = step.manifests().stream().map(Manifest::path).collect(Collectors.toSet());
        this.run = run;
    }

    /** Where others are faster each time it is left to the next run: nothing else of the plan depends on it. */
    public StepOutcome run() {
        return Attempts.of(this::attempt, "no manifest was rewritten");
    }

    private StepOutcome attempt() {
        IcebergState state = newest.get();
        if (!state.fingerprint().equals(plan.fingerprint())) {
            return new StepOutcome.Skipped(
                    "The table's schema, partitioning or properties have changed since plan %s was made; its manifests stay as they are."
                            .formatted(plan.id()));
        }
        List<ManifestFile> chosen = state.iceberg().reading(() -> chosen(state));
        if (chosen.isEmpty()) {
            return new StepOutcome.Skipped(
                    "Of the manifests of the plan fewer than %d are left that are small; rewriting them does not pay."
                            .formatted(ManifestListing.ENOUGH));
        }
        return commit(state, chosen);
    }

    private List<ManifestFile> chosen(IcebergState state) {
        Set<Long> ours = new HashSet<>();
        for (Snapshot snapshot : state.iceberg().metadata().snapshots()) {
            if (run.equals(snapshot.summary().get(OurCommits.RUN))) {
                ours.add(snapshot.snapshotId());
            }
        }
        ManifestListing listing = new ManifestListing(state);
        List<ManifestFile> chosen = listing.worthRewriting(
                manifest -> planned.contains(manifest.path()) || ours.contains(manifest.snapshotId()));
        if (!chosen.isEmpty()) {
            chosen.addAll(listing.emptied(manifest -> ours.contains(manifest.snapshotId())));
        }
        return chosen;
    }

    private StepOutcome commit(IcebergState state, List<ManifestFile> chosen) {
        IcebergTable table = state.iceberg();
        Snapshot version = state.snapshot().orElseThrow();
        ManifestProof proof = new ManifestProof(table, version, chosen);
        CommitAttempt attempt = CommitAttempt.on(version, table, run);
        Set<String> paths = chosen.stream().map(ManifestFile::path).collect(Collectors.toSet());
        Clustering clustering = table.reading(() ->
                Clustering.of(table, chosen, new ManifestListing(state).target().count()));
        RewriteManifests rewrite = attempt.rewriteManifests()
                .rewriteIf(manifest -> paths.contains(manifest.path()))
                .clusterBy(clustering);
        return attempt.make(rewrite, proof::check, ours -> rewritten(version, ours, chosen, proof.written()));
    }

    private static StepOutcome rewritten(
            Snapshot before, Snapshot ours, List<ManifestFile> taken, List<ManifestFile> put) {
        Change change = Change.ofNoFile(before.snapshotId(), ours.snapshotId());
        return new StepOutcome.Relisted(
                new Relisting(change, taken.size(), put.size(), size(taken), size(put)),
                "Rewrote %d manifests into %d and committed version %d."
                        .formatted(taken.size(), put.size(), change.version()));
    }

    private static Bytes size(List<ManifestFile> manifests) {
        return Bytes.of(manifests.stream().mapToLong(ManifestFile::length).sum());
    }
}
