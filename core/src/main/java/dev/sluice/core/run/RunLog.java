/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.run;

import dev.sluice.core.format.Passage;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Location;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes one run's steps to the journal, each before it acts and again when it has ended, and tells a watcher. */
public final class RunLog implements Passage {

    /** For how long what was found of a service holds: it may be replaced by another one at the same address. */
    public static final Duration PROOF_HOLDS = Duration.ofDays(30);

    private final RunId run;
    private final Journal journal;
    private final Watcher watcher;
    private final Clock clock;
    private final List<StepRecord> ended = new ArrayList<>();
    private List<StepRecord> before = List.of();
    private String current = "begin";

    public RunLog(RunId run, Journal journal, Watcher watcher, Clock clock) {
        this.run = run;
        this.journal = journal;
        this.watcher = watcher;
        this.clock = clock;
    }

    /**
     * Does one step.
     *
     * @param ending how the step ended and a sentence on it, from what it gave
     */
    public <T> T step(String name, Supplier<T> work, Function<T, Ending> ending) {
        Instant start = clock.instant();
        String unique = unique(name);
        current = unique;
        write(new StepRecord(unique, StepRecord.Outcome.STARTED, start, Duration.ZERO, ""));
        watcher.begins(unique);
        Ending how = new Ending(StepRecord.Outcome.FAILED, "The step did not get to its end.");
        try {
            T result = work.get();
            how = ending.apply(result);
            return result;
        } finally {
            StepRecord record =
                    new StepRecord(unique, how.outcome(), start, Duration.between(start, clock.instant()), how.text());
            ended.add(record);
            write(record);
            watcher.ends(record);
        }
    }

    /** Does one step that is done if it comes to its end. */
    public <T> T done(String name, Supplier<T> work, Function<T, String> sentence) {
        return step(name, work, result -> new Ending(StepRecord.Outcome.DONE, sentence.apply(result)));
    }

    /** A step that a run does again has its own name: {@code compact}, {@code compact-2}. */
    private String unique(String name) {
        Pattern again = Pattern.compile(Pattern.quote(name) + "(-\\d+)?");
        long before = ended.stream()
                .filter(step -> again.matcher(step.name()).matches())
                .count();
        return before == 0 ? name : name + "-" + (before + 1);
    }

    /** How a step ended. */
    public record Ending(StepRecord.Outcome outcome, String text) {}

    private void write(StepRecord record) {
        journal.step(run, record);
    }

    /** The step that is going on, or the last one. */
    public String current() {
        return current;
    }

    /** Goes on with a run that waited: what it did before belongs to it, and what it does again replaces that. */
    public void goesOn() {
        before = journal.steps(run);
    }

    public List<StepRecord> steps() {
        Set<String> again = ended.stream().map(StepRecord::name).collect(Collectors.toSet());
        return Stream.concat(before.stream().filter(step -> !again.contains(step.name())), ended.stream())
                .toList();
    }

    @Override
    public String runId() {
        return run.text();
    }

    @Override
    public void writes(Location file) {
        journal.writes(run, file);
    }

    @Override
    public boolean isProven(Bucket bucket) {
        Instant since = clock.instant().minus(PROOF_HOLDS);
        return journal.proven(bucket).filter(at -> at.isAfter(since)).isPresent();
    }

    @Override
    public void proves(Bucket bucket) {
        journal.proves(bucket, clock.instant());
    }

    @Override
    public void progress(String what, long done, long total) {
        watcher.progress(what, done, total);
    }
}
