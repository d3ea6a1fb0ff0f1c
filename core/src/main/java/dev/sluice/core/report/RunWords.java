/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.format.Change;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.verify.Verification;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A run's before and after, each part in one line of words; a part is absent where the run did not get that far. */
public final class RunWords {

    /** The names of the steps that change a table or its files. */
    private static final List<String> CHANGES =
            List.of("compact", "prune", "discard", "rewrite-manifests", "expire", "remove");

    private final RunReport report;

    public RunWords(RunReport report) {
        this.report = report;
    }

    /** How the run ended, with the reason where the status has several. */
    public String ending() {
        if (report.status() == Status.SKIPPED) {
            boolean asked = report.answer()
                    .filter(answer -> answer.kind() == Answer.Kind.NOT_YET)
                    .isPresent();
            if (asked) {
                return "skipped, another run waits for an answer to the same plan";
            }
            return report.plan().filter(MaintenancePlan::isEmpty).isPresent()
                    ? "skipped, what is due is left for later"
                    : "skipped, no step of the plan changed anything";
        }
        if (report.status() == Status.CANCELLED) {
            return report.outcomes().isEmpty() ? "cancelled, nothing was done" : "cancelled between two steps";
        }
        return inWords(report.status());
    }

    public static String inWords(Status status) {
        return switch (status) {
            case QUEUED -> "queued";
            case RUNNING -> "running";
            case AWAITING_APPROVAL -> "waiting for approval";
            case HEALTHY -> "healthy, nothing was done";
            case COMPACTION_REQUIRED -> "maintenance is due and was only planned";
            case COMPACTED -> "compacted and verified";
            case CLEANED -> "cleaned, nothing was compacted";
            case PARTIAL -> "changed in part, then stopped";
            case DECLINED -> "declined, nothing was done";
            case CONFLICTED -> "another writer came first, nothing was done";
            case FAILED -> "failed";
            case UNKNOWN -> "the outcome of a commit is unknown";
            case CANCELLED -> "cancelled";
            case SKIPPED -> "skipped";
        };
    }

    /** The table as the run found it. */
    public Optional<String> before() {
        return report.before().map(this::health);
    }

    /** The table as the run left it. */
    public Optional<String> after() {
        return report.after().map(this::health);
    }

    private String health(TableHealth health) {
        return health(health, smallFile(report));
    }

    public static String health(TableHealth health, Bytes small) {
        return "%s, %d of them under %s (ratio %s), %s, version %d"
                .formatted(
                        Sentences.count(health.files(), "file"),
                        health.smallFiles(),
                        small,
                        Sentences.decimals(health.smallRatio(), 3),
                        health.bytes(),
                        health.version());
    }

    /** What was compacted, or why nothing was; absent where a compaction was begun and came to nothing. */
    public Optional<String> compaction() {
        Optional<String> done = report.change().map(this::told);
        return done.isPresent() || steps("compact").findAny().isPresent() ? done : Optional.of(whyNotCompacted());
    }

    private String told(Change change) {
        long commits =
                report.outcomes().stream().flatMap(o -> o.change().stream()).count();
        return "%s into %d%s; %s read, %s written"
                .formatted(
                        Sentences.count(change.removed().size(), "file"),
                        change.added().size(),
                        commits == 1 ? "" : " in %d commits".formatted(commits),
                        change.bytesRead(),
                        change.bytesWritten());
    }

    private String whyNotCompacted() {
        Optional<Boolean> due = report.assessment()
                .map(Assessment::needsCompaction)
                .or(() -> report.plan().map(plan -> plan.does(Step.Kind.COMPACT)));
        if (due.isPresent() && !due.get()) {
            return "skipped: the table does not need it";
        }
        if (report.failure().isPresent() || report.status() == Status.CANCELLED) {
            return "not reached";
        }
        if (report.plan().filter(MaintenancePlan::isEmpty).isPresent()) {
            return "skipped: what needs it is left for later";
        }
        return report.status() == Status.AWAITING_APPROVAL
                ? "not begun: the plan waits for approval"
                : "skipped: the plan was not approved";
    }

    /** The steps of the plan that changed nothing, each with its reason. */
    public List<String> notDone() {
        return report.steps().stream()
                .filter(step -> CHANGES.stream().anyMatch(name -> isOf(step, name)))
                .filter(step -> step.outcome() != StepRecord.Outcome.DONE)
                .filter(step -> step.outcome() != StepRecord.Outcome.FAILED)
                .map(step -> "%s: %s".formatted(step.name(), step.text()))
                .toList();
    }

    /** The records of a step, however often the run did it. */
    public Stream<StepRecord> steps(String name) {
        return report.steps().stream().filter(step -> isOf(step, name));
    }

    /** A step that a run does again has a number behind its name. */
    private static boolean isOf(StepRecord step, String name) {
        return step.name().equals(name) || step.name().startsWith(name + "-");
    }

    public Optional<String> verified() {
        return report.verification().map(RunWords::told);
    }

    private static String told(Verification check) {
        return check.passed()
                ? "%d rows before, %d rows after".formatted(check.rowsBefore(), check.rowsAfter())
                : String.join(" ", check.problems());
    }

    /** Which deletes were taken out of the table. */
    public Optional<String> pruning() {
        return report.pruning()
                .map(account -> "%s that applied to no data file, %s"
                        .formatted(Sentences.count(account.taken(), "delete file"), account.bytesTaken()));
    }

    /** Into what manifests were rewritten. */
    public Optional<String> manifests() {
        return report.manifestRewrite()
                .map(account -> "%d rewritten into %d; %s before, %s after"
                        .formatted(account.taken(), account.put(), account.bytesTaken(), account.bytesPut()));
    }

    /** What lies below the table, and what of it was deleted. */
    public Optional<String> removal() {
        return report.leftovers().map(this::removal);
    }

    private String removal(Leftovers left) {
        if (!left.areAssessed()) {
            return "not assessed: " + left.objection().orElse("the files cannot be listed.");
        }
        return "%d unreferenced (%s), %d eligible after %d h, %d deleted (vacuum mode %s)"
                .formatted(
                        left.unreferenced(),
                        left.unreferencedBytes(),
                        left.eligible().size(),
                        hoursKept(report),
                        report.removal().map(r -> r.deleted().size()).orElse(0),
                        vacuumMode());
    }

    /** The limit below which the run counted files as small: its plan's, or its policy's where there is no plan. */
    public static Bytes smallFile(RunReport report) {
        return report.plan()
                .map(plan -> plan.intent().smallFile())
                .or(() -> report.assessment().map(Assessment::smallFile))
                .orElseThrow();
    }

    /** For how long the run keeps files that nothing refers to. */
    public static long hoursKept(RunReport report) {
        return report.plan()
                .map(plan -> plan.intent().retention())
                .or(() -> report.assessment().map(found -> found.policy().retention()))
                .orElseThrow()
                .keepFor()
                .toHours();
    }

    private RemovalMode vacuumMode() {
        return report.plan()
                .map(plan -> plan.intent().vacuumMode())
                .or(() -> report.assessment().map(found -> found.policy().vacuumMode()))
                .orElseThrow();
    }
}
