/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.ApprovalDesk;
import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Planner;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.OtherWriters;
import dev.sluice.core.policy.Pace;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Rule;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A policy by which every table is due, and the plans that it makes: everything that can get better is rewritten. */
public final class Overdue {

    /** Says yes to whatever it is shown. */
    public static final Approver YES = plan -> new Answer(Answer.Kind.YES, "test", Instant.EPOCH, plan.hash(), "");

    /** Complains whatever it sees. */
    private static final Rule ALWAYS = evidence -> new Finding(Code.SMALL_FILES, Finding.Urgency.DUE, "due", 1, 0);

    private Overdue() {}

    public static Policy policy() {
        return new Policy(
                "test",
                "test",
                Mode.AUTO,
                List.of(ALWAYS),
                Bytes.ofMebibytes(128),
                Optional.empty(),
                OptionalDouble.of(0.0001),
                OptionalDouble.empty(),
                Optional.empty(),
                new Retention(Retention.FLOOR),
                RemovalMode.DRY_RUN,
                Optional.empty(),
                Optional.empty(),
                false,
                Pace.DEFAULT,
                Proof.CONTENT,
                Optional.of(OtherWriters.CONDITIONAL_PUT));
    }

    /** A plan for the newest version of a table. */
    public static MaintenancePlan plan(TableFormat format, TableRef table, Instant now) {
        Policy policy = policy();
        TableState state = format.inspect(table);
        TableHealth health = TableHealth.measure(state, policy.measureFor(state, now));
        Evidence evidence = new Evidence(health, Trend.NONE, Pending.NONE, Leftovers.NONE, Expirable.NONE, now);
        return Planner.plan(
                new Planner.Findings(
                        state, health, policy.judge(state, evidence), Leftovers.NONE, Expirable.NONE, List.of(), now),
                policy);
    }

    public static ApprovedPlan approved(MaintenancePlan plan) {
        return ApprovalDesk.decide(plan, YES).approved().orElseThrow();
    }
}
