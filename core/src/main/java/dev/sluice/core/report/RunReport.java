/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.GateException;
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
import java.util.stream.Stream;

/**
 * What one run found and did: each part is present as far as the run got.
 *
 * @param assessment absent for a plan that was made before the run, and for a run that has waited
 * @param waitedWith how the table was judged before the run waited for an answer
 * @param before the table as the run found it; of one that has waited, as it was when the answer came
 * @param expiresAt until when the run waits for an answer; empty where it does not
 * @param deeds the steps that were begun and how they ended, in their order
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
        List<Deed> deeds,
        List<Verification> verifications,
        Optional<TableHealth> after,
        Optional<Expirable> expirable,
        Optional<Leftovers> leftovers,
        List<StepRecord> steps,
        Optional<Failure> failure,
        Optional<String> reopened) {

    public RunReport {
        deeds = List.copyOf(deeds);
        verifications = List.copyOf(verifications);
        steps = List.copyOf(steps);
    }

    /** A step that changes the table or its files, and how it ended. */
    public record Deed(Step.Kind kind, StepOutcome outcome) {}

    /** How the steps ended that were begun, in their order. */
    public List<StepOutcome> outcomes() {
        return deeds.stream().map(Deed::outcome).toList();
    }

    /** All that the run's commits did to the table, as one change. */
    public Optional<Change> change() {
        return outcomes().stream().flatMap(o -> o.change().stream()).reduce(Change::then);
    }

    /** All that the run removed because nothing referred to it any longer, as one account. */
    public Optional<Removal> removal() {
        return tookAway(Step.Kind.REMOVE);
    }

    /** All that the run took away of what earlier runs of ours had left, as one account. */
    public Optional<Removal> discarded() {
        return tookAway(Step.Kind.DISCARD);
    }

    /** The deletes that the run took out of the table because they applied to nothing. */
    public Optional<Relisting> pruning() {
        return relisted(Step.Kind.PRUNE);
    }

    /** The manifests that the run rewrote into fewer. */
    public Optional<Relisting> manifestRewrite() {
        return relisted(Step.Kind.REWRITE_MANIFESTS);
    }

    private Optional<Relisting> relisted(Step.Kind kind) {
        return deeds.stream()
                .filter(deed -> deed.kind() == kind)
                .flatMap(deed -> deed.outcome().relisting().stream())
                .findFirst();
    }

    /** The versions that the run made the table forget. */
    public Optional<Expiration> expiration() {
        return deeds.stream()
                .flatMap(deed -> deed.outcome().expiration().stream())
                .findFirst();
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

    private Optional<Removal> tookAway(Step.Kind kind) {
        return deeds.stream()
                .filter(deed -> deed.kind() == kind)
                .flatMap(deed -> deed.outcome().removal().stream())
                .reduce(Removal::plus);
    }

    /** True if the run left the table or its files other than it found them. */
    public boolean hasChangedSomething() {
        return change().isPresent()
                || outcomes().stream().anyMatch(o -> o.relisting().isPresent())
                || expiration().filter(gone -> !gone.versions().isEmpty()).isPresent()
                || outcomes().stream()
                        .flatMap(o -> o.removal().stream())
                        .anyMatch(account -> !account.deleted().isEmpty());
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

    /** Collects the parts of a report while a run goes on. */
    public static final class Draft {
        private final RunId run;
        private final TableRef table;
        private final String gate;
        private final Instant startedAt;
        private final List<Deed> deeds = new ArrayList<>();
        private final List<Verification> verifications = new ArrayList<>();
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

        public Draft(RunId run, TableRef table, String gate, Instant startedAt) {
            this.run = run;
            this.table = table;
            this.gate = gate;
            this.startedAt = startedAt;
        }

        public TableRef table() {
            return table;
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
            deeds.add(new Deed(kind, outcome));
            if (outcome.commit().isPresent() && !hasCleaned()) {
                leftovers = Optional.empty();
                expirable = Optional.empty();
            }
        }

        public void verified(Verification verification) {
            verifications.add(verification);
        }

        /** As long as nothing was done, this is also how the run found the table. */
        public void measuredAfter(TableHealth health) {
            if (deeds.isEmpty()) {
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
            this.failure = Optional.of(Failure.of(cause, step, committed(unknown)));
        }

        public void reopened(String found) {
            this.reopened = Optional.of(found);
        }

        private String committed(boolean unknown) {
            List<Long> versions = outcomes()
                    .flatMap(o -> o.change().stream())
                    .map(Change::version)
                    .toList();
            String removed = removed() == 0 ? "" : " %s removed.".formatted(Sentences.were(removed(), "file"));
            if (!versions.isEmpty()) {
                return "The compaction was committed as version %d.%s"
                        .formatted(versions.get(versions.size() - 1), removed);
            }
            Optional<Deed> relisted = deeds.stream()
                    .filter(deed -> deed.outcome().relisting().isPresent())
                    .findFirst();
            if (relisted.isPresent()) {
                return "The %s was committed as version %d.%s"
                        .formatted(
                                relisted.get().kind() == Step.Kind.PRUNE ? "pruning" : "rewrite of manifests",
                                relisted.get().outcome().commit().orElseThrow().version(),
                                removed);
            }
            return (unknown ? "It cannot be told whether anything was committed." : "Nothing was committed.") + removed;
        }

        private Stream<StepOutcome> outcomes() {
            return deeds.stream().map(Deed::outcome);
        }

        private long removed() {
            return outcomes()
                    .flatMap(o -> o.removal().stream())
                    .mapToLong(r -> r.deleted().size())
                    .sum();
        }

        public boolean hasFailed() {
            return failure.isPresent();
        }

        /** True once a step has changed the table. */
        public boolean hasCommitted() {
            return outcomes().anyMatch(o -> o.change().isPresent());
        }

        /** True once a step has taken a file away or made the table forget a version. */
        public boolean hasRemoved() {
            return removed() > 0
                    || outcomes()
                            .flatMap(o -> o.expiration().stream())
                            .anyMatch(account -> !account.versions().isEmpty());
        }

        private boolean hasCleaned() {
            return deeds.stream().anyMatch(deed -> deed.kind() == Step.Kind.EXPIRE || deed.kind() == Step.Kind.REMOVE);
        }

        /** True once a step has changed what the table lists besides data files, or how it lists these. */
        public boolean hasRelisted() {
            return outcomes().anyMatch(o -> o.relisting().isPresent());
        }

        public boolean hasDoneSomething() {
            return hasCommitted() || hasRelisted() || hasRemoved();
        }

        /** True if the plan holds what was not done. */
        public boolean leavesWork() {
            return plan.filter(p -> !p.isEmpty() || p.leavesWork()).isPresent();
        }

        /** What the last step said of its end. */
        public String lastText() {
            return deeds.isEmpty() ? "" : deeds.get(deeds.size() - 1).outcome().text();
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
}
