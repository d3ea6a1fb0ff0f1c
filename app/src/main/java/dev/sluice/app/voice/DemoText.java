/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.RunWords;
import java.util.ArrayList;
import java.util.List;

/** A passage through the gate, told to somebody who has never seen one. */
final class DemoText {

    private final RunReport report;
    private final List<String> lines = new ArrayList<>();

    private DemoText(RunReport report) {
        this.report = report;
    }

    static List<String> of(RunReport report) {
        DemoText text = new DemoText(report);
        text.before();
        report.plan().ifPresent(text::plan);
        text.carriedOut();
        text.after();
        return text.lines;
    }

    private void says(String verb, String text) {
        lines.add(Words.pad(verb, 11) + text);
    }

    private void before() {
        report.assessment().ifPresent(found -> {
            says("measure", RunWords.health(found.health(), found.smallFile()));
            found.verdict().told().forEach(f -> says("judge", f.text() + ": " + TableText.level(found.verdict())));
        });
    }

    private void plan(MaintenancePlan plan) {
        says("plan", plan.id() + ", which can do nothing until somebody says yes to it:");
        PlanText.steps(plan).forEach(step -> says("", step.strip()));
        report.answer()
                .ifPresent(answer -> says(
                        "approve",
                        "yes, by %s%s"
                                .formatted(
                                        answer.by(),
                                        plan.intent().mode() == Mode.AUTO
                                                ? ", because this gate's mode is auto"
                                                : "")));
    }

    private void carriedOut() {
        report.change()
                .ifPresent(change -> says(
                        "carry out",
                        "%s into %d, committed as version %d%s"
                                .formatted(
                                        Words.count(change.removed().size(), "file"),
                                        change.added().size(),
                                        change.version(),
                                        deleted() == 0
                                                ? "; nothing was deleted, older versions can still be read"
                                                : "")));
        report.verification()
                .ifPresent(check -> says(
                        "verify",
                        "%d rows before, %d rows after, counted anew from both versions of the table"
                                .formatted(check.rowsBefore(), check.rowsAfter())));
    }

    private void after() {
        report.after().ifPresent(after -> says("report", RunWords.health(after, RunWords.smallFile(report))));
        report.leftovers()
                .ifPresent(left -> says(
                        "remove",
                        "%d unreferenced, %d eligible, %d deleted: files are kept for %d h, so that running readers find them"
                                .formatted(
                                        left.unreferenced(),
                                        left.eligible().size(),
                                        deleted(),
                                        RunWords.hoursKept(report))));
    }

    private int deleted() {
        return report.removal().map(account -> account.deleted().size()).orElse(0);
    }
}
