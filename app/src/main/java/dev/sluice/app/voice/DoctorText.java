/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.voice;

import dev.sluice.app.doctor.Check;
import dev.sluice.app.doctor.Diagnosis;
import java.util.ArrayList;
import java.util.List;

/** A diagnosis in words: a line for each thing that was looked at, and what to do below those that need it. */
final class DoctorText {

    private DoctorText() {}

    static List<String> of(Diagnosis diagnosis) {
        int width = diagnosis.checks().stream()
                .mapToInt(check -> check.name().length())
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add(headline(diagnosis));
        for (Check check : diagnosis.checks()) {
            String start = "  %s  %s  ".formatted(Words.pad(check.result().name(), 7), Words.pad(check.name(), width));
            lines.add(start + check.text());
            if (!check.remedy().isEmpty()) {
                lines.add(" ".repeat(start.length()) + check.remedy());
            }
        }
        return lines;
    }

    private static String headline(Diagnosis diagnosis) {
        if (diagnosis.missing() > 0) {
            return "%s: %s missing"
                    .formatted(
                            diagnosis.table(),
                            diagnosis.missing() == 1 ? "one thing is" : diagnosis.missing() + " things are");
        }
        return diagnosis.unknown() == 0
                ? "%s: nothing is missing".formatted(diagnosis.table())
                : "%s: nothing is missing, as far as it can be told without changing anything"
                        .formatted(diagnosis.table());
    }
}
