/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import java.util.ArrayList;
import java.util.List;

/** What the rules together say of a table's health. */
public record Verdict(Level level, List<Finding> findings) {

    /** The three verdicts. */
    public enum Level {
        /** Nothing is due. */
        HEALTHY,
        /** Something is due. */
        WARNING,
        /** A critical limit is reached. */
        CRITICAL
    }

    public Verdict {
        findings = List.copyOf(findings);
    }

    /** Lets every rule look and takes the worst of what they say. */
    public static Verdict judge(List<Rule> rules, Evidence evidence) {
        return of(rules.stream().map(rule -> rule.examine(evidence)).toList());
    }

    public static Verdict of(List<Finding> findings) {
        boolean critical = findings.stream().anyMatch(f -> f.urgency() == Finding.Urgency.CRITICAL);
        boolean due = findings.stream().anyMatch(Finding::isDue);
        return new Verdict(critical ? Level.CRITICAL : due ? Level.WARNING : Level.HEALTHY, findings);
    }

    /** The findings that ask for work. */
    public List<Finding> reasons() {
        return findings.stream().filter(Finding::isDue).toList();
    }

    public boolean asksFor(Code.Work work) {
        return reasons().stream().anyMatch(f -> f.code().work() == work);
    }

    /** The same verdict where what asks for compaction is excused, for a reason that is added to the findings. */
    Verdict excusedFromCompaction(Code reason, String text) {
        List<Finding> excused = new ArrayList<>();
        for (Finding finding : findings) {
            boolean compaction = finding.isDue() && finding.code().work() == Code.Work.COMPACT;
            excused.add(compaction ? finding.excused() : finding);
        }
        excused.add(new Finding(reason, Finding.Urgency.FINE, text, 0, 0));
        return of(excused);
    }

    /** The reasons to tell: what is due, else why nothing is. */
    public List<Finding> told() {
        List<Finding> due = reasons();
        if (!due.isEmpty()) {
            return due;
        }
        List<Finding> excuses =
                findings.stream().filter(f -> f.code().work() == Code.Work.NONE).toList();
        return excuses.isEmpty()
                ? List.of(new Finding(
                        Code.NOMINAL, Finding.Urgency.FINE, "All measured values are within their limits.", 0, 0))
                : excuses;
    }
}
