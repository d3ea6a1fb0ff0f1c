/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.Traces;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.testing.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A table format in memory that does what it is told, or ends as a test wants it to. */
final class FakeFormat implements TableFormat, TableChanger {

    private final String name;
    private final Map<String, FakeTable> tables = new LinkedHashMap<>();
    Optional<StepOutcome> endsWith = Optional.empty();
    Optional<RuntimeException> breaksWith = Optional.empty();
    Optional<RuntimeException> breaksInChange = Optional.empty();
    Predicate<Location> keeps = file -> false;
    Predicate<Location> failsToDelete = file -> false;
    final List<String> notes = new ArrayList<>();
    final List<StoredFile> strays = new ArrayList<>();
    Optional<String> objection = Optional.empty();
    Runnable whenCompacting = () -> {};
    long rowsLost;

    FakeFormat(String name) {
        this.name = name;
    }

    FakeTable add(String path, long version, List<DataFile> files) {
        FakeTable table = new FakeTable(new TableRef(name, path), version, files);
        tables.put(path, table);
        return table;
    }

    /** The table of the product's own example. */
    FakeTable orders(String path) {
        List<DataFile> files = new ArrayList<>();
        for (int day = 1; day <= 3; day++) {
            files.addAll(FakeTable.files(12, FakeTable.SMALL, FakeTable.day(day)));
        }
        files.addAll(FakeTable.files(4, Bytes.ofMebibytes(120), FakeTable.day(4)));
        return add(path, 412, files);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean livesAt(Location location) {
        return tables.containsKey(location.toString());
    }

    @Override
    public boolean showsTable(Location folder, String subfolder) {
        return subfolder.equals("_" + name);
    }

    void showIn(FolderTree tree) {
        tables.keySet().forEach(path -> tree.with(path + "/_" + name));
    }

    @Override
    public TableState inspect(TableRef ref) {
        breaksWith.ifPresent(problem -> {
            throw problem;
        });
        FakeTable table = table(ref);
        table.breaksWith.ifPresent(problem -> {
            throw problem;
        });
        return table.state(table.version());
    }

    @Override
    public TableState inspect(TableRef ref, long version) {
        return table(ref).state(version);
    }

    FakeTable table(TableRef ref) {
        FakeTable table = tables.get(ref.address());
        if (table == null) {
            throw new GateException(Fault.TABLE_NOT_FOUND, ref.toString(), "There is no folder _delta_log there.");
        }
        return table;
    }

    @Override
    public Leftovers leftovers(TableState state, Retention retention) {
        FakeTable table = table(state.table());
        long eligible = table.eligible.stream().mapToLong(f -> f.size().count()).sum();
        return new Leftovers(
                table.rewritten + table.eligible.size(),
                Bytes.of(table.rewritten * FakeTable.SMALL.count() + eligible),
                table.eligible,
                objection);
    }

    @Override
    public Traces traces(TableRef table, List<Location> written) {
        return new Traces(OptionalLong.empty(), strays);
    }

    @Override
    public TableChanger changer() {
        return this;
    }

    @Override
    public StepOutcome expire(ApprovedPlan approved, Step.Expire step, Passage passage) {
        throw new AssertionError("Nothing expires here.");
    }

    @Override
    public StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage) {
        whenCompacting.run();
        breaksInChange.ifPresent(problem -> {
            throw problem;
        });
        if (endsWith.isPresent()) {
            return endsWith.get();
        }
        FakeTable table = table(approved.plan().table());
        List<String> removed = step.groups().stream()
                .flatMap(group -> group.inputs().stream())
                .map(PlannedFile::path)
                .toList();
        List<DataFile> files = new ArrayList<>(
                table.files().stream().filter(f -> !removed.contains(f.path())).toList());
        List<Change.AddedFile> added = new ArrayList<>();
        long done = 0;
        for (FileGroup group : step.groups()) {
            passage.writes(Location.local(approved.plan().table().address()).resolve(passage.runId()));
            DataFile output = merged(group, passage);
            files.add(output);
            added.add(new Change.AddedFile(output.path(), output.size(), output.rows()));
            done += group.inputs().size();
            passage.progress("files", done, step.inputs());
        }
        long base = table.version();
        table.commit(files);
        table.rewritten += removed.size();
        long rows = added.stream().mapToLong(Change.AddedFile::rows).sum();
        return new StepOutcome.Done(
                new Change(
                        base,
                        base + 1,
                        removed,
                        added,
                        step.groups().stream().map(FileGroup::partition).collect(Collectors.toSet()),
                        step.bytes(),
                        Bytes.ofMebibytes(3),
                        rows + rowsLost,
                        rows,
                        notes),
                "Compacted %d files into %d, committed as version %d."
                        .formatted(removed.size(), added.size(), base + 1));
    }

