/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A journal on a {@link Machine}: every write is an operation that may fail; reading fails only without power. */
public final class FaultyJournal implements Journal {

    private final Journal journal;
    private final Machine machine;

    public FaultyJournal(Journal journal, Machine machine) {
        this.journal = journal;
        this.machine = machine;
    }

    private void write(String name, String subject, Runnable effect) {
        machine.act("journal." + name, subject, effect);
    }

    private <T> T read(String subject, Supplier<T> answer) {
        machine.needsPower("journal", subject);
        return answer.get();
    }

    @Override
    public void begin(Run run) {
        write("begin", run.id().text(), () -> journal.begin(run));
    }

    @Override
    public void step(RunId run, StepRecord step) {
        write("step", "%s, %s %s".formatted(run, step.name(), step.outcome()), () -> journal.step(run, step));
    }

    @Override
    public void writes(RunId run, Location file) {
        write("writes", file.toString(), () -> journal.writes(run, file));
    }

    @Override
    public void keep(MaintenancePlan plan) {
        write("keep", plan.id(), () -> journal.keep(plan));
    }

    @Override
    public void plans(RunId run, String planId) {
        write("plans", run.text(), () -> journal.plans(run, planId));
    }

    @Override
    public void answered(RunId run, Answer answer) {
        write("answered", run.text(), () -> journal.answered(run, answer));
    }

    @Override
    public Optional<Answer> answer(RunId run) {
        return read(run.text(), () -> journal.answer(run));
    }

    @Override
    public void resumes(RunId run) {
        write("resumes", run.text(), () -> journal.resumes(run));
    }

    @Override
    public void settled(RunId run) {
        write("settled", run.text(), () -> journal.settled(run));
    }

    @Override
    public List<Run> runs(TableRef table, Status status) {
        return read(table.toString(), () -> journal.runs(table, status));
    }

    @Override
    public List<Run> unsettled(TableRef table) {
        return read(table.toString(), () -> journal.unsettled(table));
    }

    @Override
    public void end(RunId run, Status status, String summary, String reportJson) {
        write("end", "%s, %s".formatted(run, status), () -> journal.end(run, status, summary, reportJson));
    }

    @Override
    public Optional<Run> run(String id) {
        return read(id, () -> journal.run(id));
    }

    @Override
    public List<Run> runs(int atMost) {
        return read("runs", () -> journal.runs(atMost));
    }

    @Override
    public List<StepRecord> steps(RunId run) {
        return read(run.text(), () -> journal.steps(run));
    }

    @Override
    public List<Location> written(RunId run) {
        return read(run.text(), () -> journal.written(run));
    }

    @Override
    public Optional<MaintenancePlan> plan(String id) {
        return read(id, () -> journal.plan(id));
    }

    @Override
    public Trend trend(String key, TableRef table) {
        return read(key, () -> journal.trend(key, table));
    }

    @Override
    public void keep(String key, TableRef table, Trend trend) {
        write("keep", key, () -> journal.keep(key, table, trend));
    }

    @Override
    public void proves(Bucket bucket, Instant at) {
        write("proves", bucket.toString(), () -> journal.proves(bucket, at));
    }

    @Override
    public Optional<Instant> proven(Bucket bucket) {
        return read(bucket.toString(), () -> journal.proven(bucket));
    }

    @Override
    public void measured(Measured measured) {
        write("measured", measured.table().toString(), () -> journal.measured(measured));
    }

    @Override
    public List<Measured> measurements(TableRef table, int atMost) {
        return read(table.toString(), () -> journal.measurements(table, atMost));
    }
}
