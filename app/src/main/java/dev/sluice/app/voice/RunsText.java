/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.StepRecord;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The history in words: many runs as a table, one run as a timeline. */
final class RunsText {

    private RunsText() {}

    static List<String> of(List<Run> runs) {
        if (runs.isEmpty()) {
            return List.of("No table has gone through the gate yet. To begin:", "  sluice run TABLE");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run", "started", "took", "status", "table", "summary"));
        for (Run run : runs) {
            rows.add(List.of(
                    run.id().text(),
                    run.startedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                    took(run),
                    run.status().name(),
                    run.table().toString(),
                    run.summary()));
        }
        return Words.columns(rows);
    }

    static List<String> of(Run run, List<StepRecord> steps) {
        List<String> lines = new ArrayList<>();
        lines.add("Run %s: %s".formatted(run.id(), ReportText.inWords(run.status())));
        lines.add("  table    " + run.table());
        lines.add("  gate     " + run.gate());
        lines.add("  started  " + run.startedAt().truncatedTo(ChronoUnit.SECONDS)
                + run.endedAt().map(end -> ", took " + took(run)).orElse(""));
        run.planId().ifPresent(plan -> lines.add("  plan     " + plan));
        List<List<String>> rows = new ArrayList<>();
        for (StepRecord step : steps) {
            rows.add(List.of(
                    Sentences.decimals(
                                    Duration.between(run.startedAt(), step.startedAt())
                                                    .toMillis()
                                            / 1000.0,
                                    1)
                            + " s",
                    step.name(),
                    step.outcome().name().toLowerCase(Locale.ROOT),
                    Words.seconds(step.took()),
                    step.text()));
        }
        lines.addAll(Words.indented(Words.columns(rows)));
        if (!run.summary().isEmpty()) {
            lines.add(Words.sentence(run.summary()));
        }
        return lines;
    }

    private static String took(Run run) {
        return run.endedAt()
                .map(end -> Words.seconds(Duration.between(run.startedAt(), end)))
                .orElse("");
    }
}
