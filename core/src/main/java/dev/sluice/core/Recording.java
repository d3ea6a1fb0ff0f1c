/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Decision;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.notify.Herald;
import dev.sluice.core.plan.Intent;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.ReportDraft;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.RunLog;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.verify.Verification;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One run that is being recorded. */
final class Recording {

    private final Journal journal;
    private final Clock clock;
    private final RunId id;
    private final RunLog log;
    private final ReportDraft draft;
    private final EarlierRuns earlier;
    private final Patience patience;
    private final Instant startedAt;
    private final Stopping stopping;
    private final Listings listings;
    private final Replanning replanning = new Replanning();
    private Optional<TableFormat> format = Optional.empty();
    private boolean begun;
    private boolean unsettled;

    /** @param told hears of earlier runs that get their end now */
    Recording(
            Run run,
            Journal journal,
            Watcher watcher,
            Cancellation cancellation,
            Patience patience,
            Herald told,
            Clock clock) {
        this.journal = journal;
        this.clock = clock;
        this.id = run.id();
        this.log = new RunLog(run.id(), journal, watcher, clock);
        this.draft = new ReportDraft(run.id(), run.table(), run.gate(), run.startedAt());
        this.earlier = new EarlierRuns(journal, clock, run.id(), run.table(), patience, told);
        this.patience = patience;
        this.startedAt = run.startedAt();
        this.stopping = new Stopping(cancellation, clock);
        this.listings = new Listings(log, draft, stopping);
    }

    private Instant now() {
        return clock.instant();
    }

    Passage passage() {
        return log;
    }

    /** Does a step that changes nothing, unless the run was cancelled. */
    <T> T step(String name, Supplier<T> work, Function<T, String> sentence) {
        stopping.endIfAsked();
        return log.done(name, work, sentence);
    }

    Listings listings() {
        return listings;
    }

    /** Notes a step that is not done, with the reason. */
    private void skips(String name, String reason) {
        log.step(name, () -> reason, why -> new RunLog.Ending(StepRecord.Outcome.SKIPPED, why));
    }

    /** The table's lease is this run's now: of those before it, the ones that have no end get one. */
    Recording takesOver(Formats formats) {
        TableFormat itsFormat = formats.of(draft.table());
        format = Optional.of(itsFormat);
        earlier.end(itsFormat);
        return this;
    }

    /** Keeps in mind what the run did before it waited, and how the table was judged, as was told then. */
    void goesOnWith(Optional<String> report) {
        log.goesOn();
        draft.waitedWith(report.flatMap(ReportJson::judgement));
    }

    /** The steps that take away what earlier runs wrote and surely did not commit. */
    List<Step.Discard> strays(Formats formats) {
        return earlier.strays(formats.of(draft.table()));
    }

    /** Notes that the plan no longer fits the table: another writer was faster. */
    Status foundStale(String reason) {
        replanning.foundStale(reason);
        log.step("plan", () -> reason, why -> new RunLog.Ending(StepRecord.Outcome.CONFLICTED, why));
        return Status.CONFLICTED;
    }

    /** True if another plan is to be tried. */
    boolean plansAnew(Status status, Policy policy) {
        if (replanning.mayHaveLeftWork(status, policy)) {
            listings.cleaned();
        }
        return replanning.isDue(status, policy);
    }

    /**
     * Does a step that changes the table, unless time is up or the run was cancelled. What it did is noted at once, also
     * where the journal fails after it.
     */
    StepOutcome carriesOut(Step step, Intent intent, Supplier<StepOutcome> work) {
        Optional<String> reason = stopping.reason(intent);
        if (reason.isPresent()) {
            skips(step.name(), reason.get());
            return new StepOutcome.Skipped(reason.get());
        }
        listings.outdate();
        StepOutcome outcome = log.step(
                step.name(),
                () -> settles(step.kind(), work),
                done -> new RunLog.Ending(StepRecord.Outcome.valueOf(done.kind().name()), done.text()));
        outcome.removal().ifPresent(account -> settles(step, account));
        outcome.expiration().ifPresent(account -> notDeleted(step, account.failed(), account.files()));
        return outcome;
    }

    /** A file that the store did not delete is a failure, but keeps nothing else from being done. */
    private void settles(Step step, Removal account) {
        if (!account.failed().isEmpty()) {
            notDeleted(step, account.failed(), account.deleted().size());
        } else if (step instanceof Step.Discard discard) {
            journal.settled(new RunId(discard.run()));
        }
    }

    private void notDeleted(Step step, List<Removal.Kept> failed, long deleted) {
        if (!failed.isEmpty()) {
            Removal.Kept first = failed.get(0);
            String reason = "%d of %d files could not be removed, for example %s: %s"
                    .formatted(failed.size(), failed.size() + deleted, first.file(), first.reason());
            draft.failed(new GateException(Fault.STORAGE, draft.table().toString(), reason), step.name(), false);
        }
    }

    /**
     * A format that refuses says so by a {@link GateException} and has committed nothing, unless it says that it
     * cannot tell; whatever else comes out of the midst of a change leaves it open too.
     */
    private StepOutcome settles(Step.Kind kind, Supplier<StepOutcome> change) {
        begun = true;
        unsettled = true;
        try {
            StepOutcome outcome = change.get();
            draft.did(kind, outcome);
            unsettled = outcome.kind() == StepOutcome.Kind.UNKNOWN;
            return outcome;
        } catch (GateException e) {
            unsettled = e.fault() == Fault.COMMIT_UNKNOWN;
            throw e;
        }
    }

