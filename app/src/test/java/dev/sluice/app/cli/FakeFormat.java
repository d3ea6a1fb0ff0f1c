/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table format in memory that does what it is told, or ends as a test wants it to. */
final class FakeFormat implements TableFormat, TableChanger {

    private final String name;
    private final Map<String, FakeTable> tables = new LinkedHashMap<>();
    Optional<StepOutcome> endsWith = Optional.empty();
    Optional<RuntimeException> breaksWith = Optional.empty();
    Optional<RuntimeException> breaksInChange = Optional.empty();
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
    public TableState inspect(TableRef ref) {
        breaksWith.ifPresent(problem -> {
            throw problem;
        });
        FakeTable table = table(ref);
        return table.state(table.version());
    }

    @Override
    public TableState inspect(TableRef ref, long version) {
        return table(ref).state(version);
    }

    private FakeTable table(TableRef ref) {
        FakeTable table = tables.get(ref.address());
        if (table == null) {
            throw new GateException(Fault.TABLE_NOT_FOUND, ref.toString(), "There is no folder _delta_log there.");
        }
        return table;
    }

    @Override
    public Leftovers leftovers(TableState state, Retention retention) {
        long rewritten = table(state.table()).rewritten;
        return new Leftovers(rewritten, Bytes.of(rewritten * FakeTable.SMALL.count()), List.of());
    }

    @Override
    public TableChanger changer() {
        return this;
    }

    @Override
    public StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage) {
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
                        step.bytes(),
                        Bytes.ofMebibytes(3),
                        rows + rowsLost,
                        rows,
                        List.of()),
                "Compacted %d files into %d, committed as version %d."
                        .formatted(removed.size(), added.size(), base + 1));
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
