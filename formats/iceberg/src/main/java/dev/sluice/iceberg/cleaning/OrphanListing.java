/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.LeftoverCount;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.IcebergState;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Lists what lies below a table and no kept version refers to. Where the table's credentials do not allow to list, nothing
 * was assessed, which is not the same as nothing found.
 */
public final class OrphanListing {

    private final IcebergTable table;
    private final Location folder;
    private final Siblings siblings;

    public OrphanListing(IcebergState state, Siblings siblings) {
        this.table = state.iceberg();
        this.siblings = siblings;
        this.folder = IcebergPath.location(table.metadata().location());
    }

    public Leftovers list(Retention retention, Instant now) {
        return table.reading(() -> {
            Instant cutoff = retention.cutoff(now);
            References references = References.of(table);
            Neighbours neighbours = new Neighbours(table, folder, references);
            LeftoverCount count = new LeftoverCount();
            AtomicBoolean elsewhere = new AtomicBoolean();
            try (Stream<StoredFile> files = table.files().list(folder)) {
                files.forEach(file -> {
                    neighbours.see(file.location());
                    if (isCandidate(folder.relativize(file.location())) && !references.mayRefer(file.location())) {
                        count.add(file, file.modifiedAt().isBefore(cutoff));
                        if (references.mayReferElsewhere(file.location())) {
                            elsewhere.set(true);
                        }
                    }
                });
            } catch (GateException e) {
                return Leftovers.notAssessed(e);
            }
            Leftovers left = count.leftovers(
                    objection(table, references, elsewhere.get()).or(neighbours::objection));
            return left.eligible().isEmpty() ? left : count.leftovers(siblings.objection(table, folder));
        });
    }

    /** Hidden files are others' marks, check sums or work under way, unless a folder is a partition's. */
    static boolean isCandidate(String path) {
        for (String segment : path.split("/", -1)) {
            boolean hidden = segment.startsWith("_") || segment.startsWith(".");
            if (hidden && !segment.contains("=")) {
                return false;
            }
        }
        return true;
    }

    /** Why nothing below the table may be removed, as far as its metadata and a listing tell. */
    static Optional<String> objection(IcebergTable table, References references, boolean elsewhere) {
        Optional<String> objection = Retained.objection(table);
        if (objection.isPresent()) {
            return objection;
        }
        if (references.isEmpty()) {
            return Optional.of("No version of the table holds a file, so that what they refer to proves nothing.");
        }
        return elsewhere
                ? Optional.of("Its metadata names files under another bucket or host than its location %s."
                        .formatted(table.metadata().location()))
                : Optional.empty();
    }
}
