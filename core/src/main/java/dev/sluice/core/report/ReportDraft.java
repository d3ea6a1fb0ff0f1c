/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.verify.Verification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the parts of a report while a run goes on. */
public final class ReportDraft {
    private final RunId run;
    private final TableRef table;
    private final String gate;
    private final Instant startedAt;
    private final List<Verification> verifications = new ArrayList<>();
    private Deeds deeds = Deeds.NONE;
    private Optional<Assessment> assessment = Optional.empty();
    private Optional<Judgement> waitedWith = Optional.empty();
    private Optional<TableHealth> before = Optional.empty();
    private Optional<MaintenancePlan> plan = Optional.empty();
    private Optional<Answer> answer = Optional.empty();
    private Optional<Instant> expiresAt = Optional.empty();
    private Optional<TableHealth> after = Optional.empty();
    private Optional<Expirable> expirable = Optional.empty();
    private Optional<Leftovers> leftovers = Optional.empty();
    private Optional<Failure> failure = Optional.empty();
    private Optional<String> reopened = Optional.empty();

    public ReportDraft(RunId run, TableRef table, String gate, Instant startedAt) {
        this.run = run;
        this.table = table;
        this.gate = gate;
        this.startedAt = startedAt;
    }

    public TableRef table() {
        return table;
    }

    /** What the run has done so far. */
    public Deeds deeds() {
        return deeds;
    }

    public void assessed(Assessment assessment) {
        this.assessment = Optional.of(assessment);
        measuredBefore(assessment.health());
    }

    /** Notes how the table was judged before the run waited. */
    public void waitedWith(Optional<Judgement> judgement) {
        this.waitedWith = judgement;
    }

    /** Only the first measurement is the table as the run found it. */
    public void measuredBefore(TableHealth health) {
        this.before = before.or(() -> Optional.of(health));
    }

    public void planned(MaintenancePlan plan) {
        this.plan = Optional.of(plan);
    }

    /** Notes until when the run waits for an answer. */
    public void waitsUntil(Instant end) {
        this.expiresAt = Optional.of(end);
    }

    public void answered(Answer answer) {
        this.answer = Optional.of(answer);
    }

    /**
     * Notes how a step ended; what was listed before a commit is no longer what lies there after it. Once of that
     * something was forgotten or removed, it stays as it was listed before.
     */
    public void did(Step.Kind kind, StepOutcome outcome) {
        deeds = deeds.and(kind, outcome);
        if (outcome.commit().isPresent() && !deeds.haveCleaned()) {
            leftovers = Optional.empty();
            expirable = Optional.empty();
        }
    }

    public void verified(Verification verification) {
        verifications.add(verification);
    }

    /** As long as nothing was done, this is also how the run found the table. */
    public void measuredAfter(TableHealth health) {
        if (deeds.all().isEmpty()) {
            measuredBefore(health);
        }
        this.after = Optional.of(health);
    }

    public void listed(Leftovers leftovers) {
        this.leftovers = Optional.of(leftovers);
    }

    public void listed(Expirable expirable) {
        this.expirable = Optional.of(expirable);
    }

    public boolean hasListedVersions() {
        return expirable.isPresent();
    }

    public boolean isListed() {
        return leftovers.isPresent();
    }

    /** @param unknown whether it cannot be told if the step that failed was committed */
    public void failed(GateException cause, String step, boolean unknown) {
        this.failure = Optional.of(Failure.of(cause, step, deeds.committed(unknown)));
    }

    public void reopened(String found) {
        this.reopened = Optional.of(found);
    }

    public boolean hasFailed() {
        return failure.isPresent();
    }

    /** True if the plan holds what was not done. */
    public boolean leavesWork() {
        return plan.filter(p -> !p.isEmpty() || p.leavesWork()).isPresent();
    }

    public RunReport end(Status status, List<StepRecord> steps, Instant now) {
        return new RunReport(
                run,
                table,
                gate,
                status,
                startedAt,
                now,
                assessment,
                waitedWith,
                before,
                plan,
                answer,
                expiresAt,
                deeds,
                verifications,
                after,
                expirable,
                leftovers,
                steps,
                failure,
                reopened);
    }
}
