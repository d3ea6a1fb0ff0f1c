/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.run.Measured;
import dev.sluice.core.table.Objection;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** An assessment in words: how the table is and why, its partitions, and each rule with its limit. */
final class TableText {

    private static final int WORST = 20;

    private TableText() {}

    /** The verdict with its reasons. */
    static List<String> verdict(Assessment found) {
        List<String> lines = new ArrayList<>();
        lines.add("%s, version %d: %s".formatted(found.table(), found.health().version(), level(found.verdict())));
        reasons(found.verdict()).forEach(text -> lines.add("  " + text));
        found.objections().stream()
                .filter(o -> o.kind() == Objection.Kind.UNSUPPORTED)
                .forEach(o -> lines.add("  It may only be looked at: " + o.text()));
        found.scorecard().flatMap(HistoryText::worth).ifPresent(text -> lines.add("  " + text));
        return lines;
    }

    static String level(Verdict verdict) {
        return switch (verdict.level()) {
            case HEALTHY ->
                has(verdict, Finding.Urgency.EXCUSED)
                        ? "left as it is"
                        : has(verdict, Finding.Urgency.WATCHING) ? "nothing is due yet" : "healthy, nothing to do";
            case WARNING -> "maintenance is due";
            case CRITICAL -> "maintenance is urgent";
        };
    }

    /** What is due; else what is watched or excused; else the numbers that are within their limits. */
    static List<String> reasons(Verdict verdict) {
        List<Finding> told = verdict.reasons();
        if (told.isEmpty()) {
            told = verdict.findings().stream()
                    .filter(f -> f.urgency() != Finding.Urgency.FINE || isReasonOfItsOwn(f))
                    .toList();
        }
        if (told.isEmpty()) {
            told = verdict.findings().isEmpty()
                    ? verdict.told()
                    : verdict.findings().subList(0, 1);
        }
        return told.stream().map(Finding::text).toList();
    }

    private static boolean isReasonOfItsOwn(Finding finding) {
        return switch (finding.code()) {
            case NOTHING_TO_GAIN, OWNER_MAINTAINS, BUSY_PARTITION -> true;
            default -> false;
        };
    }

    private static boolean has(Verdict verdict, Finding.Urgency urgency) {
        return verdict.findings().stream().anyMatch(f -> f.urgency() == urgency);
    }

    /** The partitions that compaction would help most, with what would become of each. */
    static List<String> partitions(Assessment found) {
        List<PartitionHealth> worst = found.health().partitions().stream()
                .sorted(Comparator.comparingLong((PartitionHealth p) -> p.filesAfter(found.target()) - p.candidates())
                        .thenComparing(PartitionHealth::smallRatio, Comparator.reverseOrder())
                        .thenComparing(p -> p.partition().toString()))
                .toList();
        List<List<String>> rows = worst.stream()
                .limit(WORST)
                .map(p -> List.of(
                        p.partition().toString(),
                        Words.count(p.files(), "file"),
                        "%d small (%s)".formatted(p.smallFiles(), Sentences.percent(p.smallRatio())),
                        p.bytes().toString(),
                        fate(p, found)))
                .toList();
        List<String> lines = new ArrayList<>(Words.indented(Words.columns(rows)));
        if (worst.size() > WORST) {
            lines.add("  and %d more".formatted(worst.size() - WORST));
        }
        return lines;
    }

    private static String fate(PartitionHealth partition, Assessment found) {
        Policy policy = found.policy();
        if (policy.selects(partition, found.target())) {
            return "%s would become %d"
                    .formatted(Words.count(partition.candidates(), "file"), partition.filesAfter(found.target()));
        }
        if (policy.degradedFrom().isPresent()
                && partition.smallRatio() < policy.degradedFrom().getAsDouble()) {
            return "not degraded: the limit is "
                    + Sentences.percent(policy.degradedFrom().getAsDouble());
        }
        return "nothing to gain";
    }

    /** Each rule with its value, its limit and what it says, and the streak. */
    static List<String> rules(Assessment found) {
        Policy policy = found.policy();
        List<String> lines = new ArrayList<>();
        lines.add("  preset %s, mode %s: small below %s, target %s, kept for %d h, removal %s"
                .formatted(
                        policy.preset(),
                        lower(policy.mode()),
                        found.smallFile(),
                        found.target(),
                        policy.retention().keepFor().toHours(),
                        policy.vacuumMode()));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("rule", "value", "limit", "urgency", "says"));
        for (Finding finding : found.verdict().findings()) {
            rows.add(List.of(
                    lower(finding.code()).replace('_', '-'),
                    number(finding.value()),
                    number(finding.limit()),
                    lower(finding.urgency()),
                    finding.text()));
        }
        lines.addAll(Words.indented(Words.columns(rows)));
        lines.add(
                policy.bloat().isPresent()
                        ? "  streak: bloated and not shrinking in %s in a row"
                                .formatted(Words.count(found.trend().streak(), "assessment"))
                        : "  streak: none is kept by this preset");
        return lines;
    }

    /** From run to run, newest first. */
    static List<String> measured(List<Measured> before) {
        if (before.isEmpty()) {
            return List.of("  measured before: never, as no run has looked at it yet");
        }
        List<String> lines = new ArrayList<>(List.of("  measured before, newest first:"));
        List<List<String>> rows = before.stream()
                .map(each -> List.of(
                        each.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                        "version " + each.version(),
                        Words.count(each.files(), "file"),
                        "%d small (%s)"
                                .formatted(
                                        each.smallFiles(),
                                        Sentences.percent(
                                                each.files() == 0 ? 0 : each.smallFiles() / (double) each.files())),
                        each.bytes().toString()))
                .toList();
        lines.addAll(Words.indented(Words.indented(Words.columns(rows))));
        return lines;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Sentences.decimals(value, 0) : Sentences.decimals(value, 3);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
