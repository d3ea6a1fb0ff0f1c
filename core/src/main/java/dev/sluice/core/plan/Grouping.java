/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.health.Measure;
import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Partition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files to rewrite, in groups and commits.
 *
 * @param steps one for each commit
 * @param leftAlone partitions that are left for later because they change at present, and files that are listed twice
 * @param remaining what is over the limit of one run
 */
record Grouping(List<Step.Compact> steps, List<LeftAlone> leftAlone, Remaining remaining) {

    static Grouping of(Planner.Findings found, Policy policy, Bytes target) {
        Set<Partition> selected = new HashSet<>();
        List<LeftAlone> leftAlone = new ArrayList<>();
        for (PartitionHealth partition : found.health().partitions()) {
            if (!policy.selects(partition, target)) {
                continue;
            }
            if (isBusy(partition, policy.pace(), found.now())) {
                leftAlone.add(busy(partition, policy.pace()));
            } else {
                selected.add(partition.partition());
            }
        }
        Map<Partition, List<PlannedFile>> inputs = inputs(found, policy, selected);
        leftAlone.addAll(leaveRepeated(inputs, target));
        return commits(groups(inputs, policy, target), leftAlone, policy.pace(), target);
    }

    private static boolean isBusy(PartitionHealth partition, Pace pace, Instant now) {
        return pace.quiet()
                .filter(quiet -> partition.changedAt().isAfter(now.minus(quiet)))
                .isPresent();
    }

    /** Says when and not how long ago, so that the same plan made later is the same. */
    private static LeftAlone busy(PartitionHealth partition, Pace pace) {
        return new LeftAlone(
                Code.BUSY_PARTITION,
                partition.partition().toString(),
                "It changed at %s, and partitions are left alone for %d min after a change"
                        .formatted(
                                partition.changedAt().truncatedTo(ChronoUnit.SECONDS),
                                pace.quiet().orElse(Duration.ZERO).toMinutes()));
    }

    /** The candidates of each partition, from the oldest to the newest. */
    private static Map<Partition, List<PlannedFile>> inputs(
            Planner.Findings found, Policy policy, Set<Partition> selected) {
        Measure measure = policy.measureFor(found.state(), found.now());
        Map<Partition, List<PlannedFile>> inputs = new TreeMap<>();
        try (Stream<DataFile> files = found.state().files()) {
            files.filter(file -> selected.contains(file.partition()) && measure.isCandidate(file))
                    .sorted(Comparator.comparing(DataFile::changedAt).thenComparing(DataFile::path))
                    .forEach(file -> inputs.computeIfAbsent(file.partition(), p -> new ArrayList<>())
                            .add(PlannedFile.of(file)));
        }
        return inputs;
    }

    /**
     * Leaves out files that the table lists more than once, as a writer that tried again may have it do: readers give their
     * rows as many times, and a commit takes a file out by its name, whichever of its entries is meant.
     */
    private static List<LeftAlone> leaveRepeated(Map<Partition, List<PlannedFile>> inputs, Bytes target) {
        Set<String> seen = new HashSet<>();
        Map<String, Integer> repeated = new TreeMap<>();
        inputs.values()
                .forEach(files -> files.forEach(file -> {
                    if (!seen.add(file.path())) {
                        repeated.merge(file.path(), 2, (entries, more) -> entries + 1);
                    }
                }));
        if (!repeated.isEmpty()) {
            inputs.values().forEach(files -> files.removeIf(file -> repeated.containsKey(file.path())));
            inputs.values().removeIf(files -> !Part.of(files).getsBetter(target));
        }
        return repeated.entrySet().stream()
                .map(file -> new LeftAlone(
                        Code.NOTHING_TO_GAIN,
                        file.getKey(),
                        "The table lists this file %d times, so that its rows count as often; a rewrite would not know which of them are meant"
                                .formatted(file.getValue())))
                .toList();
    }

    /**
     * One group for each partition that can get better. A group is written as a stream that is cut at the target size, so
     * at most one file per group stays below it, and a second run finds nothing to do. Only a partition that is larger than
     * a commit or a run may be is cut into several.
     */
    private static List<FileGroup> groups(Map<Partition, List<PlannedFile>> inputs, Policy policy, Bytes target) {
        List<FileGroup> groups = new ArrayList<>();
        inputs.forEach((partition, files) -> cut(files, policy.pace().groupBytes(), target)
                .forEach(part -> groups.add(new FileGroup(partition, part, outputs(bytes(part), target)))));
        groups.sort(Comparator.comparing(FileGroup::movesToCurrentPartitioning));
        return groups;
    }

    /** Cuts a list of files into parts of at most so many bytes, but never so that a part would get no better. */
    private static List<List<PlannedFile>> cut(List<PlannedFile> files, Bytes most, Bytes target) {
        List<Part> parts = new ArrayList<>();
        Part part = new Part();
        for (PlannedFile file : files) {
            if (part.bytes + file.size().count() > most.count() && part.getsBetter(target)) {
                parts.add(part);
                part = new Part();
            }
            part.add(file);
        }
        if (parts.isEmpty() || part.getsBetter(target)) {
            parts.add(part);
        } else {
            part.files.forEach(parts.get(parts.size() - 1)::add);
        }
        return parts.stream().map(p -> p.files).toList();
    }

    /** A part of a partition's files while it grows. */
    private static final class Part {
        private final List<PlannedFile> files = new ArrayList<>();
        private long bytes;
        private long deletedRows;

        static Part of(List<PlannedFile> files) {
            Part part = new Part();
            files.forEach(part::add);
            return part;
        }

        void add(PlannedFile file) {
            files.add(file);
            bytes += file.size().count();
            deletedRows += file.deletedRows();
        }

        /** True if rewriting it leaves fewer files or fewer deleted rows. */
        boolean getsBetter(Bytes target) {
            return outputs(bytes, target) < files.size() || deletedRows > 0;
        }
    }

    private static long bytes(List<PlannedFile> files) {
        return files.stream().mapToLong(f -> f.size().count()).sum();
    }

    private static long outputs(long bytes, Bytes target) {
        return Math.max(1, -Math.floorDiv(-bytes, target.count()));
    }

    /**
     * Fills commits up to their limit, and stops at the limit of a run, which always has at least one group. Groups of an
     * earlier partitioning, which come last, are not committed with others: where files change their partition, a commit
     * has to give way to more.
     */
    private static Grouping commits(List<FileGroup> groups, List<LeftAlone> leftAlone, Pace pace, Bytes target) {
        List<Step.Compact> steps = new ArrayList<>();
        List<FileGroup> commit = new ArrayList<>();
        Remaining remaining = Remaining.NOTHING;
        long inCommit = 0;
        long inRun = 0;
        for (FileGroup group : groups) {
            long bytes = group.bytes().count();
            if (inRun > 0
                    && pace.maxBytes().isPresent()
                    && inRun + bytes > pace.maxBytes().get().count()) {
                remaining = remaining.plus(group);
                continue;
            }
            boolean isOfAnotherKind = !commit.isEmpty()
                    && commit.get(0).movesToCurrentPartitioning() != group.movesToCurrentPartitioning();
            if (isOfAnotherKind
                    || (!commit.isEmpty()
                            && inCommit + bytes > pace.commitBytes().count())) {
                steps.add(new Step.Compact(commit, target));
                commit = new ArrayList<>();
                inCommit = 0;
            }
            commit.add(group);
            inCommit += bytes;
            inRun += bytes;
        }
        if (!commit.isEmpty()) {
            steps.add(new Step.Compact(commit, target));
        }
        return new Grouping(steps, leftAlone, remaining);
    }
}
