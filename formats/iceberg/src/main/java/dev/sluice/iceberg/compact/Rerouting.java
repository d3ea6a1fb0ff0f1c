/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Partition;
import dev.sluice.iceberg.merge.Merge;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.IcebergTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Decides which groups of files of an earlier spec move to the current one, and what is written for it. Groups are looked
 * at together, so that what several of them have for one partition becomes one file. A group moves only if that leaves
 * fewer files than it has, or no more than within its own partition.
 */
final class Rerouting {

    private final IcebergTable table;
    private final PartitionSpec spec;
    private final SourceColumns reader;
    private final long room;
    private final Bytes target;
    private final List<Candidate> batch = new ArrayList<>();
    private final Set<Integer> movedFrom = new HashSet<>();
    private final StayNotes notes = new StayNotes();
    private long held;

    /** @param room bytes, as an estimate, that the places of rows may take in memory */
    Rerouting(IcebergTable table, SourceColumns reader, Bytes room, Bytes target) {
        this.table = table;
        this.spec = table.metadata().spec();
        this.reader = reader;
        this.room = room.count();
        this.target = target;
    }

    boolean isOfCurrentSpec(InputFile file) {
        return file.task().spec().specId() == spec.specId();
    }

    /** The earlier specs that files have moved from. */
    Set<Integer> movedFrom() {
        return Set.copyOf(movedFrom);
    }

    /** Why groups were not moved. */
    List<String> notes() {
        return notes.all();
    }

    /**
     * Takes one more group of an earlier spec.
     *
     * @param deleted its files, each with the rows of it that are deleted
     * @return what is to be written before the next group is taken
     */
    Stream<Merge> take(Partition partition, Map<InputFile, Roaring64Bitmap> deleted) {
        if (mustStay(deleted)) {
            return Stream.of(Merge.within(deleted));
        }
        Stream<Merge> due = Stream.empty();
        Routes routes = routes(deleted);
        Optional<Routes.Obstacle> obstacle = routes.find(room - held);
        if (obstacle.equals(Optional.of(Routes.Obstacle.MEMORY)) && !batch.isEmpty()) {
            due = decided();
            routes = routes(deleted);
            obstacle = routes.find(room);
        }
        if (obstacle.isPresent()) {
            notes.stays(partition, deleted.size(), obstacle.get().text());
            return Stream.concat(due, Stream.of(Merge.within(deleted)));
        }
        batch.add(candidate(partition, routes));
        held += routes.memory();
        return due;
    }

    private Routes routes(Map<InputFile, Roaring64Bitmap> deleted) {
        InputFile like = deleted.keySet().iterator().next();
        return new Routes(deleted, new CurrentTuples(table, reader, like));
    }

    private Candidate candidate(Partition partition, Routes routes) {
        Map<List<@Nullable Object>, Double> bytes = routes.bytesByTarget();
        long within =
                outputs(bytes.values().stream().mapToDouble(Double::doubleValue).sum());
        return new Candidate(partition, routes, bytes, Math.max(routes.files() - 1, within));
    }

    /** Where no row is left nothing can move; and deletes of rows that a file does not have are for the engine to refuse. */
    private static boolean mustStay(Map<InputFile, Roaring64Bitmap> deleted) {
        boolean noneIsLeft = true;
        for (Map.Entry<InputFile, Roaring64Bitmap> file : deleted.entrySet()) {
            long rows = file.getKey().file().recordCount();
            Roaring64Bitmap gone = file.getValue();
            if (!gone.isEmpty() && gone.last() >= rows) {
                return true;
            }
            noneIsLeft &= gone.getLongCardinality() == rows;
        }
        return noneIsLeft;
    }

    /** What is to be written for all groups that were taken and not yet decided. One merge is made after the other. */
    Stream<Merge> decided() {
        List<Candidate> moving = new ArrayList<>(batch);
        List<Candidate> staying = new ArrayList<>();
        for (Optional<Candidate> worst = worst(moving); worst.isPresent(); worst = worst(moving)) {
            moving.remove(worst.get());
            staying.add(worst.get());
        }
        batch.clear();
        held = 0;
        List<Supplier<Merge>> merges = new ArrayList<>();
        for (Candidate candidate : staying) {
            notes.stays(
                    candidate.partition(),
                    candidate.routes().files(),
                    "in the current one they would be no fewer files");
            merges.add(() -> Merge.within(candidate.routes().deleted()));
        }
        Set<List<@Nullable Object>> targets = new LinkedHashSet<>();
        for (Candidate candidate : moving) {
            movedFrom.add(candidate.routes().spec());
            targets.addAll(candidate.bytes().keySet());
        }
        targets.forEach(tuple -> merges.add(() -> merge(tuple, moving)));
        return merges.stream().map(Supplier::get);
    }

    private Merge merge(List<@Nullable Object> tuple, List<Candidate> moving) {
        List<Routes> routes = moving.stream()
                .map(Candidate::routes)
                .filter(r -> r.goTo(tuple))
                .toList();
        PartitionData partition = new PartitionData(spec.partitionType());
        for (int i = 0; i < tuple.size(); i++) {
            partition.set(i, tuple.get(i));
        }
        Set<Integer> computed = new HashSet<>(routes.get(0).tuples().computed());
        routes.forEach(r -> computed.retainAll(r.tuples().computed()));
        return new Merge(
                routes.stream().flatMap(r -> r.partsFor(tuple).stream()).toList(),
                spec,
                partition,
                OptionalLong.of(routes.stream().mapToLong(r -> r.rowsTo(tuple)).sum()),
                Bytes.of((long) moving.stream()
                        .mapToDouble(candidate -> candidate.bytes().getOrDefault(tuple, 0.0))
                        .sum()),
                output -> routes.get(0).tuples().prove(output, computed));
    }

    /** The group that most of all had better stay where it is, if one should. */
    private Optional<Candidate> worst(List<Candidate> moving) {
        Map<List<@Nullable Object>, Double> bytes = new HashMap<>();
        moving.forEach(candidate -> candidate.bytes().forEach((tuple, b) -> bytes.merge(tuple, b, Double::sum)));
        long allowed =
                moving.stream().mapToLong(candidate -> candidate.allowed()).sum();
        boolean tooMany = bytes.values().stream().mapToLong(this::outputs).sum() > allowed;
        Candidate worst = null;
        long most = 0;
        for (Candidate candidate : moving) {
            long adds = 0;
            long alone = 0;
            for (Map.Entry<List<@Nullable Object>, Double> share :
                    candidate.bytes().entrySet()) {
                double all = bytes.getOrDefault(share.getKey(), 0.0);
                adds += outputs(all) - outputs(all - share.getValue());
                alone += outputs(share.getValue());
            }
            long excess = (tooMany ? alone : adds) - candidate.allowed();
            if (excess > most) {
                most = excess;
                worst = candidate;
            }
        }
        return Optional.ofNullable(worst);
    }

    /** Files that so many bytes become. */
    private long outputs(double bytes) {
        return bytes < 0.5 ? 0 : Math.max(1, (long) Math.ceil(bytes / target.count()));
    }

    /**
     * A group that may move.
     *
     * @param bytes what goes to each partition
     * @param allowed more files than this it must not become
     */
    private record Candidate(
            Partition partition, Routes routes, Map<List<@Nullable Object>, Double> bytes, long allowed) {}
}
