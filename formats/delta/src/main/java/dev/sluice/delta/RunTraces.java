/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.format.Traces;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.replay.ActionWrapper;
import io.delta.kernel.internal.replay.ActionsIterator;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Finds out what became of files that a run of ours wrote: looks for their names in all that the log still holds. */
final class RunTraces {

    private static final StructType PATH = new StructType().add("path", StringType.STRING, true);
    private static final StructType PATHS =
            new StructType().add("add", PATH, true).add("remove", PATH, true);

    private final Store store;
    private final Engine engine;
    private final DeltaState state;

    RunTraces(Store store, Engine engine, DeltaState state) {
        this.store = store;
        this.engine = engine;
        this.state = state;
    }

    Traces of(List<Location> written) {
        if (written.isEmpty()) {
            return new Traces(OptionalLong.empty(), List.of(), mayArriveLate());
        }
        Set<Location> known = new HashSet<>();
        OptionalLong committed =
                Refusals.refusing(state.table().toString(), () -> search(new HashSet<>(written), known));
        List<StoredFile> strays = new ArrayList<>();
        for (Location file : written) {
            if (!known.contains(file)) {
                store.find(file).ifPresent(strays::add);
            }
            strays.addAll(store.unfinished(file));
        }
        return new Traces(committed, strays, mayArriveLate());
    }

    /** A request to a store across a network outlives whoever sent it. */
    private boolean mayArriveLate() {
        return !state.location().isLocal();
    }

    /** Notes the files that some version of the table has held, and gives the first version that did. */
    private OptionalLong search(Set<Location> wanted, Set<Location> known) {
        long first = Long.MAX_VALUE;
        try (ActionsIterator actions = new ActionsIterator(engine, logFiles(), PATHS, Optional.empty())) {
            while (actions.hasNext()) {
                ActionWrapper action = actions.next();
                ColumnarBatch batch = action.getColumnarBatch();
                boolean met = false;
                for (int row = 0; row < batch.getSize(); row++) {
                    met |= meets(batch.getColumnVector(0), row, wanted, known);
                    met |= meets(batch.getColumnVector(1), row, wanted, known);
                }
                first = met ? Math.min(first, action.getVersion()) : first;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return first == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first);
    }

    private boolean meets(ColumnVector actions, int row, Set<Location> wanted, Set<Location> known) {
        if (actions.isNullAt(row) || actions.getChild(0).isNullAt(row)) {
            return false;
        }
        Location file = LogPath.locate(state.location(), actions.getChild(0).getString(row));
        return wanted.contains(file) && known.add(file);
    }

    /** The checkpoint that the state was read from, and every commit file that is still there. */
    private List<FileStatus> logFiles() {
        Map<String, FileStatus> files = new LinkedHashMap<>();
        try (Stream<LogFolder.Commit> commits = new LogFolder(store, state.location()).commits()) {
            commits.forEach(commit -> files.put(commit.file().location().name(), References.status(commit.file())));
        }
        for (FileStatus file : state.snapshot().getLogSegment().allLogFilesReversed()) {
            files.putIfAbsent(
                    dev.sluice.delta.kernel.KernelPath.location(file.getPath()).name(), file);
        }
        return new ArrayList<>(files.values());
    }
}
