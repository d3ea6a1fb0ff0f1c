/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.format.Change;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Relisting;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The steps of one run that change the table or its files, as far as they were begun, with how each ended.
 *
 * @param all in their order
 */
public record Deeds(List<Deed> all) {

    static final Deeds NONE = new Deeds(List.of());

    public Deeds {
        all = List.copyOf(all);
    }

    /** One of them. */
    public record Deed(Step.Kind kind, StepOutcome outcome) {}

    /** These, and one more. */
    Deeds and(Step.Kind kind, StepOutcome outcome) {
        List<Deed> more = new ArrayList<>(all);
        more.add(new Deed(kind, outcome));
        return new Deeds(more);
    }

    /** How they ended, in their order. */
    public List<StepOutcome> outcomes() {
        return all.stream().map(Deed::outcome).toList();
    }

    /** All that the commits did to the table, as one change. */
    public Optional<Change> change() {
        return outcomes().stream().flatMap(o -> o.change().stream()).reduce(Change::then);
    }

    /** All that steps of a kind took away, as one account. */
    Optional<Removal> tookAway(Step.Kind kind) {
        return of(kind).flatMap(outcome -> outcome.removal().stream()).reduce(Removal::plus);
    }

    /** What a step of a kind changed of what the table lists. */
    Optional<Relisting> relisted(Step.Kind kind) {
        return of(kind).flatMap(outcome -> outcome.relisting().stream()).findFirst();
    }

    /** The versions that the table was made to forget. */
    Optional<Expiration> expiration() {
        return outcomes().stream().flatMap(o -> o.expiration().stream()).findFirst();
    }

    private Stream<StepOutcome> of(Step.Kind kind) {
        return all.stream().filter(deed -> deed.kind() == kind).map(Deed::outcome);
    }

    /** True once a step has rewritten files of the table. */
    public boolean haveCommitted() {
        return change().isPresent();
    }

    /** True once a step has taken a file away or made the table forget a version. */
    public boolean haveRemoved() {
        return removed() > 0
                || outcomes().stream()
                        .flatMap(o -> o.expiration().stream())
                        .anyMatch(account -> !account.versions().isEmpty());
    }

    /** True once a step has changed what the table lists besides data files, or how it lists these. */
    public boolean haveRelisted() {
        return outcomes().stream().anyMatch(o -> o.relisting().isPresent());
    }

    /** True once the table or its files are other than the run found them. */
    public boolean haveChangedSomething() {
        return haveCommitted() || haveRelisted() || haveRemoved();
    }

    /** True once something was to be forgotten or removed, whatever became of it. */
    boolean haveCleaned() {
        return all.stream().anyMatch(deed -> deed.kind() == Step.Kind.EXPIRE || deed.kind() == Step.Kind.REMOVE);
    }

    private long removed() {
        return outcomes().stream()
                .flatMap(o -> o.removal().stream())
                .mapToLong(r -> r.deleted().size())
                .sum();
    }

    /** What the last one said of its end. */
    public String lastText() {
        return all.isEmpty() ? "" : all.get(all.size() - 1).outcome().text();
    }

    /**
     * What was committed, in a sentence.
     *
     * @param unknown whether it cannot be told of the last one
     */
    String committed(boolean unknown) {
        List<Long> versions = outcomes().stream()
                .flatMap(o -> o.change().stream())
                .map(Change::version)
                .toList();
        String removed = removed() == 0 ? "" : " %s removed.".formatted(Sentences.were(removed(), "file"));
        if (!versions.isEmpty()) {
            return "The compaction was committed as version %d.%s"
                    .formatted(versions.get(versions.size() - 1), removed);
        }
        Optional<Deed> relisted = all.stream()
                .filter(deed -> deed.outcome().relisting().isPresent())
                .findFirst();
        if (relisted.isPresent()) {
            return "The %s was committed as version %d.%s"
                    .formatted(
                            relisted.get().kind() == Step.Kind.PRUNE ? "pruning" : "rewrite of manifests",
                            relisted.get().outcome().commit().orElseThrow().version(),
                            removed);
        }
        return (unknown ? "It cannot be told whether anything was committed." : "Nothing was committed.") + removed;
    }
}
