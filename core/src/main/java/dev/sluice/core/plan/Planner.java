/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Measure;
import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Turns a verdict into exact steps. Pure: it reads a state and decides, and touches nothing. */
public final class Planner {

    private Planner() {}

    /**
     * The plan that a policy asks for on a state whose verdict is known; without steps where nothing is to be done.
     *
     * @throws GateException with {@code TABLE_FEATURE_UNSUPPORTED} if something is to be done and the table uses what
     *     Sluice does not write safely
     */
    public static MaintenancePlan plan(
            TableState state, TableHealth health, Verdict verdict, Policy policy, Instant now) {
        Measure measure = policy.measureFor(state, now);
        Bytes target = policy.targetFor(state);
        return new MaintenancePlan(
                state.table(),
                state.version(),
                state.fingerprint(),
                Intent.of(policy, measure.smallerThan(), target),
                steps(state, health, verdict, policy, measure, target),
                leftAlone(state, health, verdict),
                now);
    }

    private static List<Step> steps(
            TableState state, TableHealth health, Verdict verdict, Policy policy, Measure measure, Bytes target) {
        if (!verdict.asksFor(Code.Work.COMPACT)) {
            return List.of();
        }
        refuseUnsupported(state);
        return List.of(new Step.Compact(groups(state, health, policy, measure, target), target));
    }

    /** What is not done although somebody might expect it, with the reason. */
    private static List<LeftAlone> leftAlone(TableState state, TableHealth health, Verdict verdict) {
        String table = state.table().toString();
        List<LeftAlone> leftAlone = new ArrayList<>();
        if (!verdict.asksFor(Code.Work.COMPACT)) {
            verdict.told().stream()
                    .filter(f -> f.code() != Code.NOMINAL)
                    .forEach(f -> leftAlone.add(new LeftAlone(f.code(), table, f.text())));
        }
        new TreeMap<>(health.leftAlone()).forEach((reason, files) -> {
            String text = "%d small %s left alone: %s".formatted(files, files == 1 ? "file is" : "files are", reason);
            leftAlone.add(new LeftAlone(Code.NOTHING_TO_GAIN, table, text));
        });
        return leftAlone;
    }

    private static void refuseUnsupported(TableState state) {
        for (Objection objection : state.objections()) {
            if (objection.kind() == Objection.Kind.UNSUPPORTED) {
                throw new GateException(
                        Fault.TABLE_FEATURE_UNSUPPORTED, state.table().toString(), objection.text());
            }
        }
    }

    /**
     * One group for each partition that can get better, holding all of its candidates. A group is written as a stream
     * that is cut at the target size, so at most one file per group stays below it, and a second run finds nothing to do.
     */
    private static List<FileGroup> groups(
            TableState state, TableHealth health, Policy policy, Measure measure, Bytes target) {
        Map<Partition, Long> outputs = new HashMap<>();
        for (PartitionHealth partition : health.partitions()) {
            if (policy.selects(partition, target)) {
                outputs.put(partition.partition(), partition.filesAfter(target));
            }
        }
        Map<Partition, List<PlannedFile>> inputs = new TreeMap<>();
        try (Stream<DataFile> files = state.files()) {
            files.filter(file -> outputs.containsKey(file.partition()) && measure.isCandidate(file))
                    .sorted(Comparator.comparing(DataFile::changedAt).thenComparing(DataFile::path))
                    .forEach(file -> inputs.computeIfAbsent(file.partition(), p -> new ArrayList<>())
                            .add(PlannedFile.of(file)));
        }
        List<FileGroup> groups = new ArrayList<>(inputs.size());
        inputs.forEach(
                (partition, files) -> groups.add(new FileGroup(partition, files, outputs.getOrDefault(partition, 1L))));
        return groups;
    }
}
