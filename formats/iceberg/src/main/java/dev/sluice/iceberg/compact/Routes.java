/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.iceberg.merge.Merge;
import dev.sluice.iceberg.rows.InputFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** Where the live rows of one group of files of an earlier spec belong by the current one. */
final class Routes {

    /** A file is read once for each partition that rows of it go to: beyond this, on average, moving costs too much. */
    static final int MOST_READS = 32;

    /** After so many rows it is looked at how much memory the positions take. */
    private static final int LOOK_EVERY = 1 << 18;

    /** What a set of positions takes besides them, in bytes: itself, its tree, a slot of the map. */
    private static final long OVERHEAD = 400;

    /** Why the routes of a group are not followed. */
    enum Obstacle {
        READS("their rows lie so mixed that they would be read more than " + MOST_READS + " times"),
        MEMORY("their rows lie so mixed that their places do not fit into memory");

        private final String text;

        Obstacle(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    private final Map<InputFile, Roaring64Bitmap> deleted;
    private final CurrentTuples tuples;
    private final Map<List<@Nullable Object>, Map<InputFile, Roaring64Bitmap>> targets = new LinkedHashMap<>();
    private final long bytes;
    private long reads;
    private long memory;

    Routes(Map<InputFile, Roaring64Bitmap> deleted, CurrentTuples tuples) {
        this.deleted = deleted;
        this.tuples = tuples;
        this.bytes =
                deleted.keySet().stream().mapToLong(file -> file.size().count()).sum();
    }

    Map<InputFile, Roaring64Bitmap> deleted() {
        return deleted;
    }

    CurrentTuples tuples() {
        return tuples;
    }

    /** The spec that the files are of. */
    int spec() {
        return deleted.keySet().iterator().next().task().spec().specId();
    }

    int files() {
        return deleted.size();
    }

    /** What the positions take in memory, in bytes, as an estimate. */
    long memory() {
        return memory;
    }

    /**
     * Finds the routes, without a look at a row where the earlier partition tells them.
     *
     * @param room bytes that the positions may take
     */
    Optional<Obstacle> find(long room) {
        Optional<List<@Nullable Object>> all = tuples.ofAll();
        for (Map.Entry<InputFile, Roaring64Bitmap> file : deleted.entrySet()) {
            long rows = file.getKey().file().recordCount();
            memory += file.getValue().getLongSizeInBytes();
            if (all.isPresent()) {
                Roaring64Bitmap live = new Roaring64Bitmap();
                live.addRange(0, rows);
                live.andNot(file.getValue());
                target(all.get()).put(file.getKey(), live);
            } else {
                Optional<Obstacle> obstacle = new Scan(file.getKey(), file.getValue(), room).run();
                if (obstacle.isPresent()) {
                    return obstacle;
                }
            }
        }
        return Optional.empty();
    }

    private Map<InputFile, Roaring64Bitmap> target(List<@Nullable Object> tuple) {
        return targets.computeIfAbsent(tuple, t -> new LinkedHashMap<>());
    }

    /** Goes through the rows of one file. */
    private final class Scan {
        private final InputFile file;
        private final Roaring64Bitmap gone;
        private final long room;
        private final Map<List<@Nullable Object>, Roaring64Bitmap> found = new LinkedHashMap<>();
        private long rows;
        private @Nullable Obstacle obstacle;

        Scan(InputFile file, Roaring64Bitmap gone, long room) {
            this.file = file;
            this.gone = gone;
            this.room = room;
        }

        Optional<Obstacle> run() {
            tuples.read(file, this::row);
            if (obstacle == null) {
                requireAll();
                found.forEach((tuple, positions) -> {
                    positions.runOptimize();
                    target(tuple).put(file, positions);
                });
                memory += size();
                look(0);
            }
            return Optional.ofNullable(obstacle);
        }

        private boolean row(long position, List<@Nullable Object> tuple) {
            rows++;
            if (!gone.contains(position)) {
                found.computeIfAbsent(tuple, t -> {
                            reads += file.size().count();
                            return new Roaring64Bitmap();
                        })
                        .addLong(position);
                if (reads / MOST_READS > bytes) {
                    obstacle = Obstacle.READS;
                }
            }
            if (rows % LOOK_EVERY == 0) {
                look(size());
            }
            return obstacle == null;
        }

        private void look(long more) {
            if (memory + more > room) {
                obstacle = Obstacle.MEMORY;
            }
        }

        private long size() {
            return found.values().stream()
                    .mapToLong(positions -> OVERHEAD + positions.getLongSizeInBytes())
                    .sum();
        }

        private void requireAll() {
            if (rows != file.file().recordCount()) {
                throw new GateException(
                        Fault.TABLE_DAMAGED,
                        file.path(),
                        "It has %d rows by the metadata's account, and %d by its own. Nothing was committed."
                                .formatted(file.file().recordCount(), rows));
            }
        }
    }

    /** The partitions that rows go to, with the files' bytes by their share of rows. */
    Map<List<@Nullable Object>, Double> bytesByTarget() {
        Map<List<@Nullable Object>, Double> sums = new HashMap<>();
        targets.forEach((tuple, files) -> {
            double sum = 0;
            for (Map.Entry<InputFile, Roaring64Bitmap> file : files.entrySet()) {
                double share = (double) file.getValue().getLongCardinality()
                        / Math.max(1, file.getKey().file().recordCount());
                sum += share * file.getKey().size().count();
            }
            sums.put(tuple, sum);
        });
        return sums;
    }

    boolean goTo(List<@Nullable Object> tuple) {
        return targets.containsKey(tuple);
    }

    long rowsTo(List<@Nullable Object> tuple) {
        return targets.getOrDefault(tuple, Map.of()).values().stream()
                .mapToLong(Roaring64Bitmap::getLongCardinality)
                .sum();
    }

    /** The files with rows for a partition, each without its other rows. */
    List<Merge.Part> partsFor(List<@Nullable Object> tuple) {
        List<Merge.Part> parts = new ArrayList<>();
        targets.getOrDefault(tuple, Map.of())
                .forEach((file, positions) -> parts.add(new Merge.Part(file, allBut(positions, file))));
        return parts;
    }

    private static Roaring64Bitmap allBut(Roaring64Bitmap positions, InputFile file) {
        Roaring64Bitmap others = new Roaring64Bitmap();
        others.addRange(0, file.file().recordCount());
        others.andNot(positions);
        return others;
    }
}
