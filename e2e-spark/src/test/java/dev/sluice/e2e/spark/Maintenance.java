/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e.spark;

import dev.sluice.core.approval.Answer.Kind;
import dev.sluice.core.approval.ApprovalDesk;
import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Passage;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Planner;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.verify.Verification;
import dev.sluice.core.verify.Verifier;
import dev.sluice.delta.DeltaFormat;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** One Delta table on its way through plan, approval and step as the gate takes it, at the time that a clock shows. */
final class Maintenance {

    private static final Bytes TARGET = Bytes.ofMebibytes(128);

    private final DeltaFormat format;
    private final TableRef table;
    private final Clock clock;

    Maintenance(Path folder, Clock clock) {
        this.clock = clock;
        this.format = new DeltaFormat(new LocalStore(), clock, new RewriteLimits(2, TARGET));
        this.table = new TableRef("delta", Location.local(folder).toString());
    }

    /** Merges whatever can be merged, and checks the commit against the table as every run does. */
    Answer compact() {
        MaintenancePlan plan = plan(Code.SMALL_FILES, Leftovers.NONE);
        if (plan.isEmpty()) {
            String why =
                    plan.leftAlone().isEmpty() ? "" : plan.leftAlone().get(0).text();
            return new Answer(Answer.Kind.NOTHING_TO_DO, why);
        }
        StepOutcome outcome = format.changer()
                .compact(approved(plan), (Step.Compact) plan.steps().get(0), passage());
        Optional<Change> change = outcome.change();
        if (change.isEmpty()) {
            return new Answer(Answer.Kind.BROKEN, outcome.text());
        }
        Verification check = Verifier.verify(format, table, change.get(), clock.instant());
        if (!check.passed()) {
            return new Answer(Answer.Kind.BROKEN, check.problems().toString());
        }
        return new Answer(
                Answer.Kind.DONE,
                "%d into %d"
                        .formatted(
                                change.get().removed().size(),
                                change.get().added().size()));
    }

    /** Removes every file that is eligible at the clock's time. */
    Answer vacuum() {
        Leftovers leftovers = format.leftovers(format.inspect(table), new Retention(Retention.FLOOR));
        if (leftovers.objection().isPresent()) {
            return new Answer(Answer.Kind.REFUSED, leftovers.objection().get());
        }
        if (leftovers.eligible().isEmpty()) {
            return new Answer(Answer.Kind.NOTHING_TO_DO, "");
        }
        MaintenancePlan plan = plan(Code.VACUUM_ELIGIBLE, leftovers);
        if (plan.isEmpty()) {
            return new Answer(Answer.Kind.BROKEN, "Files are eligible and none is planned for removal.");
        }
        Optional<Removal> removal = format.changer()
                .remove(approved(plan), (Step.Remove) plan.steps().get(0), passage())
                .removal();
        if (removal.isEmpty()
                || !removal.get().kept().isEmpty()
                || !removal.get().failed().isEmpty()) {
            return new Answer(Answer.Kind.BROKEN, "not everything planned was removed: " + removal);
        }
        return new Answer(
                Answer.Kind.DONE, Integer.toString(removal.get().deleted().size()));
    }

    private MaintenancePlan plan(Code due, Leftovers leftovers) {
        Policy policy = alwaysDue(due);
        TableState state = format.inspect(table);
        Instant now = clock.instant();
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, now));
        Evidence evidence = new Evidence(health, Trend.NONE, Pending.NONE, leftovers, Expirable.NONE, now);
        return Planner.plan(
                new Planner.Findings(
                        state, health, policy.judge(state, evidence), leftovers, Expirable.NONE, List.of(), now),
                policy);
    }

    /** A policy for which one kind of work is due whatever it sees, even where somebody else maintains the table. */
    private static Policy alwaysDue(Code due) {
        return new Policy(
                "spark",
                "spark",
                Mode.AUTO,
                List.of(evidence -> new Finding(due, Finding.Urgency.DUE, "due", 1, 0)),
                TARGET,
                Optional.empty(),
                OptionalDouble.of(0.0001),
                OptionalDouble.empty(),
                Optional.empty(),
                new Retention(Retention.FLOOR),
                RemovalMode.APPLY,
                Optional.empty(),
                Optional.empty(),
                true,
                Pace.DEFAULT,
                Proof.CONTENT,
                Optional.empty());
    }

    private ApprovedPlan approved(MaintenancePlan plan) {
        return ApprovalDesk.decide(
                        plan,
                        p -> new dev.sluice.core.approval.Answer(Kind.YES, "spark", clock.instant(), p.hash(), ""))
                .approved()
                .orElseThrow();
    }

    private static Passage passage() {
        return new Passage() {
            @Override
            public String runId() {
                return "20261129T000000-spark";
            }

            @Override
            public void writes(Location file) {}

            @Override
            public boolean isProven(Bucket bucket) {
                return false;
            }

            @Override
            public void proves(Bucket bucket) {}

            @Override
            public void progress(String what, long done, long total) {}
        };
    }
}
