/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.io.FileIO;

/**
 * Proves, before it is committed, that a version lists what the one before it lists: it has the same manifests but for
 * those that were to be rewritten, and what came in their place, read back, lists the same files, each with all that is
 * known of it. So which deletes apply to which file is the same as well: that follows from the manifests of deletes, which
 * are among those that stay, and from each file's spec, partition and sequence number.
 */
final class ManifestProof {

    private final IcebergTable table;
    private final Snapshot before;
    private final List<ManifestFile> rewritten;
    private List<ManifestFile> written = List.of();

    ManifestProof(IcebergTable table, Snapshot before, List<ManifestFile> rewritten) {
        this.table = table;
        this.before = before;
        this.rewritten = rewritten;
    }

    /** What came in place of the rewritten ones, as it was checked last. */
    List<ManifestFile> written() {
        return written;
    }

    /** @throws GateException with {@code VERIFICATION_FAILED} if the version is not to be committed */
    void check(Snapshot after) {
        FileIO io = table.table().io();
        Map<String, ManifestFile> gone = new HashMap<>();
        before.allManifests(io).forEach(manifest -> gone.put(manifest.path(), manifest));
        Map<String, ManifestFile> come = new HashMap<>();
        after.allManifests(io).forEach(manifest -> come.put(manifest.path(), manifest));
        Set<String> both = new HashSet<>(gone.keySet());
        both.retainAll(come.keySet());
        gone.keySet().removeAll(both);
        come.keySet().removeAll(both);
        Set<String> due = new HashSet<>();
        rewritten.forEach(manifest -> due.add(manifest.path()));
        if (!gone.keySet().equals(due)) {
            throw failed("%d manifests would go, and %d were to be rewritten".formatted(gone.size(), due.size()));
        }
        if (come.values().stream().anyMatch(manifest -> manifest.content() != ManifestContent.DATA)) {
            throw failed("a manifest of deletes would come in place of one of data files");
        }
        Inventory old = Inventory.of(table, gone.values());
        Inventory now = Inventory.of(table, come.values());
        if (!old.equals(now)) {
            throw failed("the manifests that would go list %d files, and those that would come list %s"
                    .formatted(old.files(), old.files() == now.files() ? "other ones" : now.files() + " files"));
        }
        written = List.copyOf(come.values());
    }

    private GateException failed(String difference) {
        return new GateException(
                Fault.VERIFICATION_FAILED,
                table.ref().toString(),
                "The rewritten manifests do not list what the old ones did: %s. Nothing was committed."
                        .formatted(difference));
    }
}
