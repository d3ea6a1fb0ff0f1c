/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import dev.sluice.core.health.Bloat;
import dev.sluice.core.health.Measure;
import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the owner of a table wants.
 *
 * @param name the gate's name, or the preset's where no gate was configured
 * @param preset the preset it was made from
 * @param mode whether a run may act, asks, or only plans
 * @param smallFile a data file is small when its size is strictly less
 * @param targetFile the size that compaction writes towards; empty: the table's own property, else the default
 * @param maxDeletedRowsPercent a file with at least this share of deleted rows is rewritten too; empty: never for that
 * @param degradedFrom only partitions with at least this ratio of small files are compacted; empty: all that can get better
 * @param bloat when the table counts as bloated for the streak; empty: no streak is kept
 * @param where the partitions that the gate speaks of; empty: all
 * @param takeOver maintain the table although somebody else does so too
 * @param pace how gently it works
 * @param proof what has to be proved of every rewrite before it is committed
 * @param otherWriters what the owner says of other writers; empty: nothing
 * @param overrides what of its inputs was set for one run alone, as it was typed
 */
public record Policy(
        String name,
        String preset,
        Mode mode,
        List<Rule> rules,
        Bytes smallFile,
        Optional<Bytes> targetFile,
        OptionalDouble maxDeletedRowsPercent,
        OptionalDouble degradedFrom,
        Optional<Bloat> bloat,
        Retention retention,
        RemovalMode vacuumMode,
        Optional<Expiry> expiry,
        Optional<Where> where,
        boolean takeOver,
        Pace pace,
        Proof proof,
        Optional<OtherWriters> otherWriters,
        Map<String, String> overrides) {

    /** What compaction writes towards where neither the gate nor the table says. */
    public static final Bytes DEFAULT_TARGET = Bytes.ofMebibytes(128);

    public Policy {
        rules = List.copyOf(rules);
        overrides = Map.copyOf(overrides);
    }

    /** One of which nothing is set for a single run. */
    public Policy(
            String name,
            String preset,
            Mode mode,
            List<Rule> rules,
            Bytes smallFile,
            Optional<Bytes> targetFile,
            OptionalDouble maxDeletedRowsPercent,
            OptionalDouble degradedFrom,
            Optional<Bloat> bloat,
            Retention retention,
            RemovalMode vacuumMode,
            Optional<Expiry> expiry,
            Optional<Where> where,
            boolean takeOver,
            Pace pace,
            Proof proof,
            Optional<OtherWriters> otherWriters) {
        this(
                name,
                preset,
                mode,
                rules,
                smallFile,
                targetFile,
                maxDeletedRowsPercent,
                degradedFrom,
                bloat,
                retention,
                vacuumMode,
                expiry,
                where,
                takeOver,
                pace,
                proof,
                otherWriters,
                Map.of());
    }

    /** The same, with a record of what of it was set for one run alone. */
    public Policy with(Map<String, String> overrides) {
        return new Policy(
                name,
                preset,
                mode,
                rules,
                smallFile,
                targetFile,
                maxDeletedRowsPercent,
                degradedFrom,
                bloat,
                retention,
                vacuumMode,
                expiry,
                where,
                takeOver,
                pace,
                proof,
                otherWriters,
                overrides);
    }

    /** The size to write towards for a table: the gate's word, else the table's, else the default. */
    public Bytes targetFor(TableState state) {
        return targetFile.or(state::preferredFileSize).orElse(DEFAULT_TARGET);
    }

    /**
     * How to measure a table. Where the table itself asks for files smaller than the small-file limit, the limit is
     * lowered to that size: else what compaction writes would count as small again.
     */
    public Measure measureFor(TableState state, Instant now) {
        Bytes target = targetFor(state);
        Bytes limit = target.isSmallerThan(smallFile) ? target : smallFile;
        return new Measure(
                limit,
                maxDeletedRowsPercent,
                where.map(w -> w.forTable(state, now)).orElse(partition -> true));
    }

    /** True if a run may plan again without asking anybody, where another writer was faster. */
    public boolean plansAnew() {
        return mode == Mode.AUTO && pace.yields();
    }

    /** Why the table is not to be changed at all, if so. */
    public Optional<Objection> reasonToLeaveAlone(TableState state) {
        return state.objections().stream().filter(this::leavesItTo).findFirst();
    }

    /** True if compaction is to touch the partition. */
    public boolean selects(PartitionHealth partition, Bytes target) {
        boolean degraded = degradedFrom.isEmpty() || partition.smallShare().reaches(degradedFrom.getAsDouble());
        return (degraded || hasManyDeletedRows(partition)) && partition.canGetBetter(target);
    }

    private boolean hasManyDeletedRows(PartitionHealth partition) {
        return maxDeletedRowsPercent.isPresent()
                && partition.deletedRows() > 0
                && partition.deletedShare().reachesPercent(maxDeletedRowsPercent.getAsDouble());
    }

    /** What is to be listed of old versions before the verdict: only where the verdict can ask for their end. */
    public boolean expires() {
        return expiry.filter(e -> e.mode() == RemovalMode.APPLY).isPresent();
    }

    /**
     * Judges a table: what the rules say, excused from all work where somebody else maintains the table, and from
     * compaction where it would leave the table no better.
     */
    public Verdict judge(TableState state, Evidence evidence) {
        Verdict verdict = Verdict.judge(rules, evidence);
        Optional<Objection> owner = reasonToLeaveAlone(state);
        if (owner.isPresent() && !verdict.reasons().isEmpty()) {
            return verdict.excused(
                    EnumSet.allOf(Code.Work.class),
                    Code.OWNER_MAINTAINS,
                    withoutFullStop(owner.get().text()));
        }
        if (verdict.asksFor(Code.Work.COMPACT) && !getsBetter(evidence.health(), targetFor(state))) {
            return verdict.excused(
                    EnumSet.of(Code.Work.COMPACT),
                    Code.NOTHING_TO_GAIN,
                    "Compaction towards %s would leave no partition of %d with fewer files or fewer deleted rows%s"
                            .formatted(
                                    targetFor(state),
                                    evidence.health().partitions().size(),
                                    leftAlone(evidence.health())));
        }
        return verdict;
    }

    /** Who is told that nothing can be gained wants to know what stood in the way. */
    private static String leftAlone(TableHealth health) {
        return new TreeMap<>(health.leftAlone())
                .entrySet().stream()
                        .map(left -> "; %d small %s left alone: %s"
                                .formatted(
                                        left.getValue(), left.getValue() == 1 ? "file is" : "files are", left.getKey()))
                        .collect(Collectors.joining());
    }

    private boolean getsBetter(TableHealth health, Bytes target) {
        return health.partitions().stream().anyMatch(p -> selects(p, target));
    }

    private static String withoutFullStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private boolean leavesItTo(Objection objection) {
        return switch (objection.kind()) {
            case UNSUPPORTED -> false;
            case OWNER_MAINTAINS -> !takeOver;
            case WRITERS_MAY_OVERWRITE -> otherWriters.isEmpty();
            case SWITCHED_OFF, CATALOG_OWNS -> true;
        };
    }
}
