/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import java.util.ArrayList;
import java.util.List;

/** A run's before and after, in words. */
final class ReportText {

    private ReportText() {}

    static List<String> of(RunReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s, run %s".formatted(report.table(), inWords(report.status()), report.run()));
        report.assessment().ifPresent(found -> {
            lines.add(row("before", health(found.health(), found.smallFile())));
            TableText.reasons(found.verdict()).forEach(text -> lines.add(row("verdict", text)));
        });
        report.plan().filter(plan -> !plan.isEmpty()).ifPresent(plan -> {
            lines.add(row("plan", plan.id()));
            PlanText.steps(plan).forEach(step -> lines.add(row("", step.strip())));
        });
        report.answer().ifPresent(answer -> lines.add(row("approval", answered(report))));
        lines.add(row(
                "compaction", report.compaction().map(ReportText::compaction).orElseGet(() -> notCompacted(report))));
        report.verification()
                .ifPresent(check -> lines.add(row(
                        "verified",
                        check.passed()
                                ? "%d rows before, %d rows after".formatted(check.rowsBefore(), check.rowsAfter())
                                : String.join(" ", check.problems()))));
        report.after().ifPresent(after -> lines.add(row("after", health(after, smallFile(report)))));
        report.leftovers().ifPresent(left -> lines.add(row("removal", removal(left, report))));
        return lines;
    }

    private static String row(String name, String text) {
        return "  " + Words.pad(name, 12) + text;
    }

    static String inWords(Status status) {
        return switch (status) {
            case QUEUED -> "queued";
            case RUNNING -> "running";
            case AWAITING_APPROVAL -> "waiting for approval";
            case HEALTHY -> "healthy, nothing was done";
            case COMPACTION_REQUIRED -> "maintenance is due and was only planned";
            case COMPACTED -> "compacted and verified";
            case CLEANED -> "cleaned";
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

    private static String answered(RunReport report) {
        return report.steps().stream()
                .filter(step -> step.name().equals("approve"))
                .map(step -> step.text())
                .findFirst()
                .orElse("");
    }

    static String compaction(StepOutcome outcome) {
        return outcome.change().map(ReportText::change).orElseGet(outcome::text);
    }

    private static String change(Change change) {
        return "%s into %d; %s read, %s written"
                .formatted(
                        Words.count(change.removed().size(), "file"),
                        change.added().size(),
                        change.bytesRead(),
                        change.bytesWritten());
    }

    private static String notCompacted(RunReport report) {
        if (report.failure().isPresent()) {
            return "not reached";
        }
        return report.assessment().map(Assessment::needsCompaction).orElse(true)
                ? "skipped: the plan was not approved"
                : "skipped: the table does not need it";
    }

    private static String removal(Leftovers left, RunReport report) {
        return "%d unreferenced (%s), %d eligible after %d h, 0 deleted (vacuum mode %s)"
                .formatted(
                        left.unreferenced(),
                        left.unreferencedBytes(),
                        left.eligible().size(),
                        hoursKept(report),
                        report.plan()
                                .map(plan -> plan.intent().vacuumMode())
                                .or(() -> report.assessment()
                                        .map(found -> found.policy().vacuumMode()))
                                .orElseThrow());
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
}
