/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.Traces;
import dev.sluice.core.notify.Herald;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.ReportDraft;
import dev.sluice.core.report.ReportJson;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.TableRef;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The runs on a table before the one that holds its lease now: those that have no end get one, and what they wrote
 * and surely did not commit is found.
 */
final class EarlierRuns {

    private final Journal journal;
    private final Clock clock;
    private final RunId current;
    private final TableRef table;
    private final Patience patience;
    private final Herald told;

    /** @param told hears of the runs that had died */
    EarlierRuns(Journal journal, Clock clock, RunId current, TableRef table, Patience patience, Herald told) {
        this.journal = journal;
        this.clock = clock;
        this.current = current;
        this.table = table;
        this.patience = patience;
        this.told = told;
    }

    /** A run that is under way without a lease has died; one that has waited for too long is declined. */
    void end(TableFormat format) {
        others(Status.RUNNING).forEach(dead -> bury(dead, format));
        others(Status.AWAITING_APPROVAL).stream()
                .filter(waiting -> patience.hasRunOut(waiting.startedAt(), clock.instant()))
                .forEach(this::decline);
    }

    private List<Run> others(Status status) {
        return journal.runs(table, status).stream()
                .filter(run -> !run.id().equals(current))
                .toList();
    }

    private void bury(Run dead, TableFormat format) {
        Traces traces = format.traces(table, journal.written(dead.id()));
        List<StepRecord> steps = journal.steps(dead.id());
        Death death = Death.of(steps, traces);
        ReportDraft draft = new ReportDraft(dead.id(), table, dead.gate(), dead.startedAt());
        dead.planId().flatMap(journal::plan).ifPresent(draft::planned);
        journal.answer(dead.id()).ifPresent(draft::answered);
        RunReport report = draft.end(death.status(), steps, clock.instant());
        told.tells(
                report,
                death.summary(),
                () -> end(
                        dead,
                        death.status(),
                        death.summary(),
                        ReportJson.of(report).toString()));
    }

    /** How a run stands whose process ended in the midst of it. */
    private record Death(Status status, String summary) {

        static Death of(List<StepRecord> steps, Traces traces) {
            if (mayStillCommit(steps, traces)) {
                return new Death(
                        Status.UNKNOWN,
                        "The process ended while it changed the table, and a commit of it may still arrive.");
            }
            if (traces.committed().isPresent()) {
                return new Death(
                        Status.PARTIAL,
                        "The process ended after version %d was committed and before the run came to its end."
                                .formatted(traces.committed().getAsLong()));
            }
            boolean unknown = steps.stream().anyMatch(step -> step.outcome() == StepRecord.Outcome.UNKNOWN);
            return unknown
                    ? new Death(
                            Status.UNKNOWN, "The process ended, and it cannot be told whether anything was committed.")
                    : new Death(Status.FAILED, "The process ended before anything was committed.");
        }

        /** A run that died while it changed the table: its last word to the store may be on its way still. */
        private static boolean mayStillCommit(List<StepRecord> steps, Traces traces) {
            String compact = Step.Kind.COMPACT.name().toLowerCase(Locale.ROOT);
            return traces.mayArriveLate()
                    && !traces.strays().isEmpty()
                    && steps.stream()
                            .filter(step -> step.name().startsWith(compact))
                            .anyMatch(step -> leavesACommitOpen(step.outcome()));
        }

        private static boolean leavesACommitOpen(StepRecord.Outcome outcome) {
            return switch (outcome) {
                case STARTED, FAILED, UNKNOWN -> true;
                case DONE, SKIPPED, CONFLICTED -> false;
            };
        }
    }

    private void decline(Run waiting) {
        String hash = waiting.planId()
                .flatMap(journal::plan)
                .map(MaintenancePlan::hash)
                .orElse("");
        Answer no = patience.ranOut(hash, clock.instant());
        journal.answered(waiting.id(), no);
        end(
                waiting,
                Status.DECLINED,
                Sentences.declined(no),
                waiting.reportJson().orElse(""));
    }

    private void end(Run run, Status status, String summary, String report) {
        Instant now = clock.instant();
        journal.end(run.id(), status, summary, ReportJson.ended(report, status, summary, now));
    }

    /** What runs before this one wrote and surely did not commit, as steps that take it away. */
    List<Step.Discard> strays(TableFormat format) {
        List<Step.Discard> discards = new ArrayList<>();
        for (Run run : journal.unsettled(table)) {
            List<StoredFile> strays =
                    format.traces(table, journal.written(run.id())).strays();
            if (strays.isEmpty()) {
                journal.settled(run.id());
            } else {
                discards.add(Step.Discard.of(run.id().text(), strays));
            }
        }
        return discards;
    }

    /** The gate's run that waits for an answer to the same plan; those that wait with another plan are cancelled. */
    Optional<Run> waitingWith(MaintenancePlan plan) {
        Optional<Run> same = Optional.empty();
        for (Run other : others(Status.AWAITING_APPROVAL)) {
            if (!other.gate().equals(plan.intent().gate())) {
                continue;
            }
            if (other.planId().equals(Optional.of(plan.id()))) {
                same = Optional.of(other);
            } else {
                String summary = "Run %s asks with a newer plan.".formatted(current);
                end(other, Status.CANCELLED, summary, other.reportJson().orElse(""));
            }
        }
        return same;
    }
}
