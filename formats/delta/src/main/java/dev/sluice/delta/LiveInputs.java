/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.ArchivedInputs;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of a step in the log's own account, without the groups of which something lies in an archive. */
final class LiveInputs {

    private final Map<PlannedFile.Identity, InputFile> files;
    private final ArchivedInputs inputs;

    private LiveInputs(Map<PlannedFile.Identity, InputFile> files, ArchivedInputs inputs) {
        this.files = files;
        this.inputs = inputs;
    }

    /** That all of the files are live has been checked. */
    static LiveInputs of(Store store, DeltaState state, Step.Compact step) {
        Map<PlannedFile.Identity, InputFile> files = read(state, step);
        Location table = state.location();
        ArchivedInputs inputs = ArchivedInputs.of(
                step,
                store,
                file -> LogPath.locate(table, file.path()),
                file -> deletes(find(files, file), table).stream().toList());
        return new LiveInputs(files, inputs);
    }

    private static Map<PlannedFile.Identity, InputFile> read(DeltaState state, Step.Compact step) {
        Map<PlannedFile.Identity, InputFile> wanted = new HashMap<>();
        step.groups().forEach(g -> g.inputs().forEach(f -> wanted.put(f.identity(), InputFile.NONE)));
        String table = state.table().toString();
        try (Stream<InputFile> files =
                LiveFiles.stream(state.engine(), state.snapshot(), true, table, (add, row) -> InputFile.of(add, row))) {
            files.forEach(file -> wanted.computeIfPresent(file.identity(), (identity, none) -> file));
        }
        if (wanted.containsValue(InputFile.NONE)) {
            throw new GateException(Fault.PLAN_STALE, table, "A file to rewrite is no longer live.");
        }
        return wanted;
    }

    private static Optional<Location> deletes(InputFile file, Location table) {
        return file.deletionVector().flatMap(vector -> DeletionVectors.file(vector, table));
    }

    private static InputFile find(Map<PlannedFile.Identity, InputFile> files, PlannedFile file) {
        return Optional.ofNullable(files.get(file.identity())).orElseThrow();
    }

    boolean areNone() {
        return inputs.leaveNothing();
    }

    /** The step as far as its files can be read. */
    Step.Compact step() {
        return inputs.readable();
    }

    List<InputFile> of(FileGroup group) {
        return group.inputs().stream().map(file -> find(files, file)).toList();
    }

    /** What was left out, a sentence for each group. */
    List<String> notes() {
        return inputs.notes();
    }
}