    /** True if a planned step was not begun because the run was cancelled. */
    boolean isCancelled() {
        return stopping.isCancelled();
    }

    /** How the run stands once all steps were done or skipped. */
    Status statusOfWhatWasDone() {
        if (isCancelled()) {
            return Status.CANCELLED;
        }
        if (draft.hasFailed()) {
            return draft.deeds().haveChangedSomething() ? Status.PARTIAL : Status.FAILED;
        }
        if (draft.deeds().haveCommitted()) {
            return Status.COMPACTED;
        }
        if (draft.deeds().haveRemoved() || draft.deeds().haveRelisted()) {
            return Status.CLEANED;
        }
        return draft.leavesWork() ? Status.SKIPPED : Status.HEALTHY;
    }

    void assessed(Assessment found) {
        if (!draft.deeds().haveCommitted()) {
            draft.assessed(found);
        }
        journal.measured(Measured.of(found.table(), found.health(), found.evaluatedAt()));
    }

    void planned(MaintenancePlan plan) {
        replanning.planned(plan);
        if (!plan.isEmpty() || !draft.deeds().haveCommitted()) {
            draft.planned(plan);
        }
        if (!plan.isEmpty()) {
            journal.keep(plan);
            journal.plans(id, plan.id());
        }
    }

    void decided(Decision decision) {
        if (decision.answer().isFinal()) {
            journal.answered(id, decision.answer());
        }
        draft.answered(decision.answer());
    }

    /**
     * How the run stands after an answer that is no yes. A run that is to wait gives way to one that waits with the
     * same plan already, and takes the place of one that waits with another.
     */
    Status standsAfter(Answer answer, MaintenancePlan plan) {
        Status status = Status.after(answer);
        if (status != Status.AWAITING_APPROVAL) {
            return status;
        }
        Optional<Run> other = earlier.waitingWith(plan);
        other.ifPresent(run -> skips("approve", "Run %s waits for an answer to the same plan.".formatted(run.id())));
        if (other.isPresent()) {
            return Status.SKIPPED;
        }
        draft.waitsUntil(patience.endsAfter(startedAt));
        return status;
    }

    /** Ends a run that has waited for too long. */
    Status expired(MaintenancePlan plan) {
        draft.planned(plan);
        Answer no = patience.ranOut(plan.hash(), now());
        decided(log.done("approve", () -> new Decision(no, Optional.empty()), Sentences::decided));
        return Status.DECLINED;
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

    void measuredBefore(TableHealth health) {
        draft.measuredBefore(health);
    }

    void measuredAfter(TableHealth health) {
        draft.measuredAfter(health);
    }

    /** How the run stands after a refusal or failure. */
    Status failed(GateException cause) {
        draft.failed(cause, log.current(), unsettled);
        if (unsettled) {
            return Status.UNKNOWN;
        }
        return draft.deeds().haveChangedSomething() ? Status.PARTIAL : Status.FAILED;
    }

    /** How the run stands after its flow: where another writer came first, what was done before stays. */
    Status stands(Status ended) {
        return ended == Status.CONFLICTED ? overtaken() : ended;
    }

    /** True if the run stopped after it had begun to change the table, so that somebody has to look how it is. */
    boolean failedInTheMidst(Status status) {
        return begun && (draft.hasFailed() || status == Status.UNKNOWN);
    }

    /** Opens the table anew. */
    String reopens() {
        return Sentences.reopened(format.orElseThrow().inspect(draft.table()));
    }

    void reopened(String found) {
        draft.reopened(found);
    }

    /** The report of the run as it ends. */
    RunReport report(Status status) {
        return draft.end(status, log.steps(), now());
    }

    /** Writes the run's end to the journal; a second time changes nothing. */
    void end(RunReport report) {
        keepTrend(report);
        journal.end(id, report.status(), report.summary(), ReportJson.of(report).toPrettyString());
        if (report.hasCommittedAllItWrote()) {
            journal.settled(id);
        }
    }

    private Status overtaken() {
        if (replanning.stale().isEmpty() && !draft.deeds().haveCommitted()) {
            return Status.CONFLICTED;
        }
        String reason = replanning.stale().orElseGet(draft.deeds()::lastText);
        return failed(new GateException(Fault.PLAN_STALE, draft.table().toString(), reason));
    }

    /** The trend advances once in a run, however often it planned; after a verified compaction the streak starts over. */
    private void keepTrend(RunReport report) {
        Trend kept = journal.trend(report.gate(), report.table());
        Trend trend = report.assessment()
                .filter(found -> found.policy().bloat().isPresent())
                .map(Assessment::trend)
                .orElse(kept);
        if (!trend.equals(Trend.NONE)
                && draft.deeds().haveCommitted()
                && report.after().isPresent()) {
            trend = trend.afterCompaction(report.after().get(), now());
        }
        if (!trend.equals(kept)) {
            journal.keep(report.gate(), report.table(), trend);
        }
    }
}
