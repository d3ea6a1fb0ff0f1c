/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.format.Change;
import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.Intent;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What compacting the degraded partitions of a table is worth: projected from what was measured, and, apart from that,
 * measured once it was done. A projection is never given as a result.
 *
 * @param degraded partitions in which the share of small files reaches the limit, the worst first
 * @param compactable the size of all their files
 * @param projectedSpeedup their files per file that would be left if they were merged towards the target
 * @param done what was really reached, empty where nothing was compacted
 */
public record Scorecard(
        List<PartitionHealth> degraded, Bytes compactable, double projectedSpeedup, Optional<Done> done) {

    /**
     * What a compaction reached in the partitions that it touched, from committed metadata.
     *
     * @param smallFilesEliminated small files before less small files after
     * @param measuredSpeedup data files that a full scan of them opened before, per one that it opens after
     */
    public record Done(long partitions, long smallFilesEliminated, double measuredSpeedup) {}

    public Scorecard {
        degraded = List.copyOf(degraded);
    }

    /**
     * The scorecard of a table as it was measured.
     *
     * @param degradedFrom share of small files from which on a partition is degraded
     */
    public static Scorecard of(TableHealth health, double degradedFrom, Bytes target) {
        List<PartitionHealth> degraded = health.partitions().stream()
                .filter(p -> p.smallShare().reaches(degradedFrom))
                .sorted(Comparator.comparingDouble(PartitionHealth::smallRatio)
                        .thenComparingLong(PartitionHealth::smallFiles)
                        .reversed()
                        .thenComparing(PartitionHealth::partition))
                .toList();
        long bytes = degraded.stream().mapToLong(p -> p.bytes().count()).sum();
        long files = degraded.stream().mapToLong(PartitionHealth::files).sum();
        long outputs = Math.max(1, -Math.floorDiv(-bytes, target.count()));
        return new Scorecard(degraded, Bytes.of(bytes), (double) files / outputs, Optional.empty());
    }

    /** The same by what a plan carries of its policy; empty where that does not look at each partition apart. */
    static Optional<Scorecard> of(TableHealth health, Intent intent) {
        return intent.degradedFrom().isEmpty()
                ? Optional.empty()
                : Optional.of(of(health, intent.degradedFrom().getAsDouble(), intent.target()));
    }

    /** The same with what a change of the table has reached, in the partitions that it touched and in no other. */
    Scorecard after(Change change, TableHealth before, TableHealth after) {
        Set<Partition> touched = change.partitions();
        long opened = files(before, touched);
        long opens = files(after, touched);
        double speedup = opens == 0 ? 0 : (double) opened / opens;
        long partitions = before.partitions().stream()
                .filter(p -> touched.contains(p.partition()))
                .count();
        return new Scorecard(
                degraded,
                compactable,
                projectedSpeedup,
                Optional.of(new Done(partitions, small(before, touched) - small(after, touched), speedup)));
    }

    private static long files(TableHealth health, Set<Partition> of) {
        return health.partitions().stream()
                .filter(p -> of.contains(p.partition()))
                .mapToLong(PartitionHealth::files)
                .sum();
    }

    private static long small(TableHealth health, Set<Partition> of) {
        return health.partitions().stream()
                .filter(p -> of.contains(p.partition()))
                .mapToLong(PartitionHealth::smallFiles)
                .sum();
    }
}
