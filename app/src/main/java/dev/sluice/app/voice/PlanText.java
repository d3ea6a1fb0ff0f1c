/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.Sentences;
import java.util.ArrayList;
import java.util.List;

/** A plan in words: its name, each step with its cost, and what of it is final. */
public final class PlanText {

    private static final String GAP = "      ";

    private PlanText() {}

    public static List<String> of(MaintenancePlan plan) {
        List<String> lines = new ArrayList<>();
        lines.add("Plan " + plan.id());
        lines.addAll(steps(plan));
        if (plan.finalSteps() > 0) {
            lines.add("%d of %s %s final: what it takes away cannot be had back."
                    .formatted(
                            plan.finalSteps(),
                            Words.count(plan.steps().size(), "step"),
                            plan.finalSteps() == 1 ? "is" : "are"));
        }
        return lines;
    }

    static List<String> steps(MaintenancePlan plan) {
        List<String> texts = plan.steps().stream().map(Sentences::of).toList();
        int width = texts.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            Step step = plan.steps().get(i);
            lines.add("  %s %s%s%s"
                    .formatted(step.isFinal() ? "-" : "~", Words.pad(texts.get(i), width), GAP, cost(step)));
        }
        return lines;
    }

    private static String cost(Step step) {
        return switch (step.kind()) {
            case COMPACT -> "reads " + ((Step.Compact) step).bytes();
        };
    }
}
