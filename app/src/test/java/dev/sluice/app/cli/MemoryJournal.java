/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A journal in memory that outlives the commands of one test. */
final class MemoryJournal implements Journal, AutoCloseable {

    private final Map<String, Run> runs = new LinkedHashMap<>();
    private final Map<String, Map<String, StepRecord>> steps = new HashMap<>();
    final Map<String, MaintenancePlan> plans = new LinkedHashMap<>();
    private final Map<String, Trend> trends = new HashMap<>();
    private final List<Measured> measurements = new ArrayList<>();
    private final Map<Bucket, Instant> proofs = new HashMap<>();
    private final List<Location> written = new ArrayList<>();
    private final Map<String, Answer> answered = new HashMap<>();
    final Set<String> unsettled = new HashSet<>();
    final List<Answer> answers = new ArrayList<>();
    int opened;
    int closed;

    String onlyPlan() {
        return plans.keySet().iterator().next();
    }

    String newestRun() {
        return runs(1).get(0).id().text();
    }

    @Override
    public void begin(Run run) {
        runs.put(run.id().text(), run);
        steps.put(run.id().text(), new LinkedHashMap<>());
    }

    @Override
    public void step(RunId run, StepRecord step) {
        steps.getOrDefault(run.text(), new LinkedHashMap<>()).put(step.name(), step);
    }

    @Override
    public void writes(RunId run, Location file) {
        written.add(file);
    }

    @Override
    public void keep(MaintenancePlan plan) {
        plans.put(plan.id(), plan);
    }

    @Override
    public void plans(RunId id, String planId) {
        Run run = Objects.requireNonNull(runs.get(id.text()));
        runs.put(
                id.text(),
                new Run(
                        id,
                        run.gate(),
                        run.table(),
                        run.status(),
                        run.startedAt(),
                        run.endedAt(),
                        Optional.of(planId),
                        run.summary(),
                        run.reportJson()));
    }

    @Override
    public void answered(RunId run, Answer answer) {
        answers.add(answer);
        answered.putIfAbsent(run.text(), answer);
    }

    @Override
    public Optional<Answer> answer(RunId run) {
        return Optional.ofNullable(answered.get(run.text()));
    }

    @Override
    public void resumes(RunId id) {
        stands(id, Status.RUNNING);
    }

    /** Lets a run stand as it does where its process died, or where somebody else changed it. */
    void stands(RunId id, Status status) {
        Run run = Objects.requireNonNull(runs.get(id.text()));
        runs.put(
                id.text(),
                new Run(
                        id,
                        run.gate(),
                        run.table(),
                        status,
                        run.startedAt(),
                        Optional.empty(),
                        run.planId(),
                        "",
                        Optional.empty()));
    }

    @Override
    public void settled(RunId run) {
        unsettled.remove(run.text());
    }

    @Override
    public void end(RunId id, Status status, String summary, String reportJson) {
        Run run = Objects.requireNonNull(runs.get(id.text()));
        runs.put(
                id.text(),
                new Run(
                        id,
                        run.gate(),
                        run.table(),
                        status,
                        run.startedAt(),
                        status.isFinal() ? Optional.of(run.startedAt().plusMillis(1500)) : Optional.empty(),
                        run.planId(),
                        summary,
                        Optional.of(reportJson)));
    }

    @Override
    public Optional<Run> run(String id) {
        return Optional.ofNullable(runs.get(id));
    }

    @Override
    public List<Run> runs(int atMost) {
        List<Run> newest = new ArrayList<>(runs.values());
        Collections.reverse(newest);
        return newest.stream().limit(atMost).toList();
    }

    @Override
    public List<Run> runs(TableRef table, Status status) {
        return runs.values().stream()
                .filter(run -> run.table().equals(table) && run.status() == status)
                .toList();
    }

    @Override
    public List<Run> unsettled(TableRef table) {
        return runs.values().stream()
                .filter(run ->
                        run.table().equals(table) && unsettled.contains(run.id().text()))
                .toList();
    }

    @Override
    public List<StepRecord> steps(RunId run) {
        return List.copyOf(steps.getOrDefault(run.text(), Map.of()).values());
    }

    @Override
    public List<Location> written(RunId run) {
        return List.copyOf(written);
    }

    @Override
    public Optional<MaintenancePlan> plan(String id) {
        return Optional.ofNullable(plans.get(id));
    }

    @Override
    public Trend trend(String key, TableRef table) {
        return trends.getOrDefault(key + table, Trend.NONE);
    }

    @Override
    public void keep(String key, TableRef table, Trend trend) {
        trends.put(key + table, trend);
    }

    @Override
    public void proves(Bucket bucket, Instant at) {
        proofs.put(bucket, at);
    }

    @Override
    public Optional<Instant> proven(Bucket bucket) {
        return Optional.ofNullable(proofs.get(bucket));
    }

    @Override
    public void measured(Measured measured) {
        measurements.add(0, measured);
    }

    @Override
    public List<Measured> measurements(TableRef table, int atMost) {
        return measurements.stream()
                .filter(each -> each.table().equals(table))
                .limit(atMost)
                .toList();
    }

    @Override
    public void close() {
        closed++;
    }
}
