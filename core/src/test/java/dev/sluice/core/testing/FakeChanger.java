/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.Narrowed;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.RemovedFile;
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
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Changes a {@link FakeFormat}'s table: merges and removes as told, unless its script says that something else happens. */
public final class FakeChanger implements TableChanger {

    private final FakeFormat format;
    private final List<String> events;
    private final Deque<BiFunction<Step, Passage, StepOutcome>> script = new ArrayDeque<>();

    FakeChanger(FakeFormat format, List<String> events) {
        this.format = format;
        this.events = events;
    }

    /** The next call gives an outcome and changes nothing. */
    public void ends(StepOutcome outcome) {
        script.add((step, passage) -> outcome);
    }

    /** The next call throws and changes nothing. */
    public void fails(RuntimeException with) {
        script.add((step, passage) -> {
            throw with;
        });
    }

    /** The next call merges, and the table it leaves holds so many rows less than it says. */
    public void mergesAndLoses(long rows) {
        script.add((step, passage) -> merge((Step.Compact) step, passage, rows));
    }

    /** Something happens before the next call does its work. */
    public void after(Runnable event) {
        script.add((step, passage) -> {
            event.run();
            return work(step, passage);
        });
    }

    /** Something happens in the next call, which then gives an outcome and changes nothing. */
    public void endsAfter(Runnable event, StepOutcome outcome) {
        script.add((step, passage) -> {
            event.run();
            return outcome;
        });
    }

    /** The next call gives an outcome and changes nothing, but leaves a file that it wrote. */
    public void writesAndEnds(StepOutcome outcome) {
        script.add((step, passage) -> {
            leavesOneFile(passage);
            return outcome;
        });
    }

    /** The next call throws and changes nothing, but leaves a file that it wrote. */
    public void writesAndFails(RuntimeException with) {
        script.add((step, passage) -> {
            leavesOneFile(passage);
            throw with;
        });
    }

    /** The process dies in the next call, with one file written and nothing committed. */
    public void diesBeforeItsCommit() {
        script.add((step, passage) -> {
            leavesOneFile(passage);
            throw new Death();
        });
    }

    /** The process dies in the next call, once it has committed. */
    public void diesAfterItsCommit() {
        script.add((step, passage) -> {
            work(step, passage);
            throw new Death();
        });
    }

    private void leavesOneFile(Passage passage) {
        Location file = format.locationOf(passage.runId() + "-stray.parquet");
        passage.writes(file);
        format.holds(file);
    }

    /** The end of the process: nothing of the product catches it. */
    public static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    @Override
    public StepOutcome compact(ApprovedPlan approved, Step.Compact step, Passage passage) {
        return act("compacts", approved, step, passage);
    }

    @Override
    public StepOutcome remove(ApprovedPlan approved, Step.Remove step, Passage passage) {
        return act("removes", approved, step, passage);
    }

    @Override
    public StepOutcome expire(ApprovedPlan approved, Step.Expire step, Passage passage) {
        return act("expires", approved, step, passage);
    }

    @Override
    public StepOutcome prune(ApprovedPlan approved, Step.Prune step, Passage passage) {
        return act("prunes", approved, step, passage);
    }

    @Override
    public StepOutcome rewriteManifests(ApprovedPlan approved, Step.RewriteManifests step, Passage passage) {
        return act("rewrites manifests", approved, step, passage);
    }

    @Override
    public StepOutcome discard(ApprovedPlan approved, Step.Discard step, Passage passage) {
        return act("discards", approved, step, passage);
    }

    private StepOutcome act(String what, ApprovedPlan approved, Step step, Passage passage) {
        events.add("%s, as approved by %s".formatted(what, approved.answer().by()));
        BiFunction<Step, Passage, StepOutcome> scripted = script.poll();
        return scripted == null ? work(step, passage) : scripted.apply(step, passage);
    }

    private StepOutcome work(Step step, Passage passage) {
        return switch (step.kind()) {
            case COMPACT -> narrowed(((Step.Compact) step).narrowedTo(format.newest()), passage);
            case PRUNE -> prune((Step.Prune) step);
            case DISCARD -> takeAway(((Step.Discard) step).files(), "Discarded");
            case REWRITE_MANIFESTS -> rewriteManifests((Step.RewriteManifests) step);
            case EXPIRE -> forget((Step.Expire) step);
            case REMOVE -> takeAway(((Step.Remove) step).files(), "Removed");
        };
    }

    private StepOutcome prune(Step.Prune step) {
        TestTable before = format.newest();
        format.commit(with(before, before.dataFiles()).without(step.deletes()));
        Change change = Change.ofNoFile(before.version(), before.version() + 1);
        int deletes = step.deletes().size();
        return new StepOutcome.Relisted(
                new Relisting(change, deletes, 0, step.bytes(), Bytes.ZERO),
                "Took out %d delete files.".formatted(deletes));
    }

    private StepOutcome rewriteManifests(Step.RewriteManifests step) {
        TestTable before = format.newest();
        format.commit(with(before, before.dataFiles()).withManifests(1));
        Change change = Change.ofNoFile(before.version(), before.version() + 1);
        return new StepOutcome.Relisted(
                new Relisting(change, step.inputs(), 1, step.bytes(), Bytes.ofKibibytes(1)),
                "Rewrote %d manifests.".formatted(step.inputs()));
    }

    private StepOutcome takeAway(List<RemovedFile> files, String did) {
        files.forEach(file -> format.loses(Location.parse(file.location())));
        Bytes bytes = Bytes.of(files.stream().mapToLong(f -> f.size().count()).sum());
        List<Location> gone =
                files.stream().map(file -> Location.parse(file.location())).toList();
        return new StepOutcome.Removed(
                new Removal(gone, bytes, List.of(), List.of()), "%s %d files.".formatted(did, gone.size()));
    }

    private StepOutcome forget(Step.Expire step) {
        format.forgets();
        Expiration account = new Expiration(step.versions(), List.of(), step.files(), 0, 0, step.bytes(), List.of());
        return new StepOutcome.Expired(
                account, "Forgot %d versions.".formatted(step.versions().size()));
    }

    private StepOutcome narrowed(Narrowed narrowed, Passage passage) {
        if (narrowed.step().groups().isEmpty()) {
            return new StepOutcome.Skipped("All groups were gone.");
        }
        return merge(narrowed.step(), passage, 0);
    }

    private StepOutcome merge(Step.Compact step, Passage passage, long lost) {
        TestTable before = format.newest();
        Set<String> removed = new HashSet<>();
        List<DataFile> added = new ArrayList<>();
        for (FileGroup group : step.groups()) {
            group.inputs().forEach(file -> removed.add(file.path()));
            for (int i = 0; i < group.outputs(); i++) {
                added.add(output(group, i, before, passage));
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
                step.groups().stream().map(FileGroup::partition).collect(Collectors.toSet()),
                step.bytes(),
                step.bytes(),
                rows,
                rows,
                List.of());
        return new StepOutcome.Done(change, "Merged %d files into %d.".formatted(removed.size(), added.size()));
    }

    private DataFile output(FileGroup group, int index, TestTable before, Passage passage) {
        String path = IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> "%s-%05d.parquet".formatted(passage.runId(), n))
                .filter(name -> !format.stillHolds(format.locationOf(name)))
                .findFirst()
                .orElseThrow();
        passage.writes(format.locationOf(path));
        format.holds(format.locationOf(path));
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
