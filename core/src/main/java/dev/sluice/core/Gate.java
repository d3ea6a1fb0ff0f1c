/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.approval.ApprovalDesk;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.approval.Decision;
import dev.sluice.core.engine.Engine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Planner;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Status;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.verify.Verifier;

/** The flow of the product: inspect, measure, judge, plan, approve, carry out, verify, report. */
public final class Gate {

    private final Formats formats;
    private final Engine engine;
    private final Recorder recorder;

    public Gate(Formats formats, Engine engine, Recorder recorder) {
        this.formats = formats;
        this.engine = engine;
        this.recorder = recorder;
    }

    /** Looks at a table and says how it is. Needs no write permission and writes nothing. */
    public Assessment assess(TableRef table, Policy policy) {
        TableState state = formats.of(table).inspect(table);
        return recorder.judge(state, measure(state, policy), policy);
    }

    /** The exact steps that a pass would take now. Changes nothing; the plan is stored, so that it can be applied. */
    public Proposal plan(TableRef table, Policy policy) {
        TableFormat format = formats.of(table);
        TableState state = format.inspect(table);
        Assessment found = recorder.judge(state, measure(state, policy), policy);
        MaintenancePlan plan = Planner.plan(state, found.health(), found.verdict(), policy, recorder.now());
        recorder.keep(plan);
        return new Proposal(found, plan, leftovers(format, state, plan));
    }

    /** One whole passage of a table through the gate. */
    public RunReport pass(TableRef table, Policy policy, Approver approver) {
        return recorder.record(table, policy.name(), run -> {
            TableFormat format = formats.of(table);
            TableState state = run.step("inspect", () -> format.inspect(table), Sentences::inspected);
            TableHealth health = run.step("measure", () -> measure(state, policy), Sentences::measured);
            Assessment found = run.step("judge", () -> recorder.judge(state, health, policy), Sentences::judged);
            run.assessed(found);
            MaintenancePlan plan = run.step(
                    "plan",
                    () -> Planner.plan(state, health, found.verdict(), policy, recorder.now()),
                    Sentences::planned);
            return carryOut(plan, approver, run);
        });
    }

    /** Carries out a plan that was made earlier, if it still fits the table. */
    public RunReport carryOut(MaintenancePlan plan, Approver approver) {
        return recorder.record(plan.table(), plan.intent().gate(), run -> carryOut(plan, approver, run));
    }

    private Status carryOut(MaintenancePlan plan, Approver approver, Recorder.Recording run) {
        run.planned(plan);
        if (plan.isEmpty()) {
            return look(plan, Status.HEALTHY, run);
        }
        Decision decision = run.step("approve", () -> ApprovalDesk.decide(plan, approver), Sentences::decided);
        run.decided(decision);
        if (decision.approved().isEmpty()) {
            return look(plan, Status.after(decision.answer()), run);
        }
        TableFormat format = formats.of(plan.table());
        for (Step step : plan.steps()) {
            plan.refuseIfStale(format.inspect(plan.table()));
            StepOutcome outcome = run.carriesOut(
                    step, () -> engine.carryOut(step, decision.approved().get(), run.passage()));
            if (!outcome.mayContinue()) {
                return Status.after(outcome);
            }
            outcome.change()
                    .ifPresent(change ->
                            run.verifies(() -> Verifier.verify(format, plan.table(), change, recorder.now())));
        }
        return look(plan, run.hasCommitted() ? Status.COMPACTED : Status.HEALTHY, run);
    }

    /** Looks at the table as the run leaves it. */
    private Status look(MaintenancePlan plan, Status status, Recorder.Recording run) {
        TableFormat format = formats.of(plan.table());
        TableState state = format.inspect(plan.table());
        run.measuredAfter(TableHealth.measure(state, plan.intent().measureFor(state, recorder.now())));
        run.listed(run.step("list", () -> leftovers(format, state, plan), Sentences::listed));
        return status;
    }

    private TableHealth measure(TableState state, Policy policy) {
        return TableHealth.measure(state, policy.measureFor(state, recorder.now()));
    }

    private static Leftovers leftovers(TableFormat format, TableState state, MaintenancePlan plan) {
        return format.leftovers(state, plan.intent().retention());
    }
}
