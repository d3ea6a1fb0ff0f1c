/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A plan in words: its name, each step with its cost, what of it is final, and what it leaves to the next run. */
public final class PlanText {

    private static final String GAP = "      ";

    private PlanText() {}

    public static List<String> of(MaintenancePlan plan) {
        List<String> lines = new ArrayList<>();
        lines.add("Plan " + plan.id());
        lines.addAll(steps(plan));
        lastWord(plan).ifPresent(lines::add);
        Sentences.remaining(plan).ifPresent(lines::add);
        return lines;
    }

    /** What cannot be had back afterwards. */
    private static Optional<String> lastWord(MaintenancePlan plan) {
        return plan.steps().stream()
                .flatMap(step -> endOfTimeTravel(step).stream())
                .max(Comparator.naturalOrder())
                .map(olderThan -> "%d of %s %s final: time travel before %s is no longer possible afterwards."
                        .formatted(
                                plan.finalSteps(),
                                Words.count(plan.steps().size(), "step"),
                                plan.finalSteps() == 1 ? "is" : "are",
                                day(olderThan)));
    }

    private static Optional<Instant> endOfTimeTravel(Step step) {
        return switch (step.kind()) {
            case COMPACT, PRUNE, DISCARD, REWRITE_MANIFESTS -> Optional.empty();
            case EXPIRE -> Optional.of(((Step.Expire) step).olderThan());
            case REMOVE -> Optional.of(((Step.Remove) step).olderThan());
        };
    }

    private static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    /** One line a step; commits that compact are told as one, however many they are. */
    static List<String> steps(MaintenancePlan plan) {
        List<Line> told = new ArrayList<>();
        List<Step.Compact> commits = commits(plan);
        if (commits.size() == 1) {
            told.add(new Line(
                    "~", Sentences.of(commits.get(0)), "reads " + commits.get(0).bytes()));
        } else if (!commits.isEmpty()) {
            told.add(new Line("~", inAll(commits), "reads " + bytes(commits)));
        }
        plan.steps().stream()
                .filter(step -> step.kind() != Step.Kind.COMPACT)
                .forEach(step -> told.add(new Line(mark(step), Sentences.of(step), cost(step))));
        int width = told.stream().mapToInt(line -> line.text.length()).max().orElse(0);
        return told.stream()
                .map(line -> "  %s %s%s%s".formatted(line.mark, Words.pad(line.text, width), GAP, line.cost))
                .toList();
    }

    /** What is rewritten, and what goes. */
    private static String mark(Step step) {
        return step.kind() == Step.Kind.REWRITE_MANIFESTS ? "~" : "-";
    }

    private record Line(String mark, String text, String cost) {}

    private static List<Step.Compact> commits(MaintenancePlan plan) {
        return plan.steps().stream()
                .filter(Step.Compact.class::isInstance)
                .map(Step.Compact.class::cast)
                .toList();
    }

    private static String inAll(List<Step.Compact> commits) {
        List<FileGroup> groups =
                commits.stream().flatMap(commit -> commit.groups().stream()).toList();
        Step.Compact all = new Step.Compact(groups, commits.get(0).target());
        return "%s, in %d commits".formatted(Sentences.of(all), commits.size());
    }

    private static Bytes bytes(List<Step.Compact> commits) {
        return Bytes.of(commits.stream().mapToLong(c -> c.bytes().count()).sum());
    }

    private static String cost(Step step) {
        return switch (step.kind()) {
            case COMPACT -> "reads " + ((Step.Compact) step).bytes();
            case PRUNE -> "takes %s out of the current version".formatted(((Step.Prune) step).bytes());
            case DISCARD -> frees(((Step.Discard) step).bytes(), ((Step.Discard) step).files());
            case REWRITE_MANIFESTS -> "reads " + ((Step.RewriteManifests) step).bytes();
            case EXPIRE ->
                "frees %s, %s"
                        .formatted(Words.count(((Step.Expire) step).files(), "file"), ((Step.Expire) step).bytes());
            case REMOVE -> frees(((Step.Remove) step).bytes(), ((Step.Remove) step).files());
        };
    }

    /** An object store may keep old versions of what is deleted, so what it says to be free need not be. */
    private static String frees(Bytes bytes, List<RemovedFile> files) {
        boolean local = files.stream()
                .allMatch(file -> Location.parse(file.location()).scheme().equals("file"));
        return "frees %s%s".formatted(bytes, local ? "" : " (logical)");
    }

    /** Each commit on a line of its own, where there are several. */
    static List<String> eachCommit(MaintenancePlan plan) {
        List<Step.Compact> commits = commits(plan);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < commits.size() && commits.size() > 1; i++) {
            Step.Compact commit = commits.get(i);
            lines.add("    commit %d: %s, reads %s".formatted(i + 1, Sentences.of(commit), commit.bytes()));
        }
        return lines;
    }
}
