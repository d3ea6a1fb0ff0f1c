/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.fleet;

import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * What maintenance would take and save, counted from a plan.
 *
 * @param filesRewritten files that compaction would read
 * @param filesWritten files that it is expected to write in their place
 * @param bytesRewritten what it would read
 * @param commits commits that it would make
 * @param clutter what lies about below the table; empty where it was not listed
 */
public record Worth(
        long filesRewritten, long filesWritten, Bytes bytesRewritten, long commits, Optional<Clutter> clutter) {

    public static final Worth NOTHING = new Worth(0, 0, Bytes.ZERO, 0, Optional.empty());

    /** Requests that reading one file takes: one for its end, which says what is in it, and one for what is in it. */
    public static final long REQUESTS_A_FILE = 2;

    /**
     * Files below a table that its current version does not hold.
     *
     * @param files whatever their age
     * @param eligibleFiles those of them that may be removed now
     */
    public record Clutter(long files, Bytes bytes, long eligibleFiles, Bytes eligibleBytes) {

        static final Clutter NONE = new Clutter(0, Bytes.ZERO, 0, Bytes.ZERO);

        static Clutter of(Leftovers left) {
            return new Clutter(
                    left.unreferenced(),
                    left.unreferencedBytes(),
                    left.eligible().size(),
                    left.eligibleBytes());
        }

        Clutter plus(Clutter other) {
            return new Clutter(
                    files + other.files,
                    bytes.plus(other.bytes),
                    eligibleFiles + other.eligibleFiles,
                    eligibleBytes.plus(other.eligibleBytes));
        }
    }

    static Worth of(Optional<MaintenancePlan> plan, Optional<Leftovers> leftovers) {
        Worth worth = NOTHING;
        for (Step step : plan.map(MaintenancePlan::steps).orElseGet(List::of)) {
            if (step instanceof Step.Compact compact) {
                worth = worth.plus(
                        new Worth(compact.inputs(), compact.outputs(), compact.bytes(), 1, Optional.empty()));
            }
        }
        return worth.with(leftovers.filter(Leftovers::areAssessed).map(Clutter::of));
    }

    private Worth with(Optional<Clutter> listed) {
        return new Worth(filesRewritten, filesWritten, bytesRewritten, commits, listed);
    }

    /** By how many files the table would get fewer. */
    public long filesSaved() {
        return filesRewritten - filesWritten;
    }

    /** Requests that a reader of the whole table would no longer make. */
    public long requestsSavedPerScan() {
        return filesSaved() * REQUESTS_A_FILE;
    }

    /** Bytes that may be removed now; none where they were not listed. */
    public Bytes reclaimable() {
        return clutter.map(Clutter::eligibleBytes).orElse(Bytes.ZERO);
    }

    /** Requests that read what carrying it out needs: the inputs, and once more for the proof of their rows. */
    public long reads() {
        return 2 * filesRewritten * REQUESTS_A_FILE;
    }

    /** Requests that write: each new file, and each commit. */
    public long writes() {
        return filesWritten + commits;
    }

    /** This and another table's together; what was not listed of one is missing from the sum. */
    public Worth plus(Worth other) {
        Optional<Clutter> both = clutter.isEmpty() && other.clutter.isEmpty()
                ? Optional.empty()
                : Optional.of(clutter.orElse(Clutter.NONE).plus(other.clutter.orElse(Clutter.NONE)));
        return new Worth(
                filesRewritten + other.filesRewritten,
                filesWritten + other.filesWritten,
                bytesRewritten.plus(other.bytesRewritten),
                commits + other.commits,
                both);
    }
}
