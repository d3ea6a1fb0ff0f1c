/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.app.approval.Approvers;
import dev.sluice.app.worker.Task;
import dev.sluice.app.worker.Worker;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Watcher;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code sluice worker}: for the program itself, which starts it as a child and speaks to it in lines of JSON. */
@Command(name = "worker", hidden = true, description = "Carry out the task on standard input; for Sluice itself.")
final class WorkerCommand implements Callable<Integer> {

    /** The exit code of a worker whose parent has ended; nobody is left to read it. */
    private static final int ORPHANED = 1;

    private final Sluice sluice;

    WorkerCommand(Sluice sluice) {
        this.sluice = sluice;
    }

    @Override
    public Integer call() {
        Surroundings around = sluice.around();
        return new Worker(
                        around.in(),
                        around.out(),
                        this::carryOut,
                        () -> Runtime.getRuntime().halt(ORPHANED))
                .work();
    }

    private RunReport carryOut(Task task, Watcher watcher, Cancellation cancellation) {
        Path state = sluice.around().path(task.state());
        try (Session session = sluice.openForWorker(watcher, cancellation, state, task.config())) {
            if (task instanceof Task.Pass pass) {
                return pass(pass, session);
            }
            if (task instanceof Task.Apply apply) {
                return apply(apply, session);
            }
            return answer((Task.Answer) task, session);
        }
    }

    private RunReport pass(Task.Pass task, Session session) {
        Policy policy = policy(task, session);
        return session.gate()
                .pass(
                        task.table(),
                        policy,
                        Approvers.unattended(policy.mode(), session.around().clock()));
    }

    /** No gate is called as a preset is. */
    private static Policy policy(Task.Pass task, Session session) {
        String format = task.table().format();
        return session.config().hasGate(task.gate())
                ? session.config().gate(task.gate()).policy(format, task.settings())
                : session.parts().policy(task.gate(), format, List.of(task.settings()));
    }

    private RunReport apply(Task.Apply task, Session session) {
        MaintenancePlan plan = session.journal().plan(task.plan()).orElseThrow(() -> Refusals.noPlan(task.plan()));
        return session.gate()
                .carryOut(plan, Approvers.caller(task.by(), session.around().clock()));
    }

    private RunReport answer(Task.Answer task, Session session) {
        Clock clock = session.around().clock();
        Approver person = task.yes()
                ? Approvers.approves(task.by(), task.reason(), clock)
                : Approvers.declines(task.by(), task.reason(), clock);
        return session.gate().answer(task.run(), person);
    }
}
