/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.health;

import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.History;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The measured numbers of one state of a table, table-wide and per partition; no opinion.
 *
 * @param rows rows stored, deleted ones included, counting only files that say how many they hold
 * @param deletedRows rows of the same files that are deleted
 * @param filesWithoutRowCount files whose metadata does not say how many rows they hold
 * @param filesWithDeletes data files that deletes apply to
 * @param leftAlone small files that Sluice does not rewrite, with the reason each, counted by reason
 */
public record TableHealth(
        long version,
        long files,
        long smallFiles,
        Bytes bytes,
        long rows,
        long deletedRows,
        long filesWithoutRowCount,
        long filesWithDeletes,
        Map<String, Long> leftAlone,
        History history,
        List<PartitionHealth> partitions) {

    public TableHealth {
        leftAlone = Map.copyOf(leftAlone);
        partitions = List.copyOf(partitions);
    }

    /** Measures a state in one pass over its files. */
    public static TableHealth measure(TableState state, Measure measure) {
        Tally tally = new Tally(measure);
        try (Stream<DataFile> files = state.files()) {
            files.forEach(tally::count);
        }
        return tally.health(state);
    }

    /** The small files among the files. */
    public Share smallShare() {
        return new Share(smallFiles, files);
    }

    /** Small files per file; an empty table has ratio 0. */
    public double smallRatio() {
        return smallShare().ratio();
    }

    /** The deleted rows among the stored ones. */
    public Share deletedShare() {
        return new Share(deletedRows, rows);
    }

    /** Deleted rows per stored row, 0 to 100. */
    public double deletedPercent() {
        return deletedShare().percent();
    }

    /** Rows that a reader sees, as far as the metadata tells. */
    public long liveRows() {
        return rows - deletedRows;
    }

    /** Mean of the partitions' small ratios, 0 for a table without files. */
    public double meanSmallRatio() {
        return partitions.stream()
                .mapToDouble(PartitionHealth::smallRatio)
                .average()
                .orElse(0);
    }

    /** The running counts of one pass. */
    private static final class Tally {
        private final Measure measure;
        private final Map<Partition, PartitionTally> partitions = new HashMap<>();
        private final Map<String, Long> leftAlone = new HashMap<>();
        private long filesWithoutRowCount;
        private long filesWithDeletes;

        Tally(Measure measure) {
            this.measure = measure;
        }

        void count(DataFile file) {
            if (!measure.where().test(file.partition())) {
                return;
            }
            partitions.computeIfAbsent(file.partition(), PartitionTally::new).count(file, measure);
            if (!file.knowsItsRows()) {
                filesWithoutRowCount++;
            }
            if (file.deletedRows() > 0) {
                filesWithDeletes++;
            }
            if (file.leaveAlone() != null && measure.isSmall(file)) {
                leftAlone.merge(file.leaveAlone(), 1L, Long::sum);
            }
        }

        TableHealth health(TableState state) {
            List<PartitionHealth> measured = new ArrayList<>(partitions.size());
            partitions.values().forEach(p -> measured.add(p.health()));
            measured.sort(Comparator.comparing(PartitionHealth::partition));
            return new TableHealth(
                    state.version(),
                    measured.stream().mapToLong(PartitionHealth::files).sum(),
                    measured.stream().mapToLong(PartitionHealth::smallFiles).sum(),
                    Bytes.of(measured.stream().mapToLong(p -> p.bytes().count()).sum()),
                    measured.stream().mapToLong(PartitionHealth::rows).sum(),
                    measured.stream().mapToLong(PartitionHealth::deletedRows).sum(),
                    filesWithoutRowCount,
                    filesWithDeletes,
                    leftAlone,
                    state.history(),
                    measured);
        }
    }

    /** The running counts of one partition. */
    private static final class PartitionTally {
        private final Partition partition;
        private long files;
        private long smallFiles;
        private long bytes;
        private long rows;
        private long deletedRows;
        private long candidates;
        private long candidateBytes;
        private long candidatesDeletedRows;
        private Instant changedAt = Instant.EPOCH;

        PartitionTally(Partition partition) {
            this.partition = partition;
        }

        void count(DataFile file, Measure measure) {
            files++;
            bytes += file.size().count();
            if (file.knowsItsRows()) {
                rows += file.rows();
                deletedRows += file.deletedRows();
            }
            if (measure.isSmall(file)) {
                smallFiles++;
            }
            if (measure.isCandidate(file)) {
                candidates++;
                candidateBytes += file.size().count();
                candidatesDeletedRows += file.deletedRows();
            }
            if (file.changedAt().isAfter(changedAt)) {
                changedAt = file.changedAt();
            }
        }

        PartitionHealth health() {
            return new PartitionHealth(
                    partition,
                    files,
                    smallFiles,
                    Bytes.of(bytes),
                    rows,
                    deletedRows,
                    candidates,
                    Bytes.of(candidateBytes),
                    candidatesDeletedRows,
                    changedAt);
        }
    }
}
