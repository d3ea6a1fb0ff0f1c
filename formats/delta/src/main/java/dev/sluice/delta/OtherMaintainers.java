/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.table.Objection;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Looks in a table's history for somebody else who compacts it: two at it would undo and overtake each other. */
final class OtherMaintainers {

    /** How far back the history is looked at. */
    static final Duration SPAN = Duration.ofDays(14);

    /** At most so many of the newest commits are looked at, so that a look at a busy table stays cheap. */
    private static final int COMMITS = 100;

    private static final String OURS = "Sluice";
    private static final String COMPACTION = "OPTIMIZE";

    private static final StructType COMMIT_INFO = new StructType()
            .add(
                    "commitInfo",
                    new StructType()
                            .add("timestamp", LongType.LONG, true)
                            .add("operation", StringType.STRING, true)
                            .add("engineInfo", StringType.STRING, true),
                    true);

    private final Engine engine;
    private final SnapshotImpl snapshot;

    OtherMaintainers(Engine engine, SnapshotImpl snapshot) {
        this.engine = engine;
        this.snapshot = snapshot;
    }

    /** The newest compaction by somebody else within the span, as an objection. */
    Optional<Objection> objection(String table, Instant now) {
        List<FileStatus> newest = snapshot.getLogSegment().getDeltas().stream()
                .sorted(Comparator.comparing(FileStatus::getPath).reversed())
                .limit(COMMITS)
                .toList();
        return Refusals.refusing(table, () -> {
            for (FileStatus commit : newest) {
                Optional<Objection> found = look(commit, now);
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        });
    }

    private Optional<Objection> look(FileStatus commit, Instant now) {
        try (CloseableIterator<ColumnarBatch> batches = engine.getJsonHandler()
                .readJsonFiles(Utils.singletonCloseableIterator(commit), COMMIT_INFO, Optional.empty())) {
            while (batches.hasNext()) {
                ColumnVector infos = batches.next().getColumnVector(0);
                for (int row = 0; row < infos.getSize(); row++) {
                    if (!infos.isNullAt(row)) {
                        return judge(infos, row, now);
                    }
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Objection> judge(ColumnVector infos, int row, Instant now) {
        ColumnVector times = infos.getChild(0);
        if (times.isNullAt(row) || !COMPACTION.equals(text(infos.getChild(1), row))) {
            return Optional.empty();
        }
        Instant at = Instant.ofEpochMilli(times.getLong(row));
        String engine = text(infos.getChild(2), row);
        if (engine.contains(OURS) || at.isBefore(now.minus(SPAN))) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                Objection.Kind.OWNER_MAINTAINS,
                "%s compacted the table %d days ago; take-over=true makes it ours to maintain."
                        .formatted(
                                engine.isEmpty() ? "Somebody else" : engine,
                                Duration.between(at, now).toDays())));
    }

    private static String text(ColumnVector texts, int row) {
        return texts.isNullAt(row) ? "" : texts.getString(row);
    }
}
