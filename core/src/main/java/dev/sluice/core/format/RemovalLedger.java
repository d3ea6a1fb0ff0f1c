/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.format;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The account of files that are being taken away, while it is kept: each file ends in exactly one of its lists. */
public final class RemovalLedger {

    private final List<Location> deleted = new ArrayList<>();
    private final List<Removal.Kept> kept = new ArrayList<>();
    private final List<Removal.Kept> failed = new ArrayList<>();
    private long bytes;

    /** Notes that a file stays. */
    public void keep(Location file, String reason) {
        kept.add(new Removal.Kept(file, reason));
    }

    /** Deletes files, given with their sizes, and notes what came of each. */
    public void delete(Store store, Map<Location, Bytes> doomed) {
        for (DeleteOutcome outcome : store.delete(List.copyOf(doomed.keySet()))) {
            switch (outcome.kind()) {
                case DELETED -> {
                    deleted.add(outcome.file());
                    bytes += doomed.getOrDefault(outcome.file(), Bytes.ZERO).count();
                }
                case ABSENT -> keep(outcome.file(), "It was gone already.");
                case FAILED -> failed.add(new Removal.Kept(outcome.file(), outcome.reason()));
            }
        }
    }

    public Removal account() {
        return new Removal(deleted, Bytes.of(bytes), kept, failed);
    }
}
