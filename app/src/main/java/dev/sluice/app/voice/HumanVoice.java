/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.app.doctor.Diagnosis;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Causes;
import dev.sluice.core.report.Failure;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.report.Trouble;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The voice for people: results on standard output, refusals on standard error, each as soon as it is known. */
public final class HumanVoice implements Voice {

    private final PrintStream out;
    private final PrintStream err;
    private final boolean verbose;

    public HumanVoice(PrintStream out, PrintStream err, boolean verbose) {
        this.out = out;
        this.err = err;
        this.verbose = verbose;
    }

    @Override
    public void assessed(Assessment found) {
        tells(TableText.verdict(found));
        if (verbose) {
            tells(TableText.partitions(found));
        }
        out.flush();
    }

    @Override
    public void proposed(Proposal proposal, Optional<Path> file) {
        assessed(proposal.assessment());
        MaintenancePlan plan = proposal.plan();
        if (!plan.isEmpty()) {
            tells(PlanText.of(plan));
        }
        if (verbose) {
            tells(PlanText.eachCommit(plan));
        }
        history(proposal.expirable());
        leftovers(proposal.leftovers(), plan);
        plan.leftAlone().stream()
                .filter(left -> !plan.isEmpty())
                .forEach(left -> out.println("Left alone: " + Words.sentence(left.text())));
        file.ifPresent(path -> out.println("Written to " + path));
        if (!plan.isEmpty()) {
            howTo("Nothing has been changed. To carry out exactly these steps:", "apply " + plan.id());
        }
    }

    private void history(Expirable old) {
        if (!old.versions().isEmpty()) {
            out.println(Words.sentence(HistoryText.expirable(old)));
            old.objection().ifPresent(text -> out.println("None of them may be expired: " + Words.sentence(text)));
        }
    }

    private void leftovers(Leftovers left, MaintenancePlan plan) {
        if (!left.areAssessed()) {
            out.println(Sentences.listed(left));
        }
        if (left.unreferenced() > 0) {
            out.println("%s (%s) below the table, %d of them eligible for removal after %d h: %s."
                    .formatted(
                            Words.count(left.unreferenced(), "unreferenced file"),
                            left.unreferencedBytes(),
                            left.eligible().size(),
                            plan.intent().retention().keepFor().toHours(),
                            plan.does(Step.Kind.REMOVE) ? "no other is removed" : "none is removed"));
            if (left.archived() > 0) {
                out.println("%s of them in an archive %s left there."
                        .formatted(left.archived(), left.archived() == 1 ? "is" : "are"));
            }
            left.objection().ifPresent(text -> out.println("None of them may be removed: " + Words.sentence(text)));
        }
    }

    private void howTo(String why, String... commands) {
        out.println(why);
        for (String command : commands) {
            out.println("  sluice " + command);
        }
    }

    @Override
    public void reported(RunReport report) {
        if (report.assessment().isPresent() || report.plan().isPresent()) {
            tells(ReportText.of(report, verbose));
        }
        if (report.status() == Status.AWAITING_APPROVAL) {
            howTo(RunsText.howLong(report), RunsText.answers(report.run()));
        } else if (report.status() == Status.COMPACTION_REQUIRED) {
            report.plan()
                    .ifPresent(plan -> howTo("To approve exactly this plan and carry it out:", "apply " + plan.id()));
        }
        out.flush();
        troubled(report);
    }

    /** Says on standard error what kept a run from its end, what had been committed by then, and what to do. */
    private void troubled(RunReport report) {
        Trouble.of(report)
                .ifPresent(fault -> report.failure()
                        .ifPresentOrElse(
                                failure -> failed(report, failure, fault),
                                () -> err.println("%s: %s %s This run is %s."
                                        .formatted(report.table(), report.summary(), fault.remedy(), report.run()))));
    }

    private void failed(RunReport report, Failure failure, Fault fault) {
        err.println("%s: %s %s".formatted(failure.subject(), failure.reason(), fault.remedy()));
        err.println("Run %s of gate %s stopped in step \"%s\". %s"
                .formatted(report.run(), report.gate(), failure.step(), failure.committed()));
        report.reopened().ifPresent(err::println);
        List<String> causes = Causes.of(failure);
        if (!causes.isEmpty()) {
            err.println("Usual causes:");
            Words.indented(causes).forEach(err::println);
        }
    }

    @Override
    public void foundNothingIn(MaintenancePlan plan) {
        out.println("%s: plan %s has no steps, nothing is to be done".formatted(plan.table(), plan.id()));
    }

    @Override
    public void explained(Assessment found, List<Measured> before) {
        tells(TableText.verdict(found));
        tells(TableText.rules(found));
        tells(TableText.measured(before));
        if (verbose) {
            tells(TableText.partitions(found));
        }
    }

    @Override
    public void surveyed(FleetReport fleet, FleetText.View view) {
        tells(FleetText.of(fleet, view));
        view.goOn()
                .ifPresent(
                        command -> howTo("To see the exact steps for the first; nothing is changed by it:", command));
        out.flush();
    }

    @Override
    public void diagnosed(Diagnosis diagnosis) {
        tells(DoctorText.of(diagnosis));
    }

    @Override
    public void listed(List<Run> runs) {
        tells(RunsText.of(runs));
    }

    @Override
    public void waiting(List<Run> runs, Patience patience, Instant now) {
        tells(RunsText.waiting(runs, patience, now));
    }

    @Override
    public void showed(Run run, List<StepRecord> steps, List<Notice> notices) {
        tells(RunsText.of(run, steps));
        tells(NoticeText.of(notices));
    }

    @Override
    public void checked(ConfigFile file, List<Connection> connections) {
        if (file.problems().isEmpty()) {
            tells(ConfigText.inForce(file));
            file.warnings().forEach(out::println);
            tells(ConfigText.connections(connections));
            out.println(ConfigText.conclusion(file));
        } else {
            file.problems().forEach(err::println);
            file.warnings().forEach(err::println);
            err.println(ConfigText.conclusion(file));
        }
    }

    @Override
    public void described(ObjectNode object) {
        out.println(object.toPrettyString());
    }

    @Override
    public void demonstrated(RunReport report) {
        tells(DemoText.of(report));
        troubled(report);
    }

    @Override
    public void tells(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }

    @Override
    public void refused(String asked, GateException cause) {
        out.flush();
        err.println(cause.getMessage());
        if (verbose) {
            Traces.show(cause, err);
        }
    }

    @Override
    public void finish() {
        out.flush();
        err.flush();
    }
}
