/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.ArchivedInputs;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Location;
import dev.sluice.iceberg.rows.InputFile;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.IcebergState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;

/** The files of a step in the table's own account, without the groups of which something lies in an archive. */
public final class LiveInputs {

    private final IcebergTable table;
    private final Map<PlannedFile.Identity, InputFile> files = new HashMap<>();
    private final Map<String, Location> places = new HashMap<>();
    private final SpentDeletes spent = new SpentDeletes();
    private final ArchivedInputs inputs;

    private LiveInputs(IcebergState state, Step.Compact step) {
        this.table = state.iceberg();
        read(state, step);
        this.inputs = ArchivedInputs.of(step, table.files(), file -> find(file).location(), this::deletes);
        Set<PlannedFile.Identity> rewritten = identities(inputs.readable());
        files.forEach((identity, file) -> spent.see(file, rewritten.contains(identity)));
    }

    /** That all of the files are live has been checked. */
    public static LiveInputs of(IcebergState state, Step.Compact step) {
        return new LiveInputs(state, step);
    }

    private void read(IcebergState state, Step.Compact step) {
        Set<PlannedFile.Identity> wanted = identities(step);
        Set<String> paths = new HashSet<>();
        wanted.forEach(identity -> paths.add(identity.path()));
        Set<String> seen = new HashSet<>();
        try (Stream<FileScanTask> tasks = state.tasks()) {
            tasks.map(InputFile::new).forEach(file -> {
                if (paths.contains(file.path()) && !seen.add(file.path())) {
                    throw repeated(file);
                }
                if (wanted.contains(file.identity())) {
                    files.put(file.identity(), file);
                } else {
                    spent.see(file, false);
                }
            });
        }
        if (!files.keySet().containsAll(wanted)) {
            throw new GateException(Fault.PLAN_STALE, table.ref().toString(), "A file to rewrite is no longer live.");
        }
    }

    private static Set<PlannedFile.Identity> identities(Step.Compact step) {
        Set<PlannedFile.Identity> identities = new HashSet<>();
        step.groups().forEach(group -> group.inputs().forEach(file -> identities.add(file.identity())));
        return identities;
    }

    /** A commit takes files out by their names. */
    private static GateException repeated(InputFile file) {
        return new GateException(
                Fault.TABLE_FEATURE_UNSUPPORTED,
                file.path(),
                "The table lists this file more than once, and a commit would take out all of its entries.");
    }

    private InputFile find(PlannedFile file) {
        return Optional.ofNullable(files.get(file.identity())).orElseThrow();
    }

    private List<Location> deletes(PlannedFile file) {
        return find(file).task().deletes().stream()
                .map(delete -> places.computeIfAbsent(delete.location(), InputFile::placeOf))
                .toList();
    }

    public boolean areNone() {
        return inputs.leaveNothing();
    }

    /** The step as far as its files can be read. */
    Step.Compact step() {
        return inputs.readable();
    }

    List<InputFile> of(FileGroup group) {
        return group.inputs().stream().map(this::find).toList();
    }

    /** The deletes that apply to the files that can be read and to no other file. */
    List<DeleteFile> spent() {
        return spent.all();
    }

    /** What was left out, a sentence for each group. */
    List<String> notes() {
        return inputs.notes();
    }
}
