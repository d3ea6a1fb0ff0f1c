/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Decision;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.RunLog;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.verify.Verification;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Keeps the gate's books: every run has a beginning, its steps and an end in the journal, whatever happens. */
public final class Recorder {

    private final Journal journal;
    private final Watcher watcher;
    private final Clock clock;
    private final RandomGenerator random;

    public Recorder(Journal journal, Watcher watcher, Clock clock, RandomGenerator random) {
        this.journal = journal;
        this.watcher = watcher;
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

    /** Judges what was measured, with the trend as it would be after this assessment. */
    Assessment judge(TableState state, TableHealth health, Policy policy) {
        Instant now = now();
        Trend before = journal.trend(policy.name(), state.table());
        Trend trend = policy.bloat().map(b -> before.after(health, b, now)).orElse(before);
        Evidence evidence = new Evidence(health, trend, Pending.NONE, Leftovers.NONE, now);
        return new Assessment(
                state.table(),
                policy,
                health,
                trend,
                policy.judge(state, evidence),
                policy.measureFor(state, now).smallerThan(),
                policy.targetFor(state),
                state.objections(),
                now);
    }

    /** Records one run from its beginning to its end; a refusal or failure on the way is part of the report. */
    RunReport record(TableRef table, String gate, Function<Recording, Status> flow) {
        RunId id = RunId.next(clock, random);
        Instant start = now();
        journal.begin(Run.begun(id, gate, table, start));
        Recording recording =
                new Recording(new RunLog(id, journal, watcher, clock), new RunReport.Draft(id, table, gate, start));
        Status status = endOf(flow, recording, table);
        RunReport report = recording.draft.end(status, recording.log.steps(), now());
        journal.end(id, status, report.summary(), ReportJson.of(report).toPrettyString());
        return report;
    }

    /** How a flow ends. The one place that catches what nobody foresaw: a run without an end could not be told of. */
    private static Status endOf(Function<Recording, Status> flow, Recording recording, TableRef table) {
        try {
            return flow.apply(recording);
        } catch (GateException e) {
            return recording.failed(e);
        } catch (RuntimeException e) {
            String what = "%s: %s.".formatted(e.getClass().getSimpleName(), e.getMessage());
            return recording.failed(new GateException(Fault.INTERNAL, table.toString(), what, e));
        }
    }

    /** One run that is being recorded. */
    final class Recording {
        private final RunLog log;
        private final RunReport.Draft draft;
        private boolean unsettled;

        private Recording(RunLog log, RunReport.Draft draft) {
            this.log = log;
            this.draft = draft;
        }

        Passage passage() {
            return log;
        }

        <T> T step(String name, Supplier<T> work, Function<T, String> sentence) {
            return log.step(name, work, result -> new RunLog.Ending(StepRecord.Outcome.DONE, sentence.apply(result)));
        }

        /** Does a step that changes the table. What it did is noted at once, also where the journal fails after it. */
        StepOutcome carriesOut(Step step, Supplier<StepOutcome> work) {
            return log.step(
                    step.kind().name().toLowerCase(Locale.ROOT),
                    () -> settles(work),
                    outcome -> new RunLog.Ending(
                            StepRecord.Outcome.valueOf(outcome.kind().name()), outcome.text()));
        }

        /**
         * A format that refuses says so by a {@link GateException} and has committed nothing, unless it says that it
         * cannot tell; whatever else comes out of the midst of a change leaves it open too.
         */
        private StepOutcome settles(Supplier<StepOutcome> change) {
            unsettled = true;
            try {
                StepOutcome outcome = change.get();
                draft.compacted(outcome);
                unsettled = outcome.kind() == StepOutcome.Kind.UNKNOWN;
                return outcome;
            } catch (GateException e) {
                unsettled = e.fault() == Fault.COMMIT_UNKNOWN;
                throw e;
            }
        }

        /** True once a step has changed the table. */
        boolean hasCommitted() {
            return draft.hasCommitted();
        }

        void assessed(Assessment found) {
            draft.assessed(found);
            journal.measured(Measured.of(found.table(), found.health(), found.evaluatedAt()));
            if (found.policy().bloat().isPresent()) {
                journal.keep(found.policy().name(), found.table(), found.trend());
            }
        }

        void planned(MaintenancePlan plan) {
            draft.planned(plan);
            if (!plan.isEmpty()) {
                journal.keep(plan);
                journal.plans(new RunId(log.runId()), plan.id());
            }
        }

        void decided(Decision decision) {
            if (decision.answer().kind() == Answer.Kind.YES || decision.answer().kind() == Answer.Kind.NO) {
                journal.answered(new RunId(log.runId()), decision.answer());
            }
            draft.answered(decision.answer());
        }

        /** Does a check, and goes no further where it does not pass. */
        void verifies(Supplier<Verification> work) {
            Verification check = log.step(
                    "verify",
                    work,
                    found -> new RunLog.Ending(
                            found.passed() ? StepRecord.Outcome.DONE : StepRecord.Outcome.FAILED,
                            Sentences.verified(found)));
            draft.verified(check);
            if (!check.passed()) {
                throw new GateException(Fault.VERIFICATION_FAILED, draft.table().toString(), Sentences.verified(check));
            }
        }

        /** Notes how the run leaves the table; after a verified compaction the streak starts over. */
        void measuredAfter(TableHealth health) {
            draft.measuredAfter(health);
            Trend kept = journal.trend(draft.gate(), draft.table());
            if (draft.hasCommitted() && !kept.equals(Trend.NONE)) {
                journal.keep(draft.gate(), draft.table(), kept.afterCompaction(health, now()));
            }
        }

        void listed(Leftovers leftovers) {
            draft.listed(leftovers);
        }

        private Status failed(GateException cause) {
            draft.failed(cause, log.current(), unsettled);
            if (unsettled) {
                return Status.UNKNOWN;
            }
            return draft.hasCommitted() ? Status.PARTIAL : Status.FAILED;
        }
    }
}
