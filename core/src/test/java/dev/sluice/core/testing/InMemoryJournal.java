/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.testing;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
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
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A journal that forgets when it is gone. It also keeps the order of all that it was told, among other events. */
public final class InMemoryJournal implements Journal {

    private final Clock clock;
    private final List<String> events;
    private final Map<String, Run> runs = new LinkedHashMap<>();
    private final Map<String, Map<String, StepRecord>> steps = new LinkedHashMap<>();
    private final Map<String, List<Location>> written = new LinkedHashMap<>();
    private final Map<String, MaintenancePlan> plans = new LinkedHashMap<>();
    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private final Map<String, Trend> trends = new LinkedHashMap<>();
    private final Map<Bucket, Instant> proofs = new HashMap<>();
    private final List<Measured> measurements = new ArrayList<>();
    private final Set<String> settled = new HashSet<>();
    private Predicate<String> failsOn = event -> false;

    public InMemoryJournal(Clock clock) {
        this(clock, new ArrayList<>());
    }

    /** @param events where the journal writes what it is told, as short sentences */
    public InMemoryJournal(Clock clock, List<String> events) {
        this.clock = clock;
        this.events = events;
    }

    public List<String> events() {
        return List.copyOf(events);
    }

    /** From now on the journal cannot be written for some events. */
    public void failsOn(Predicate<String> event) {
        failsOn = event;
    }

    /** What puts everything back to where it is now, as the end of a transaction that comes to nothing does. */
    Runnable wayBack() {
        List<Runnable> ways = List.of(
                wayBack(runs),
                wayBack(plans),
                wayBack(answers),
                wayBack(trends),
                wayBack(proofs),
                wayBack(steps, LinkedHashMap::new),
                wayBack(written, ArrayList::new),
                wayBack(settled),
                wayBack(measurements));
        return () -> ways.forEach(Runnable::run);
    }

    private static <K, V> Runnable wayBack(Map<K, V> map) {
        return wayBack(map, value -> value);
    }

    private static <K, V> Runnable wayBack(Map<K, V> map, UnaryOperator<V> copy) {
        Map<K, V> now = new LinkedHashMap<>();
        map.forEach((key, value) -> now.put(key, copy.apply(value)));
        return () -> {
            map.clear();
            map.putAll(now);
        };
    }

    private static <T> Runnable wayBack(Collection<T> collection) {
        List<T> now = List.copyOf(collection);
        return () -> {
            collection.clear();
            collection.addAll(now);
        };
    }

    private void note(String event) {
        if (failsOn.test(event)) {
            throw new GateException(Fault.STORAGE, "journal", "The disk is full.");
        }
        events.add(event);
    }

    @Override
    public void begin(Run run) {
        note("begins");
        runs.put(run.id().text(), run);
    }

    @Override
    public void step(RunId run, StepRecord step) {
        note(step.name() + " " + step.outcome());
        Map<String, StepRecord> ofRun = steps.computeIfAbsent(run.text(), id -> new LinkedHashMap<>());
        if (step.outcome() == StepRecord.Outcome.STARTED) {
            ofRun.remove(step.name());
        }
        ofRun.put(step.name(), step);
    }

    @Override
    public void writes(RunId run, Location file) {
        note("writes " + file.name());
        written.computeIfAbsent(run.text(), id -> new ArrayList<>()).add(file);
    }

    @Override
    public void keep(MaintenancePlan plan) {
        note("keeps " + plan.id());
        plans.putIfAbsent(plan.id(), plan);
    }

    @Override
    public void plans(RunId run, String planId) {
        note("goes by " + planId);
        Run old = known(run);
        runs.put(
                run.text(),
                new Run(
                        old.id(),
                        old.gate(),
                        old.table(),
                        old.status(),
                        old.startedAt(),
                        old.endedAt(),
                        Optional.of(planId),
                        old.summary(),
                        old.reportJson()));
    }

    @Override
    public void answered(RunId run, Answer answer) {
        note("answered " + answer.kind());
        answers.merge(run.text(), answer, (old, next) -> isFinal(old) ? old : next);
    }

    private static boolean isFinal(Answer answer) {
        return answer.kind() == Answer.Kind.YES || answer.kind() == Answer.Kind.NO;
    }

    @Override
    public void end(RunId run, Status status, String summary, String reportJson) {
        note("ends " + status);
        Run old = known(run);
        if (old.status().isFinal()) {
            return;
        }
        runs.put(
                run.text(),
                new Run(
                        old.id(),
                        old.gate(),
                        old.table(),
                        status,
                        old.startedAt(),
                        status.isFinal() ? Optional.of(clock.instant()) : Optional.empty(),
                        old.planId(),
                        summary,
                        Optional.of(reportJson)));
    }

    @Override
    public void resumes(RunId run) {
        note("resumes");
        Run old = known(run);
        runs.put(
                run.text(),
                new Run(
                        old.id(),
                        old.gate(),
                        old.table(),
                        Status.RUNNING,
                        old.startedAt(),
                        Optional.empty(),
                        old.planId(),
                        "",
                        Optional.empty()));
    }

    @Override
    public void settled(RunId run) {
        note("settled");
        settled.add(run.text());
    }

    private Run known(RunId run) {
        return run(run.text()).orElseThrow(() -> new IllegalStateException("No run " + run));
    }

    @Override
    public Optional<Run> run(String id) {
        return Optional.ofNullable(runs.get(id));
    }

    @Override
    public List<Run> runs(int atMost) {
        return newest(runs.values().stream(), Run::startedAt, atMost);
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
                .filter(run -> run.table().equals(table))
                .filter(run -> run.status().isFinal() && run.status() != Status.UNKNOWN)
                .filter(run -> written.containsKey(run.id().text())
                        && !settled.contains(run.id().text()))
                .toList();
    }

    @Override
    public List<StepRecord> steps(RunId run) {
        return List.copyOf(steps.getOrDefault(run.text(), Map.of()).values());
    }

    @Override
    public List<Location> written(RunId run) {
        return List.copyOf(written.getOrDefault(run.text(), List.of()));
    }

    @Override
    public Optional<Answer> answer(RunId run) {
        return Optional.ofNullable(answers.get(run.text()));
    }

    @Override
    public Optional<MaintenancePlan> plan(String id) {
        return Optional.ofNullable(plans.get(id));
    }

    @Override
    public Trend trend(String key, TableRef table) {
        return trends.getOrDefault(key + " " + table, Trend.NONE);
    }

    @Override
    public void keep(String key, TableRef table, Trend trend) {
        note("keeps streak " + trend.streak());
        trends.put(key + " " + table, trend);
    }

    @Override
    public void proves(Bucket bucket, Instant at) {
        note("proves " + bucket);
        proofs.put(bucket, at);
    }

    @Override
    public Optional<Instant> proven(Bucket bucket) {
        return Optional.ofNullable(proofs.get(bucket));
    }

    @Override
    public void measured(Measured measured) {
        note("measured " + measured.files() + " files");
        measurements.add(measured);
    }

    @Override
    public List<Measured> measurements(TableRef table, int atMost) {
        return newest(measurements.stream().filter(m -> m.table().equals(table)), Measured::at, atMost);
    }

    /** Of those of one time, the one that came last goes first. */
    private static <T> List<T> newest(Stream<T> inOrder, Function<T, Instant> time, int atMost) {
        List<T> newest = new ArrayList<>(inOrder.toList());
        Collections.reverse(newest);
        newest.sort(Comparator.comparing(time).reversed());
        return List.copyOf(newest.subList(0, Math.min(atMost, newest.size())));
    }
}
