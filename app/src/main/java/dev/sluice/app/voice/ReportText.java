/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Removal;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run's before and after, in words. */
final class ReportText {

    /** So many of a long list are told, unless all are asked for. */
    private static final int SHOWN = 20;

    private final RunReport report;
    private final boolean verbose;
    private final List<String> lines = new ArrayList<>();

    private ReportText(RunReport report, boolean verbose) {
        this.report = report;
        this.verbose = verbose;
    }

    static List<String> of(RunReport report, boolean verbose) {
        ReportText text = new ReportText(report, verbose);
        text.found();
        report.plan().ifPresent(text::planned);
        text.did();
        text.left();
        return text.lines;
    }

    private void row(String name, String text) {
        lines.add("  " + Words.pad(name, 12) + text);
    }

    /** The first of a list, each in a row of its own, and how many more there are. */
    private void rows(String name, List<String> texts) {
        int shown = verbose ? texts.size() : Math.min(SHOWN, texts.size());
        for (int i = 0; i < shown; i++) {
            row(i == 0 ? name : "", texts.get(i));
        }
        if (shown < texts.size()) {
            row("", "and %d more".formatted(texts.size() - shown));
        }
    }

    private void found() {
        lines.add("%s: %s, run %s".formatted(report.table(), ending(report), report.run()));
        report.before().ifPresent(health -> row("before", health(health, smallFile(report))));
        report.assessment()
                .ifPresent(found -> TableText.reasons(found.verdict()).forEach(text -> row("verdict", text)));
    }

    private void planned(MaintenancePlan plan) {
        if (!plan.isEmpty()) {
            row("plan", plan.id());
            PlanText.steps(plan).forEach(step -> row("", step.strip()));
            report.answer().ifPresent(answer -> row("approval", answered()));
        }
        Sentences.remaining(plan).ifPresent(text -> row("remaining", text));
        if (!plan.isEmpty() || report.status() == Status.SKIPPED) {
            rows(
                    "left alone",
                    plan.leftAlone().stream()
                            .map(left -> "%s: %s".formatted(left.subject(), left.text()))
                            .toList());
        }
    }

    private String answered() {
        return steps("approve").map(StepRecord::text).distinct().collect(Collectors.joining(" "));
    }

    private void did() {
        report.change().ifPresentOrElse(change -> row("compaction", told(change)), this::notCompacted);
        report.change().ifPresent(change -> rows("note", change.notes()));
        report.verification()
                .ifPresent(check -> row(
                        "verified",
                        check.passed()
                                ? "%d rows before, %d rows after".formatted(check.rowsBefore(), check.rowsAfter())
                                : String.join(" ", check.problems())));
        rows("not done", notDone());
    }

    private String told(Change change) {
        long commits =
                report.outcomes().stream().flatMap(o -> o.change().stream()).count();
        return "%s into %d%s; %s read, %s written"
                .formatted(
                        Words.count(change.removed().size(), "file"),
                        change.added().size(),
                        commits == 1 ? "" : " in %d commits".formatted(commits),
                        change.bytesRead(),
                        change.bytesWritten());
    }

    private void notCompacted() {
        if (steps("compact").findAny().isEmpty()) {
            row("compaction", whyNotCompacted());
        }
    }

    private String whyNotCompacted() {
        Optional<Boolean> due = report.assessment()
                .map(Assessment::needsCompaction)
                .or(() -> report.plan().map(plan -> plan.does(Step.Kind.COMPACT)));
        if (due.isPresent() && !due.get()) {
            return "skipped: the table does not need it";
        }
        if (report.failure().isPresent() || report.status() == Status.CANCELLED) {
            return "not reached";
        }
        if (report.plan().filter(MaintenancePlan::isEmpty).isPresent()) {
            return "skipped: what needs it is left for later";
        }
        return report.status() == Status.AWAITING_APPROVAL
                ? "not begun: the plan waits for approval"
                : "skipped: the plan was not approved";
    }

    /** The steps of the plan that changed nothing, each reason once. */
    private List<String> notDone() {
        return report.steps().stream()
                .filter(step ->
                        isOf(step, "compact") || isOf(step, "discard") || isOf(step, "expire") || isOf(step, "remove"))
                .filter(step -> step.outcome() != StepRecord.Outcome.DONE)
                .filter(step -> step.outcome() != StepRecord.Outcome.FAILED)
                .map(step -> "%s: %s".formatted(step.name(), step.text()))
                .toList();
    }

    private Stream<StepRecord> steps(String name) {
        return report.steps().stream().filter(step -> isOf(step, name));
    }

    /** A step that a run does again has a number behind its name. */
    private static boolean isOf(StepRecord step, String name) {
        return step.name().equals(name) || step.name().startsWith(name + "-");
    }

