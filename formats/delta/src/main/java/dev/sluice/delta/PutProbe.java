/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.store.Store.PutOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Tries whether a service puts a file only where there is none, by two puts under one name, of which the second must not
 * succeed. Two writers that commit through a service without that would lose each other's commits, and never learn of it.
 */
final class PutProbe {

    private final Store store;
    private final Passage passage;

    PutProbe(Store store, Passage passage) {
        this.store = store;
        this.passage = passage;
    }

    /**
     * Makes sure of the service that keeps a table, unless somebody vouches for it or a run has found it out of late.
     *
     * @throws GateException with {@code UNSAFE} if the service overwrites
     */
    void prove(Location table) {
        Optional<Bucket> bucket = store.unproven(table);
        if (bucket.isPresent() && !passage.isProven(bucket.get())) {
            prove(table, bucket.get());
            passage.proves(bucket.get());
        }
    }

    private void prove(Location table, Bucket bucket) {
        Location scratch = table.resolve("sluice-probe-" + passage.runId());
        passage.writes(scratch);
        PutOutcome first;
        PutOutcome second;
        try {
            first = put(scratch, "first");
            second = put(scratch, "second");
        } catch (GateException e) {
            store.delete(List.of(scratch)); // whatever comes of it: the journal knows the file
            throw e;
        }
        takeAway(scratch);
        if (second == PutOutcome.CREATED) {
            throw new GateException(
                    Fault.UNSAFE,
                    table.toString(),
                    ("The bucket %s at %s overwrites a file that is to be put only where there is none, so two writers would"
                                    + " lose each other's commits. Nothing was changed. It takes a service that honours"
                                    + " If-None-Match when a file is put.")
                            .formatted(bucket.name(), bucket.endpoint()));
        }
        if (first == PutOutcome.EXISTS) {
            throw new GateException(Fault.UNSAFE, scratch.toString(), "A file of this run's name is there already.");
        }
    }

    private PutOutcome put(Location scratch, String content) {
        return store.putIfAbsent(scratch, content.getBytes(StandardCharsets.UTF_8));
    }

    private void takeAway(Location scratch) {
        for (DeleteOutcome outcome : store.delete(List.of(scratch))) {
            if (outcome.kind() == DeleteOutcome.Kind.FAILED) {
                throw new GateException(
                        Fault.STORAGE,
                        scratch.toString(),
                        "The file with which the service was tried could not be deleted, nor could what a failed run leaves. %s"
                                .formatted(outcome.reason()));
            }
        }
    }
}
