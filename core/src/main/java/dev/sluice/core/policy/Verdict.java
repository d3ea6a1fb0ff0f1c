/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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

    private static final Finding NOMINAL =
            new Finding(Code.NOMINAL, Finding.Urgency.FINE, "All measured values are within their limits", 0, 0);

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

    /** The same verdict where what asks for some kinds of work is excused, for a reason that is added to the findings. */
    Verdict excused(Set<Code.Work> from, Code reason, String text) {
        Stream<Finding> excused =
                findings.stream().map(f -> f.isDue() && from.contains(f.code().work()) ? f.excused() : f);
        Finding why = new Finding(reason, Finding.Urgency.FINE, text, 0, 0);
        return of(Stream.concat(excused, Stream.of(why)).toList());
    }

    /** The reasons to tell: what is due, else why nothing is, and what is being watched. */
    public List<Finding> told() {
        List<Finding> due = reasons();
        if (!due.isEmpty()) {
            return due;
        }
        List<Finding> rest = findings.stream()
                .filter(f -> f.code().work() == Code.Work.NONE || f.urgency() == Finding.Urgency.WATCHING)
                .toList();
        return rest.isEmpty() ? List.of(NOMINAL) : rest;
    }
}
