/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.verify.Verification;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What one run found and did: each part is present as far as the run got. */
public record RunReport(
        RunId run,
        TableRef table,
        String gate,
        Status status,
        Instant startedAt,
        Instant endedAt,
        Optional<Assessment> assessment,
        Optional<MaintenancePlan> plan,
        Optional<Answer> answer,
        Optional<StepOutcome> compaction,
        Optional<Verification> verification,
        Optional<TableHealth> after,
        Optional<Leftovers> leftovers,
        List<StepRecord> steps,
        Optional<Failure> failure) {

    public RunReport {
        steps = List.copyOf(steps);
    }

    /** One sentence on how the run ended. */
    public String summary() {
        if (failure.isPresent()) {
            return "%s: %s".formatted(failure.get().fault(), failure.get().reason());
        }
        return compaction
                .map(StepOutcome::text)
                .orElseGet(() ->
                        assessment.map(a -> Sentences.told(a.verdict()) + ".").orElse(""));
    }

    /** Collects the parts of a report while a run goes on. */
    public static final class Draft {
        private final RunId run;
        private final TableRef table;
        private final String gate;
        private final Instant startedAt;
        private Optional<Assessment> assessment = Optional.empty();
        private Optional<MaintenancePlan> plan = Optional.empty();
        private Optional<Answer> answer = Optional.empty();
        private Optional<StepOutcome> compaction = Optional.empty();
        private Optional<Verification> verification = Optional.empty();
        private Optional<TableHealth> after = Optional.empty();
        private Optional<Leftovers> leftovers = Optional.empty();
        private Optional<Failure> failure = Optional.empty();

        public Draft(RunId run, TableRef table, String gate, Instant startedAt) {
            this.run = run;
            this.table = table;
            this.gate = gate;
            this.startedAt = startedAt;
        }

        public TableRef table() {
            return table;
        }

        public String gate() {
            return gate;
        }

        public void assessed(Assessment assessment) {
            this.assessment = Optional.of(assessment);
        }

        public void planned(MaintenancePlan plan) {
            this.plan = Optional.of(plan);
        }

        public void answered(Answer answer) {
            this.answer = Optional.of(answer);
        }

        public void compacted(StepOutcome outcome) {
            this.compaction = Optional.of(outcome);
        }

        public void verified(Verification verification) {
            this.verification = Optional.of(verification);
        }

        public void measuredAfter(TableHealth health) {
            this.after = Optional.of(health);
        }

        public void listed(Leftovers leftovers) {
            this.leftovers = Optional.of(leftovers);
        }

        /** @param unknown whether it cannot be told if the step that failed was committed */
        public void failed(GateException cause, String step, boolean unknown) {
            String committed = compaction
                    .flatMap(StepOutcome::change)
                    .map(c -> "The compaction was committed as version %d.".formatted(c.version()))
                    .orElse(unknown ? "It cannot be told whether anything was committed." : "Nothing was committed.");
            this.failure = Optional.of(Failure.of(cause, step, committed));
        }

        /** True once a step has changed the table. */
        public boolean hasCommitted() {
            return compaction.flatMap(StepOutcome::change).isPresent();
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
                    plan,
                    answer,
                    compaction,
                    verification,
                    after,
                    leftovers,
                    steps,
                    failure);
        }
    }
}
