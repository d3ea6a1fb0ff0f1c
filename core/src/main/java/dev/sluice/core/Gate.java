/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.approval.ApprovalDesk;
import dev.sluice.core.approval.ApprovedPlan;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.approval.Decision;
import dev.sluice.core.engine.Engine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Status;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.verify.Verifier;

/** The flow of the product: inspect, measure, judge, plan, approve, carry out, verify, report. */
public final class Gate {

    private final Formats formats;
    private final Engine engine;
    private final Recorder recorder;
    private final Surveyor surveyor;

    public Gate(Formats formats, Engine engine, Recorder recorder) {
        this.formats = formats;
        this.engine = engine;
        this.recorder = recorder;
        this.surveyor = new Surveyor(formats, recorder);
    }

    /** Looks at a table and says how it is. Needs no write permission and writes nothing. */
    public Assessment assess(TableRef table, Policy policy) {
        return surveyor.assess(table, policy);
    }

    /** The exact steps that a pass would take now. Changes nothing; the plan is stored, so that it can be applied. */
    public Proposal plan(TableRef table, Policy policy) {
        Proposal proposal = surveyor.propose(table, policy);
        recorder.keep(proposal.plan());
        return proposal;
    }

    /** One whole passage of a table through the gate. Where another writer is faster, it plans anew what they left. */
    public RunReport pass(TableRef table, Policy policy, Approver approver) {
        return recorder.record(table, policy.name(), run -> {
            run.takesOver(formats);
            Status status;
            do {
                status = decide(surveyor.propose(table, policy, run), approver, run);
            } while (run.plansAnew(status, policy));
            return status;
        });
    }

    /** Carries out a plan that was made earlier, if it still fits the table. */
    public RunReport carryOut(MaintenancePlan plan, Approver approver) {
        return recorder.record(
                plan.table(), plan.intent().gate(), run -> decide(plan, approver, run.takesOver(formats)));
    }

    /** Goes on with a run that has waited for an answer; the first answer is final. */
    public RunReport answer(String waiting, Approver approver) {
        return recorder.resume(waiting, (plan, run) -> decide(plan, approver, run.takesOver(formats)));
    }

    private Status decide(MaintenancePlan plan, Approver approver, Recording run) {
        run.planned(plan);
        if (plan.isEmpty()) {
            run.listings().unlessCurrent(() -> surveyor.lookAfter(plan, run));
            return run.statusOfWhatWasDone();
        }
        Decision decision = run.step("approve", () -> ApprovalDesk.decide(plan, approver), Sentences::decided);
        run.decided(decision);
        if (decision.approved().isEmpty()) {
            surveyor.lookAfter(plan, run);
            return run.standsAfter(decision.answer(), plan);
        }
        return surveyor.reasonItIsStale(plan, run)
                .map(run::foundStale)
                .orElseGet(() -> carryOut(decision.approved().get(), run));
    }

    private Status carryOut(ApprovedPlan approved, Recording run) {
        MaintenancePlan plan = approved.plan();
        TableFormat format = formats.of(plan.table());
        for (Step step : plan.steps()) {
            if (step.isFinal()) {
                surveyor.lookAfter(plan, run);
            }
            StepOutcome outcome =
                    run.carriesOut(step, plan.intent(), () -> engine.carryOut(step, approved, run.passage()));
            if (!outcome.mayContinue()) {
                return Status.after(outcome);
            }
            outcome.commit()
                    .ifPresent(change ->
                            run.verifies(() -> Verifier.verify(format, plan.table(), change, recorder.now())));
        }
        surveyor.lookAfter(plan, run);
        return run.statusOfWhatWasDone();
    }
}
