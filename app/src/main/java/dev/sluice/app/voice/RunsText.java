/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.approval.Patience;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.report.RunWords;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import java.time.Duration;
import java.time.Instant;
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

    /** The commands that answer a run. */
    static String[] answers(RunId run) {
        return new String[] {"approve " + run, "decline " + run};
    }

    /** {@code To answer, within 72 h:} */
    static String howLong(RunReport report) {
        return report.expiresAt()
                .map(end -> new Patience(Duration.between(report.startedAt(), end)))
                .map(patience -> "To answer, within %s:".formatted(patience.inWords()))
                .orElse("To answer:");
    }

    static List<String> waiting(List<Run> runs, Patience patience, Instant now) {
        if (runs.isEmpty()) {
            return List.of("No run waits for an answer.");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run", "asked", "expires", "table", "plan"));
        for (Run run : runs) {
            Instant end = patience.endsAfter(run.startedAt());
            rows.add(List.of(
                    run.id().text(),
                    run.startedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                    now.isAfter(end)
                            ? "has expired"
                            : end.truncatedTo(ChronoUnit.SECONDS).toString(),
                    run.table().toString(),
                    run.planId().orElse("")));
        }
        List<String> lines = new ArrayList<>(Words.columns(rows));
        lines.add("To see what one would do, and to answer it:");
        lines.add("  sluice show RUN");
        lines.add("  sluice approve RUN");
        lines.add("  sluice decline RUN --reason TEXT");
        return lines;
    }

    static List<String> of(Run run, List<StepRecord> steps) {
        List<String> lines = new ArrayList<>();
        lines.add("Run %s: %s".formatted(run.id(), RunWords.inWords(run.status())));
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
        if (run.status() == Status.AWAITING_APPROVAL) {
            lines.add("To answer:");
            for (String command : answers(run.id())) {
                lines.add("  sluice " + command);
            }
        } else if (run.status() == Status.UNKNOWN) {
            lines.add(Fault.COMMIT_UNKNOWN.remedy());
        }
        return lines;
    }

    private static String took(Run run) {
        return run.endedAt()
                .map(end -> Words.seconds(Duration.between(run.startedAt(), end)))
                .orElse("");
    }
}
