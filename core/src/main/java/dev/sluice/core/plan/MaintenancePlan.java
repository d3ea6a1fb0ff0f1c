/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.sluice.core.policy.Code;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The steps for one table, bound to the version and the inputs they were made for. It shows what would be done and can
 * do nothing: to act takes an approval.
 *
 * @param fingerprint the table's schema, partitioning and properties that it was made for
 * @param intent the sizes and the retention that the steps, and the report after them, go by
 * @param steps from least to most final; none where nothing is to be done
 * @param leftAlone what was not planned, with the reason
 * @param remaining what is left to the next run
 */
public record MaintenancePlan(
        TableRef table,
        long version,
        String fingerprint,
        Intent intent,
        List<Step> steps,
        List<LeftAlone> leftAlone,
        Remaining remaining,
        Instant madeAt) {

    public MaintenancePlan {
        steps = List.copyOf(steps);
        leftAlone = List.copyOf(leftAlone);
    }

    /** A digest of all that the plan would do; the time it was made at does not count. */
    public String hash() {
        return PlanJson.hash(this);
    }

    /** A short name for the plan, from its hash: the same plan has the same name. */
    public String id() {
        return "p" + hash().substring(0, 8);
    }

    @JsonIgnore
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** True if something is due and was left for later. */
    public boolean leavesWork() {
        return leftAlone.stream().anyMatch(l -> l.code() == Code.BUSY_PARTITION) || remaining.groups() > 0;
    }

    /** True if files go from an earlier partitioning of the table to the current one, beside what is there. */
    public boolean movesToCurrentPartitioning() {
        return compactions().flatMap(step -> step.groups().stream()).anyMatch(FileGroup::movesToCurrentPartitioning);
    }

    public long finalSteps() {
        return steps.stream().filter(Step::isFinal).count();
    }

    public boolean does(Step.Kind kind) {
        return steps.stream().anyMatch(step -> step.kind() == kind);
    }

    /** The steps that rewrite files, each in a commit of its own. */
    private Stream<Step.Compact> compactions() {
        return steps.stream().filter(Step.Compact.class::isInstance).map(Step.Compact.class::cast);
    }

    /**
     * Why the plan no longer fits the table, if so: appends do not matter, and a group of which a file is gone is left
     * out; but schema, partitioning and properties must be the same, and some group must be left.
     */
    public Optional<String> reasonItIsStale(TableState now) {
        if (!fingerprint.equals(now.fingerprint())) {
            return Optional.of(stale(
                    "it is another table of that name, or its schema, partitioning or properties have changed since",
                    now));
        }
        if (now.version() == version || compactions().findAny().isEmpty()) {
            return Optional.empty();
        }
        boolean something = compactions()
                .anyMatch(step -> !step.narrowedTo(now).step().groups().isEmpty());
        return something
                ? Optional.empty()
                : Optional.of(stale("of every group of files to rewrite, one is gone or has other deletes", now));
    }

    private String stale(String what, TableState now) {
        return "Plan %s was made for version %d; the table is now at version %d, and %s."
                .formatted(id(), version, now.version(), what);
    }
}
