/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.Removal;
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

/**
 * What one run found and did: each part is present as far as the run got.
 *
 * @param assessment absent for a plan that was made before the run, and for a run that has waited
 * @param waitedWith how the table was judged before the run waited for an answer
 * @param before the table as the run found it; of one that has waited, as it was when the answer came
 * @param expiresAt until when the run waits for an answer; empty where it does not
 * @param deeds the steps that were begun and how they ended
 * @param verifications of the steps that were committed, in their order
 * @param expirable old versions that could be forgotten, as the run's commits left them, before any was
 * @param leftovers as they lay below the table after the run's commits and before anything was removed
 * @param reopened after a failure in the midst of changes: how the table was found when it was opened again
 */
public record RunReport(
        RunId run,
        TableRef table,
        String gate,
        Status status,
        Instant startedAt,
        Instant endedAt,
        Optional<Assessment> assessment,
        Optional<Judgement> waitedWith,
        Optional<TableHealth> before,
        Optional<MaintenancePlan> plan,
        Optional<Answer> answer,
        Optional<Instant> expiresAt,
        Deeds deeds,
        List<Verification> verifications,
        Optional<TableHealth> after,
        Optional<Expirable> expirable,
        Optional<Leftovers> leftovers,
        List<StepRecord> steps,
        Optional<Failure> failure,
        Optional<String> reopened) {

    public RunReport {
        verifications = List.copyOf(verifications);
        steps = List.copyOf(steps);
    }

    /** How the steps ended that were begun, in their order. */
    public List<StepOutcome> outcomes() {
        return deeds.outcomes();
    }

    /** All that the run's commits did to the table, as one change. */
    public Optional<Change> change() {
        return deeds.change();
    }

    /** All that the run removed because nothing referred to it any longer, as one account. */
    public Optional<Removal> removal() {
        return deeds.tookAway(Step.Kind.REMOVE);
    }

    /** All that the run took away of what earlier runs of ours had left, as one account. */
    public Optional<Removal> discarded() {
        return deeds.tookAway(Step.Kind.DISCARD);
    }

    /** The deletes that the run took out of the table because they applied to nothing. */
    public Optional<Relisting> pruning() {
        return deeds.relisted(Step.Kind.PRUNE);
    }

    /** The manifests that the run rewrote into fewer. */
    public Optional<Relisting> manifestRewrite() {
        return deeds.relisted(Step.Kind.REWRITE_MANIFESTS);
    }

    /** The versions that the run made the table forget. */
    public Optional<Expiration> expiration() {
        return deeds.expiration();
    }

    /** How the table was judged, by this run or before it waited for an answer. */
    public Optional<Judgement> judgement() {
        return assessment.map(Judgement::of).or(() -> waitedWith);
    }

    /** What the run was worth, where its policy looks at each partition apart. */
    public Optional<Scorecard> scorecard() {
        Optional<Scorecard> projected = assessment.isPresent()
                ? assessment.get().scorecard()
                : before.flatMap(found -> plan.flatMap(made -> Scorecard.of(found, made.intent())));
        Optional<Change> change = change();
        if (change.isEmpty() || before.isEmpty() || after.isEmpty()) {
            return projected;
        }
        return projected.map(card -> card.after(change.get(), before.get(), after.get()));
    }

    /** True if the run left the table or its files other than it found them. */
    public boolean hasChangedSomething() {
        return deeds.haveChangedSomething();
    }

    /** All checks as one: the rows and files before the first commit and after the last. */
    public Optional<Verification> verification() {
        return verifications.stream().reduce(Verification::then);
    }

    /** True if nothing that the run wrote can lie about: every file of it is in the table. */
    public boolean hasCommittedAllItWrote() {
        return change().isPresent() && failure.isEmpty() && outcomes().stream().allMatch(StepOutcome::mayContinue);
    }

    /** How the run ended, in full sentences. */
    public String summary() {
        if (failure.isPresent()) {
            return "%s: %s".formatted(failure.get().fault(), failure.get().reason());
        }
        List<String> told = new ArrayList<>(whatWasDone());
        if (status == Status.CANCELLED) {
            return told.isEmpty()
                    ? "The run was cancelled; nothing was done."
                    : "%s The run was cancelled after that.".formatted(String.join(" ", told));
        }
        steps.stream()
                .filter(step -> step.outcome() == StepRecord.Outcome.SKIPPED && !told.contains(step.text()))
                .map(StepRecord::text)
                .distinct()
                .forEach(told::add);
        if (told.isEmpty()) {
            return whyNothingWasDone();
        }
        plan.flatMap(Sentences::remaining).ifPresent(told::add);
        return String.join(" ", told);
    }

    /** What each step did; a conflict that came again is told once. */
    private List<String> whatWasDone() {
        List<String> told = new ArrayList<>();
        for (StepOutcome outcome : outcomes()) {
            if (outcome.mayContinue() || !told.contains(outcome.text())) {
                told.add(outcome.text());
            }
        }
        return told;
    }

    private String whyNothingWasDone() {
        if (status == Status.DECLINED && answer.isPresent()) {
            return Sentences.declined(answer.get());
        }
        if (status == Status.SKIPPED && plan.isPresent()) {
            return Sentences.leftAlone(plan.get());
        }
        return assessment.map(a -> Sentences.told(a.verdict()) + ".").orElse("Nothing is to be done.");
    }
}
