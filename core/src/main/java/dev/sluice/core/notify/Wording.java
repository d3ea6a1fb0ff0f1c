/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.notify;

import dev.sluice.core.format.Change;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.Causes;
import dev.sluice.core.report.Failure;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.RunWords;
import dev.sluice.core.report.Scorecard;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.report.Trouble;
import dev.sluice.core.run.StepRecord;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts what a run found and did into a message. */
final class Wording {

    private final RunReport report;
    private final String summary;
    private final RunWords run;
    private final List<Message.Fact> facts = new ArrayList<>();
    private final List<Message.Section> sections = new ArrayList<>();
    private String brief;

    private Wording(RunReport report, String summary) {
        this.report = report;
        this.summary = summary;
        this.run = new RunWords(report);
        this.brief = summary;
    }

    /** @param summary how the run ended, in full sentences */
    static Message of(RunReport report, String summary) {
        Wording words = new Wording(report, summary);
        Occasion occasion = Occasion.of(report);
        words.common();
        switch (occasion) {
            case FAILED -> words.failed();
            case WAITING -> words.waits();
            case CHANGED, SILENT -> words.ended();
        }
        return new Message(
                occasion,
                "%s: %s".formatted(report.table(), words.run.ending()),
                words.brief,
                words.facts,
                words.sections,
                "`sluice show %s` shows the run step by step.".formatted(report.run()));
    }

    private void fact(String name, String value) {
        facts.add(new Message.Fact(name, value));
    }

    private void section(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            sections.add(new Message.Section(title, lines));
        }
    }

    private void common() {
        fact("Table", report.table().toString());
        fact("Gate", report.gate());
        fact("Run", report.run().text());
    }

    private void ended() {
        compactedAndDeleted();
        section("Before and after", beforeAndAfter());
        report.scorecard()
                .flatMap(card -> card.done().map(done -> scorecard(card, done)))
                .ifPresent(lines -> section("Scorecard", lines));
        section("Notes", notes());
    }

    private void compactedAndDeleted() {
        fact(
                "Compacted",
                report.change()
                        .map(change -> "%d files into %d"
                                .formatted(
                                        change.removed().size(), change.added().size()))
                        .or(run::compaction)
                        .orElse("nothing"));
        fact("Deleted", "%d files".formatted(deleted()));
        report.expiration()
                .ifPresent(gone -> fact(
                        "Expired",
                        "%d versions, with %d files".formatted(gone.versions().size(), gone.files())));
    }

    /** What compacting by partitions was worth: a projection stands beside what was reached, and is called one. */
    private List<String> scorecard(Scorecard card, Scorecard.Done done) {
        return List.of(
                "partitions: %d compacted of %d"
                        .formatted(
                                done.partitions(),
                                report.before()
                                        .map(before -> before.partitions().size())
                                        .orElse(0)),
                "small files eliminated: %d".formatted(done.smallFilesEliminated()),
                "volume of the degraded partitions: %s".formatted(card.compactable()),
                "files that a full scan opens: %s times fewer (projected: %s times)"
                        .formatted(
                                Sentences.decimals(done.measuredSpeedup(), 2),
                                Sentences.decimals(card.projectedSpeedup(), 2)),
                "retention: %d h".formatted(hoursKept()));
    }

    /** For how long versions are kept, or files where the gate forgets no versions. */
    private long hoursKept() {
        return report.plan()
                .flatMap(plan -> plan.intent().expiry())
                .map(expiry -> expiry.keepFor().toHours())
                .orElseGet(() -> RunWords.hoursKept(report));
    }

    private int deleted() {
        return report.removal().map(account -> account.deleted().size()).orElse(0);
    }

    private List<String> beforeAndAfter() {
        List<String> lines = new ArrayList<>();
        line(lines, "before", run.before());
        line(lines, "compaction", run.compaction());
        line(lines, "pruned", run.pruning());
        line(lines, "manifests", run.manifests());
        run.notDone().forEach(text -> line(lines, "not done", Optional.of(text)));
        line(lines, "verified", run.verified());
        line(lines, "now", run.after());
        line(lines, "removal", run.removal());
        return lines;
    }

    private static void line(List<String> lines, String name, Optional<String> text) {
        text.ifPresent(words -> lines.add("%s: %s".formatted(name, words)));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(report.change().map(Change::notes).orElse(List.of()));
        report.plan().flatMap(Sentences::remaining).ifPresent(notes::add);
        return notes;
    }

    private void waits() {
        report.plan().ifPresent(plan -> {
            fact("Plan", plan.id());
            section(
                    "What the plan would do",
                    plan.steps().stream().map(Wording::told).toList());
            brief = Sentences.planned(plan);
        });
        section(
                "To answer",
                List.of(
                        "sluice approve %s".formatted(report.run()),
                        "sluice decline %s --reason TEXT".formatted(report.run()),
                        report.expiresAt()
                                .map(end -> "Without an answer the run is declined at %s."
                                        .formatted(end.truncatedTo(ChronoUnit.SECONDS)))
                                .orElse("Without an answer the run is declined in time.")));
    }

    private static String told(Step step) {
        return Sentences.of(step) + (step.isFinal() ? " (final: what is removed cannot be had back)" : "");
    }

    private void failed() {
        fact("Stopped in", stoppedIn());
        String what = report.failure()
                .map(failure -> "%s: %s".formatted(failure.subject(), failure.reason()))
                .orElse(summary);
        List<String> lines = new ArrayList<>();
        lines.add(what);
        Trouble.of(report).ifPresent(fault -> lines.add(fault.remedy()));
        section("What happened", lines);
        section(
                "What had been committed",
                report.failure().map(failure -> List.of(failure.committed())).orElse(List.of()));
        section("The table", report.reopened().map(List::of).orElse(List.of()));
        section("Usual causes", report.failure().map(Causes::of).orElse(List.of()));
        if (report.hasChangedSomething()) {
            section("Before and after", beforeAndAfter());
        }
        brief = report.failure()
                .map(failure -> "%s %s".formatted(what, failure.committed()))
                .orElse(summary);
    }

    private String stoppedIn() {
        return report.failure()
                .map(Failure::step)
                .or(() -> report.steps().stream().reduce((first, last) -> last).map(StepRecord::name))
                .orElse("begin");
    }
}