    @Override
    public StepOutcome prune(ApprovedPlan approved, Step.Prune step, Passage passage) {
        FakeTable table = table(approved.plan().table());
        table.dangling.clear();
        int deletes = step.deletes().size();
        return relisted(table, deletes, 0, step.bytes(), "Took %d delete files out of the table".formatted(deletes));
    }

    @Override
    public StepOutcome rewriteManifests(ApprovedPlan approved, Step.RewriteManifests step, Passage passage) {
        FakeTable table = table(approved.plan().table());
        table.manifests.clear();
        return relisted(table, step.inputs(), 1, step.bytes(), "Rewrote %d manifests into 1".formatted(step.inputs()));
    }

    private static StepOutcome relisted(FakeTable table, int taken, int put, Bytes bytes, String did) {
        long base = table.version();
        table.commit(table.files());
        return new StepOutcome.Relisted(
                new Relisting(Change.ofNoFile(base, base + 1), taken, put, bytes, Bytes.ofKibibytes(9L * put)),
                "%s and committed version %d.".formatted(did, base + 1));
    }

    /** Deletes what is on its list from memory, and from the disk where it lies there. */
    @Override
    public StepOutcome remove(ApprovedPlan approved, Step.Remove step, Passage passage) {
        List<Location> deleted = new ArrayList<>();
        List<Removal.Kept> kept = new ArrayList<>();
        List<Removal.Kept> failed = new ArrayList<>();
        for (RemovedFile file : step.files()) {
            Location location = Location.parse(file.location());
            if (keeps.test(location)) {
                kept.add(new Removal.Kept(location, "Version 414 refers to it again."));
            } else if (failsToDelete.test(location)) {
                failed.add(new Removal.Kept(location, "Access denied."));
            } else {
                delete(location);
                deleted.add(location);
            }
        }
        table(approved.plan().table()).eligible.removeIf(f -> deleted.contains(f.location()));
        return new StepOutcome.Removed(
                new Removal(deleted, Bytes.ofMebibytes(7L * deleted.size()), kept, failed),
                "Removed %d files.".formatted(deleted.size()));
    }

    @Override
    public StepOutcome discard(ApprovedPlan approved, Step.Discard step, Passage passage) {
        List<Location> gone = step.files().stream()
                .map(file -> Location.parse(file.location()))
                .toList();
        strays.clear();
        return new StepOutcome.Removed(
                new Removal(gone, step.bytes(), List.of(), List.of()), "Discarded %d files.".formatted(gone.size()));
    }

    private static void delete(Location file) {
        try {
            Files.deleteIfExists(Path.of(file.path()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DataFile merged(FileGroup group, Passage passage) {
        Partition partition = group.partition();
        return new DataFile(
                "%s/compacted-%s.parquet".formatted(partition, passage.runId()),
                Bytes.ofMebibytes(40),
                group.inputs().stream().mapToLong(PlannedFile::rows).sum(),
                0,
                "",
                partition,
                FakeTable.WRITTEN,
                null);
    }
}
