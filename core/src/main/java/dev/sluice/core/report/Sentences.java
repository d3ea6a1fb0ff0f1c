/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.approval.Decision;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Remaining;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.table.TableState;
import dev.sluice.core.verify.Verification;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What each step of a run gave, in one sentence with its numbers. */
public final class Sentences {

    private Sentences() {}

    public static String inspected(TableState state) {
        return "Found version %d.".formatted(state.version());
    }

    public static String measured(TableHealth health) {
        return "Measured %d files in %d partitions, %d of them small, %s in all."
                .formatted(health.files(), health.partitions().size(), health.smallFiles(), health.bytes());
    }

    public static String judged(Assessment found) {
        return "%s: %s.".formatted(found.verdict().level(), told(found.verdict()));
    }

    /** The reasons of a verdict in one line, without a final full stop. */
    public static String told(Verdict verdict) {
        return verdict.told().stream().map(Finding::text).collect(Collectors.joining("; "));
    }

    public static String planned(MaintenancePlan plan) {
        if (plan.isEmpty()) {
            return "Nothing is to be done.";
        }
        String steps = plan.steps().stream().map(Sentences::of).collect(Collectors.joining(", "));
        return Stream.concat(Stream.of("Plan %s: %s.".formatted(plan.id(), steps)), remaining(plan).stream())
                .collect(Collectors.joining(" "));
    }

    /** What a plan leaves to the next run, because one run may rewrite only so much. */
    public static Optional<String> remaining(MaintenancePlan plan) {
        Remaining rest = plan.remaining();
        return rest.groups() == 0
                ? Optional.empty()
                : Optional.of("%s of %s (%s) %s left to the next run."
                        .formatted(
                                count(rest.groups(), "group"),
                                count(rest.files(), "file"),
                                rest.bytes(),
                                rest.groups() == 1 ? "is" : "are"));
    }

    /** What a plan does not do, with the reasons. */
    public static String leftAlone(MaintenancePlan plan) {
        return plan.leftAlone().stream()
                .map(l -> "%s: %s.".formatted(l.subject(), l.text()))
                .collect(Collectors.joining(" "));
    }

    /** What a step would do, as the rest of a sentence. */
    public static String of(Step step) {
        return switch (step.kind()) {
            case COMPACT -> compacts((Step.Compact) step);
            case PRUNE -> prunes((Step.Prune) step);
            case DISCARD -> discards((Step.Discard) step);
            case REWRITE_MANIFESTS -> rewritesManifests((Step.RewriteManifests) step);
            case EXPIRE -> expires((Step.Expire) step);
            case REMOVE -> removes((Step.Remove) step);
        };
    }

    private static String compacts(Step.Compact step) {
        boolean moves = step.groups().stream().anyMatch(FileGroup::movesToCurrentPartitioning);
        return "compact %s in %s towards %s%s"
                .formatted(
                        count(step.inputs(), "file"),
                        count(step.groups().size(), "group"),
                        step.target(),
                        moves ? ", from an earlier partitioning to the current one where that leaves fewer files" : "");
    }

    private static String prunes(Step.Prune step) {
        return "prune %s that apply to no data file"
                .formatted(count(step.deletes().size(), "delete file"));
    }

    private static String rewritesManifests(Step.RewriteManifests step) {
        return "rewrite %s towards %s".formatted(count(step.inputs(), "small manifest"), step.target());
    }

    private static String discards(Step.Discard step) {
        return "discard %s that run %s wrote and did not commit"
                .formatted(count(step.files().size(), "file"), step.run());
    }

    private static String expires(Step.Expire step) {
        return "expire %s older than %s"
                .formatted(
                        count(step.versions().size(), "version"),
                        step.olderThan().truncatedTo(ChronoUnit.SECONDS));
    }

    private static String removes(Step.Remove step) {
        return "remove %s older than %s"
                .formatted(
                        count(step.files().size(), "unreferenced file"),
                        step.olderThan().truncatedTo(ChronoUnit.SECONDS));
    }

    public static String decided(Decision decision) {
        return switch (decision.answer().kind()) {
            case YES -> "Approved by %s.".formatted(decision.answer().by());
            case NO -> declined(decision.answer());
            case NOT_YET -> "Waiting for an answer.";
            case NOT_ASKED -> "Nobody was asked: the gate only plans.";
        };
    }

    /** A no, with its reason. */
    public static String declined(Answer answer) {
        return answer.reason().isEmpty()
                ? "Declined by %s.".formatted(answer.by())
                : "Declined by %s: %s.".formatted(answer.by(), answer.reason());
    }

    public static String verified(Verification check) {
        return check.passed()
                ? "%d rows before, %d after; %d files before, %d after."
                        .formatted(check.rowsBefore(), check.rowsAfter(), check.filesBefore(), check.filesAfter())
                : String.join(" ", check.problems());
    }

    /** How a table was found that was opened again after a failure: only what was seen is said. */
    public static String reopened(TableState state) {
        return "The table was opened again after that and can be read; it is at version %d.".formatted(state.version());
    }

    /** The same where it could not be opened. */
    public static String notReopened(GateException cause) {
        return "The table could not be opened again after that: %s".formatted(cause.reason());
    }

    public static String listed(Leftovers leftovers) {
        if (!leftovers.areAssessed()) {
            return "Unreferenced files were not assessed: "
                    + leftovers.objection().orElse("they cannot be listed.");
        }
        return "%d unreferenced files (%s), %d of them past the retention."
                .formatted(
                        leftovers.unreferenced(),
                        leftovers.unreferencedBytes(),
                        leftovers.eligible().size());
    }

    public static String listed(Expirable expirable) {
        return "%s past the retention, with %s (%s) that only they hold."
                .formatted(
                        count(expirable.versions().size(), "version"),
                        count(expirable.files(), "file"),
                        expirable.bytes());
    }

    /** {@code 1 file}, {@code 2 files}. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 1 file was}, {@code 2 files were}. */
    static String were(long number, String noun) {
        return count(number, noun) + (number == 1 ? " was" : " were");
    }

    /** A share as a whole percentage: {@code 90%}. */
    public static String percent(double share) {
        return "%d%%".formatted(Math.round(share * 100));
    }

    /** A number with a fixed count of decimals, half up. */
    public static String decimals(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
