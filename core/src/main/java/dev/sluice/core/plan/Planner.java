/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.plan;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Verdict;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.DeleteFiles;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Turns a verdict into exact steps. Pure: it reads a state and decides, and touches nothing. */
public final class Planner {

    private Planner() {}

    /**
     * What a plan is made from.
     *
     * @param leftovers what lies below the table, for policies that remove it
     * @param expirable versions that could be forgotten, for policies that do so
     * @param discards what earlier runs of ours wrote and surely did not commit
     */
    public record Findings(
            TableState state,
            TableHealth health,
            Verdict verdict,
            Leftovers leftovers,
            Expirable expirable,
            List<Step.Discard> discards,
            Instant now) {

        public Findings {
            discards = List.copyOf(discards);
        }
    }

    /**
     * The plan that a policy asks for; without steps where nothing is to be done.
     *
     * @throws GateException with {@code TABLE_FEATURE_UNSUPPORTED} if something is to be done and the table uses what
     *     Sluice does not write safely
     */
    public static MaintenancePlan plan(Findings found, Policy policy) {
        TableState state = found.state();
        Bytes target = policy.targetFor(state);
        List<Step> steps = new ArrayList<>();
        List<LeftAlone> leftAlone = new ArrayList<>();
        Remaining remaining = Remaining.NOTHING;
        if (found.verdict().asksFor(Code.Work.COMPACT)) {
            refuseUnsupported(state);
            Grouping grouping = Grouping.of(found, policy, target);
            steps.addAll(grouping.steps());
            if (!grouping.steps().isEmpty()) {
                state.unmetWish()
                        .map(wish -> new LeftAlone(
                                Code.NOTHING_TO_GAIN, state.table().toString(), wish))
                        .ifPresent(leftAlone::add);
            }
            leftAlone.addAll(grouping.leftAlone());
            remaining = grouping.remaining();
        }
        if (mayBeTouched(state, policy)) {
            prune(found.health(), policy).ifPresent(steps::add);
            steps.addAll(found.discards());
            rewriteManifests(state, List.copyOf(steps), policy).ifPresent(steps::add);
        }
        if (policy.expires() && found.verdict().asksFor(Code.Work.EXPIRE)) {
            refuseUnsupported(state);
            steps.add(expire(found.expirable(), policy.expiry().orElseThrow(), found.now()));
        }
        if (policy.vacuumMode() == RemovalMode.APPLY && found.verdict().asksFor(Code.Work.REMOVE)) {
            refuseUnsupported(state);
            steps.add(new Step.Remove(
                    found.leftovers().eligible().stream().map(RemovedFile::of).toList(),
                    policy.retention().cutoff(found.now())));
        }
        leftAlone.addAll(leftAlone(found));
        return new MaintenancePlan(
                state.table(),
                state.version(),
                state.fingerprint(),
                Intent.of(policy, policy.measureFor(state, found.now()).smallerThan(), target),
                steps,
                leftAlone,
                remaining,
                found.now());
    }

    /** Deletes that apply to nothing cost every reader, so they go whenever there are any; a part of a table has no say. */
    private static Optional<Step.Prune> prune(TableHealth health, Policy policy) {
        return health.history()
                .deleteFiles()
                .map(DeleteFiles::dangling)
                .filter(dangling -> !dangling.isEmpty() && policy.where().isEmpty())
                .map(Step.Prune::new);
    }

    /** Every reader opens every manifest, whatever part of the table it wants; so a part of a table has no say here either. */
    private static Optional<Step.RewriteManifests> rewriteManifests(
            TableState state, List<Step> before, Policy policy) {
        if (policy.where().isPresent()) {
            return Optional.empty();
        }
        Set<String> rewritten = new HashSet<>();
        int commits = 0;
        for (Step step : before) {
            if (step instanceof Step.Compact compact) {
                commits++;
                compact.groups().forEach(group -> group.inputs().forEach(file -> rewritten.add(file.path())));
            }
        }
        return state.smallManifests(rewritten, commits).map(Step.RewriteManifests::of);
    }

    private static Step.Expire expire(Expirable expirable, Expiry expiry, Instant now) {
        return new Step.Expire(
                expirable.versions(),
                expiry.cutoff(now),
                expiry.retainLast(),
                expirable.files(),
                expirable.bytes(),
                expirable.resumesFrom());
    }

    /** What is not done although somebody might expect it, with the reason. */
    private static List<LeftAlone> leftAlone(Findings found) {
        String table = found.state().table().toString();
        List<LeftAlone> leftAlone = new ArrayList<>();
        if (!found.verdict().asksFor(Code.Work.COMPACT)) {
            found.verdict().told().stream()
                    .filter(f -> f.code() != Code.NOMINAL && !f.isDue())
                    .forEach(f -> leftAlone.add(new LeftAlone(f.code(), table, f.text())));
        }
        new TreeMap<>(found.health().leftAlone()).forEach((reason, files) -> {
            String text = "%d small %s left alone: %s".formatted(files, files == 1 ? "file is" : "files are", reason);
            leftAlone.add(new LeftAlone(Code.NOTHING_TO_GAIN, table, text));
        });
        return leftAlone;
    }

    private static boolean mayBeTouched(TableState state, Policy policy) {
        boolean supported = state.objections().stream().noneMatch(o -> o.kind() == Objection.Kind.UNSUPPORTED);
        return supported && policy.reasonToLeaveAlone(state).isEmpty();
    }

    private static void refuseUnsupported(TableState state) {
        for (Objection objection : state.objections()) {
            if (objection.kind() == Objection.Kind.UNSUPPORTED) {
                throw new GateException(
                        Fault.TABLE_FEATURE_UNSUPPORTED, state.table().toString(), objection.text());
            }
        }
    }
}