    private void left() {
        report.discarded().ifPresent(account -> removed("discarded", account));
        report.removal().ifPresent(account -> removed("removed", account));
        report.expiration().ifPresent(this::expired);
        report.after().ifPresent(after -> row("after", health(after, smallFile(report))));
        report.scorecard().flatMap(HistoryText::worth).ifPresent(text -> row("scorecard", text));
        report.expirable().ifPresent(old -> {
            row("expiry", HistoryText.expirable(old));
            old.objection().ifPresent(text -> row("", "none may be expired: " + text));
        });
        report.leftovers().ifPresent(left -> {
            row("removal", removal(left));
            left.objection().ifPresent(text -> row("", "none may be removed: " + text));
        });
    }

    private void expired(Expiration account) {
        row("expired", HistoryText.expired(account));
        rows("kept", HistoryText.kept(account));
        rows("failed", reasons(account.failed()));
    }

    private void removed(String verb, Removal account) {
        row(
                verb,
                "%s, %s; %d kept, %d failed"
                        .formatted(
                                Words.count(account.deleted().size(), "file"),
                                account.bytes(),
                                account.kept().size(),
                                account.failed().size()));
        rows("kept", reasons(account.kept()));
        rows("failed", reasons(account.failed()));
    }

    private static List<String> reasons(List<Removal.Kept> files) {
        return files.stream()
                .map(kept -> "%s: %s".formatted(kept.file(), kept.reason()))
                .toList();
    }

    private String removal(Leftovers left) {
        return "%d unreferenced (%s), %d eligible after %d h, %d deleted (vacuum mode %s)"
                .formatted(
                        left.unreferenced(),
                        left.unreferencedBytes(),
                        left.eligible().size(),
                        hoursKept(report),
                        report.removal().map(r -> r.deleted().size()).orElse(0),
                        vacuumMode(report));
    }

    /** How a run ended, with the reason where the status has several. */
    private static String ending(RunReport report) {
        if (report.status() == Status.SKIPPED) {
            boolean asked = report.answer()
                    .filter(answer -> answer.kind() == Answer.Kind.NOT_YET)
                    .isPresent();
            if (asked) {
                return "skipped, another run waits for an answer to the same plan";
            }
            return report.plan().filter(MaintenancePlan::isEmpty).isPresent()
                    ? "skipped, what is due is left for later"
                    : "skipped, no step of the plan changed anything";
        }
        if (report.status() == Status.CANCELLED) {
            return report.outcomes().isEmpty() ? "cancelled, nothing was done" : "cancelled between two steps";
        }
        return inWords(report.status());
    }

    static String inWords(Status status) {
        return switch (status) {
            case QUEUED -> "queued";
            case RUNNING -> "running";
            case AWAITING_APPROVAL -> "waiting for approval";
            case HEALTHY -> "healthy, nothing was done";
            case COMPACTION_REQUIRED -> "maintenance is due and was only planned";
            case COMPACTED -> "compacted and verified";
            case CLEANED -> "cleaned, nothing was compacted";
            case PARTIAL -> "changed in part, then stopped";
            case DECLINED -> "declined, nothing was done";
            case CONFLICTED -> "another writer came first, nothing was done";
            case FAILED -> "failed";
            case UNKNOWN -> "the outcome of a commit is unknown";
            case CANCELLED -> "cancelled";
            case SKIPPED -> "skipped";
        };
    }

    static String health(TableHealth health, Bytes small) {
        return "%s, %d of them under %s (ratio %s), %s, version %d"
                .formatted(
                        Words.count(health.files(), "file"),
                        health.smallFiles(),
                        small,
                        Sentences.decimals(health.smallRatio(), 3),
                        health.bytes(),
                        health.version());
    }

    /** The limit below which the run counted files as small: its plan's, or its policy's where there is no plan. */
    static Bytes smallFile(RunReport report) {
        return report.plan()
                .map(plan -> plan.intent().smallFile())
                .or(() -> report.assessment().map(Assessment::smallFile))
                .orElseThrow();
    }

    /** For how long the run keeps files that nothing refers to. */
    static long hoursKept(RunReport report) {
        return report.plan()
                .map(plan -> plan.intent().retention())
                .or(() -> report.assessment().map(found -> found.policy().retention()))
                .orElseThrow()
                .keepFor()
                .toHours();
    }

    private static RemovalMode vacuumMode(RunReport report) {
        return report.plan()
                .map(plan -> plan.intent().vacuumMode())
                .or(() -> report.assessment().map(found -> found.policy().vacuumMode()))
                .orElseThrow();
    }
}
