/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Removal;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Judgement;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.RunWords;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A run's before and after, in words. */
final class ReportText {

    /** So many of a long list are told, unless all are asked for. */
    private static final int SHOWN = 20;

    private final RunReport report;
    private final RunWords words;
    private final boolean verbose;
    private final List<String> lines = new ArrayList<>();

    private ReportText(RunReport report, boolean verbose) {
        this.report = report;
        this.words = new RunWords(report);
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
        lines.add("%s: %s, run %s".formatted(report.table(), words.ending(), report.run()));
        report.judgement()
                .map(Judgement::overrides)
                .filter(set -> !set.isEmpty())
                .ifPresent(set -> row("set", String.join(", ", Words.pairs(set))));
        words.before().ifPresent(text -> row("before", text));
        report.assessment()
                .map(Assessment::verdict)
                .or(() -> report.waitedWith().map(Judgement::verdict))
                .ifPresent(verdict -> TableText.reasons(verdict).forEach(text -> row("verdict", text)));
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
        return words.steps("approve").map(StepRecord::text).distinct().collect(Collectors.joining(" "));
    }

    private void did() {
        words.compaction().ifPresent(text -> row("compaction", text));
        report.change().ifPresent(change -> rows("note", change.notes()));
        words.pruning().ifPresent(text -> row("pruned", text));
        words.manifests().ifPresent(text -> row("manifests", text));
        words.verified().ifPresent(text -> row("verified", text));
        rows("not done", words.notDone());
    }

    private void left() {
        report.discarded().ifPresent(account -> removed("discarded", account));
        report.removal().ifPresent(account -> removed("removed", account));
        report.expiration().ifPresent(this::expired);
        words.after().ifPresent(text -> row("after", text));
        report.scorecard().flatMap(HistoryText::worth).ifPresent(text -> row("scorecard", text));
        report.expirable().ifPresent(old -> {
            row("expiry", HistoryText.expirable(old));
            old.objection().ifPresent(text -> row("", "none may be expired: " + text));
        });
        words.removal().ifPresent(text -> row("removal", text));
        report.leftovers()
                .filter(Leftovers::areAssessed)
                .flatMap(Leftovers::objection)
                .ifPresent(text -> row("", "none may be removed: " + text));
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
}
