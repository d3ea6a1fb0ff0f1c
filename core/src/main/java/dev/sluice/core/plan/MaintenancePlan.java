/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The steps for one table, bound to the version and the inputs they were made for. It shows what would be done and can
 * do nothing: to act takes an approval.
 *
 * @param fingerprint the table's schema, partitioning and properties that it was made for
 * @param intent the sizes and the retention that the steps, and the report after them, go by
 * @param steps from least to most final; none where nothing is to be done
 * @param leftAlone what was not planned, with the reason
 */
public record MaintenancePlan(
        TableRef table,
        long version,
        String fingerprint,
        Intent intent,
        List<Step> steps,
        List<LeftAlone> leftAlone,
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

    public long finalSteps() {
        return steps.stream().filter(Step::isFinal).count();
    }

    public boolean does(Step.Kind kind) {
        return steps.stream().anyMatch(step -> step.kind() == kind);
    }

    /**
     * Refuses if the table has moved on in a way that matters: appends do not, but every file to be rewritten must still
     * be live with the same deletes, and schema, partitioning and properties must be the same.
     *
     * @throws GateException with {@code PLAN_STALE}
     */
    public void refuseIfStale(TableState now) {
        if (!fingerprint.equals(now.fingerprint())) {
            throw stale("the table's schema, partitioning or properties have changed since", now);
        }
        Set<PlannedFile.Identity> missing = new HashSet<>();
        for (Step step : steps) {
            if (step instanceof Step.Compact compact) {
                compact.groups().forEach(g -> g.inputs().forEach(f -> missing.add(f.identity())));
            }
        }
        int planned = missing.size();
        if (now.version() == version || planned == 0) {
            return;
        }
        try (Stream<DataFile> files = now.files()) {
            files.forEach(file -> missing.remove(PlannedFile.Identity.of(file)));
        }
        if (!missing.isEmpty()) {
            throw stale(
                    "%d of the %d files to rewrite are gone or have other deletes, for example %s"
                            .formatted(
                                    missing.size(),
                                    planned,
                                    missing.iterator().next().path()),
                    now);
        }
    }

    private GateException stale(String what, TableState now) {
        return new GateException(
                Fault.PLAN_STALE,
                table.toString(),
                "Plan %s was made for version %d; the table is now at version %d, and %s."
                        .formatted(id(), version, now.version(), what));
    }
}
