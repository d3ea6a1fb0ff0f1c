/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Trend;
import dev.sluice.core.notify.Herald;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Leases;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.table.TableRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Keeps the gate's books: every run has a beginning, its steps and an end in the journal, whatever happens. */
public final class Recorder {

    private final Journal journal;
    private final Leases leases;
    private final Watcher watcher;
    private final Cancellation cancellation;
    private final Herald herald;
    private final Patience patience;
    private final Clock clock;
    private final RandomGenerator random;

    public Recorder(Journal journal, Leases leases, Watcher watcher, Clock clock, RandomGenerator random) {
        this(journal, leases, watcher, Cancellation.NEVER, Herald.MUTE, Patience.DEFAULT, clock, random);
    }

    public Recorder(
            Journal journal,
            Leases leases,
            Watcher watcher,
            Cancellation cancellation,
            Herald herald,
            Patience patience,
            Clock clock,
            RandomGenerator random) {
        this.journal = journal;
        this.leases = leases;
        this.watcher = watcher;
        this.cancellation = cancellation;
        this.herald = herald;
        this.patience = patience;
        this.clock = clock;
        this.random = random;
    }

    Instant now() {
        return clock.instant();
    }

    /** Stores a plan, so that it can be applied later; one that does nothing needs no memory. */
    void keep(MaintenancePlan plan) {
        if (!plan.isEmpty()) {
            journal.keep(plan);
        }
    }

    /** The trend kept under a gate's name. */
    Trend trend(String gate, TableRef table) {
        return journal.trend(gate, table);
    }

    /**
     * Records one run from its beginning to its end; a refusal or failure on the way is part of the report.
     *
     * @throws GateException with {@code TABLE_BUSY} while another run works on the table
     */
    RunReport record(TableRef table, String gate, Function<Recording, Status> flow) {
        return holding(table, () -> {
            Run run = Run.begun(RunId.next(clock, random), gate, table, now());
            journal.begin(run);
            return toItsEnd(run, flow);
        });
    }

    /**
     * Goes on with a run that waits for an answer.
     *
     * @throws GateException with {@code USAGE} if there is no such run or it does not wait; with {@code TABLE_BUSY}
     *     while another run works on the table, and the run goes on waiting
     */
    RunReport resume(String waiting, BiFunction<MaintenancePlan, Recording, Status> flow) {
        return holding(waiting(waiting).table(), () -> {
            Run run = waiting(waiting); // Somebody else may have answered before the lease was ours.
            MaintenancePlan plan = run.planId()
                    .flatMap(journal::plan)
                    .orElseThrow(() -> cannotAnswer(waiting, "The plan that the run waited with is gone."));
            journal.resumes(run.id());
            boolean expired = patience.hasRunOut(run.startedAt(), now());
            return toItsEnd(run, recording -> {
                recording.goesOnWith(run.reportJson());
                return expired ? recording.expired(plan) : flow.apply(plan, recording);
            });
        });
    }

    private Run waiting(String id) {
        Run run = journal.run(id).orElseThrow(() -> cannotAnswer(id, "There is no run of this name."));
        if (run.status() != Status.AWAITING_APPROVAL) {
            throw cannotAnswer(id, "The run does not wait for an answer; it is %s.".formatted(run.status()));
        }
        return run;
    }

    private static GateException cannotAnswer(String run, String why) {
        return new GateException(Fault.USAGE, "run " + run, why);
    }

    /** Works on a table while its lease is ours; the lease is given back whatever comes of it. */
    private <T> T holding(TableRef table, Supplier<T> work) {
        try (Leases.Lease lease = leases.claim(table).orElseThrow(() -> busy(table))) {
            return work.get();
        }
    }

    private static GateException busy(TableRef table) {
        return new GateException(Fault.TABLE_BUSY, table.toString(), "Another run works on this table at present.");
    }

    private RunReport toItsEnd(Run run, Function<Recording, Status> flow) {
        watcher.starts(run.id());
        Recording recording = new Recording(run, journal, watcher, cancellation, patience, this::tells, clock);
        Status status = recording.stands(attempt(run.table(), () -> undisturbed(flow, recording), recording::failed));
        if (recording.failedInTheMidst(status)) {
            recording.reopened(attempt(run.table(), recording::reopens, Sentences::notReopened));
        }
        RunReport report = recording.report(status);
        tells(report, report.summary(), () -> recording.end(report));
        return report;
    }

    private static Status undisturbed(Function<Recording, Status> flow, Recording recording) {
        try {
            return flow.apply(recording);
        } catch (Stopping.Cancelled e) {
            return Status.CANCELLED;
        }
    }

    /** Writes a run's end in one act with what is to be told of it; where that fails the run gets its end all the same. */
    private void tells(RunReport report, String summary, Runnable end) {
        attempt(
                        report.table(),
                        () -> {
                            herald.tells(report, summary, end);
                            return Optional.<GateException>empty();
                        },
                        Optional::of)
                .ifPresent(trouble -> {
                    end.run();
                    watcher.ends(notTold(trouble));
                });
    }

    private StepRecord notTold(GateException trouble) {
        String text = "Nobody is told of the run: " + trouble.reason();
        return new StepRecord("notify", StepRecord.Outcome.FAILED, now(), Duration.ZERO, text);
    }

    /** The one place that catches what nobody foresaw: a run without an end could not be told of. */
    private <T> T attempt(TableRef table, Supplier<T> work, Function<GateException, T> otherwise) {
        GateException cause;
        try {
            return work.get();
        } catch (GateException e) {
            cause = e;
        } catch (RuntimeException e) {
            String what = "%s: %s.".formatted(e.getClass().getSimpleName(), e.getMessage());
            cause = new GateException(Fault.INTERNAL, table.toString(), what, e);
        }
        watcher.fails(cause);
        return otherwise.apply(cause);
    }
}
