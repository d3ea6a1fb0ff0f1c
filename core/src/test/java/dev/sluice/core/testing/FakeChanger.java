/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Changes a {@link FakeFormat}'s table: merges as told, unless its script says that something else happens. */
public final class FakeChanger implements TableChanger {

    private final FakeFormat format;
    private final List<String> events;
    private final Deque<TableChanger> script = new ArrayDeque<>();

    FakeChanger(FakeFormat format, List<String> events) {
        this.format = format;
        this.events = events;
    }

    /** The next call gives an outcome and changes nothing. */
    public void ends(StepOutcome outcome) {
        script.add((approved, step, passage) -> outcome);
    }

    /** The next call throws and changes nothing. */
    public void fails(RuntimeException with) {
        script.add((approved, step, passage) -> {
            throw with;
        });
    }

    /** The next call merges, and the table it leaves holds so many rows less than it says. */
    public void mergesAndLoses(long rows) {
        script.add((approved, step, passage) -> merge(step, passage, rows));
    }

    /** Something happens before the next call does its work. */
    public void after(Runnable event) {
        script.add((approved, step, passage) -> {
            event.run();
            return merge(step, passage, 0);
        });
    }

    @Override
    public StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage) {
        events.add("compacts, as approved by " + approved.answer().by());
        TableChanger scripted = script.poll();
        return scripted == null ? merge(step, passage, 0) : scripted.compact(approved, step, passage);
    }

    private StepOutcome merge(Step.Compact step, Passage passage, long lost) {
        TestTable before = format.newest();
        Set<String> removed = new HashSet<>();
        List<DataFile> added = new ArrayList<>();
        for (FileGroup group : step.groups()) {
            group.inputs().forEach(file -> removed.add(file.path()));
            for (int i = 0; i < group.outputs(); i++) {
                added.add(output(group, i, added.size(), before, passage));
            }
        }
        List<DataFile> files = new ArrayList<>();
        before.dataFiles().stream().filter(f -> !removed.contains(f.path())).forEach(files::add);
        added.forEach(file -> files.add(lost == 0 ? file : withRows(file, file.rows() - lost)));
        format.commit(with(before, files));
        long rows = added.stream().mapToLong(DataFile::rows).sum();
        Change change = new Change(
                before.version(),
                before.version() + 1,
                List.copyOf(removed),
                added.stream()
                        .map(f -> new Change.AddedFile(f.path(), f.size(), f.rows()))
                        .toList(),
                step.bytes(),
                step.bytes(),
                rows,
                rows,
                List.of());
        return new StepOutcome.Done(change, "Merged %d files into %d.".formatted(removed.size(), added.size()));
    }

    private static DataFile output(FileGroup group, int index, int number, TestTable before, Passage passage) {
        String path = "%s-%05d.parquet".formatted(passage.runId(), number);
        passage.writes(Location.local(before.table().address()).resolve(path));
        long rows = group.inputs().stream().mapToLong(PlannedFile::rows).sum() - group.deletedRows();
        long share = rows / group.outputs() + (index == 0 ? rows % group.outputs() : 0);
        Bytes size = Bytes.of(group.bytes().count() / group.outputs());
        return new DataFile(path, size, share, 0, "", group.partition(), before.readAt(), null);
    }

    private static DataFile withRows(DataFile file, long rows) {
        return new DataFile(
                file.path(),
                file.size(),
                rows,
                file.deletedRows(),
                file.deletes(),
                file.partition(),
                file.changedAt(),
                file.leaveAlone());
    }

    private static TestTable with(TestTable before, List<DataFile> files) {
        return new TestTable(
                before.table(),
                before.version() + 1,
                before.readAt(),
                before.fingerprint(),
                files,
                before.history(),
                before.preferredFileSize(),
                before.objections(),
                before.partitionColumns());
    }
}
