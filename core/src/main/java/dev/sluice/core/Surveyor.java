/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.FreshLook;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Planner;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.report.Assessment;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.report.Prospect;
import dev.sluice.core.report.Sentences;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks at a table with the eyes of a policy: inspects, measures, judges and plans, and changes nothing. */
final class Surveyor {

    private final Formats formats;
    private final Recorder recorder;

    Surveyor(Formats formats, Recorder recorder) {
        this.formats = formats;
        this.recorder = recorder;
    }

    Assessment assess(TableRef table, Policy policy) {
        return FreshLook.at(() -> {
            TableState state = formats.of(table).inspect(table);
            return judge(state, measure(state, policy), Leftovers.NONE, Expirable.NONE, policy);
        });
    }

    /** Lists what lies about below the table even where the policy would not remove it. */
    Proposal propose(TableRef table, Policy policy) {
        return look(table, policy, true).orRefusal();
    }

    /**
     * Judges and plans as far as one can: what keeps a table from being listed or planned is told beside its numbers.
     *
     * @param lists whether to list what lies about and what may be forgotten, also where the policy would not remove it
     */
    Prospect look(TableRef table, Policy policy, boolean lists) {
        return FreshLook.at(() -> lookOnce(table, policy, lists));
    }

    private Prospect lookOnce(TableRef table, Policy policy, boolean lists) {
        TableFormat format = formats.of(table);
        TableState state = format.inspect(table);
        TableHealth health = measure(state, policy);
        boolean removes = policy.vacuumMode() == RemovalMode.APPLY;
        Attempt<Leftovers> listed =
                lists || removes ? Attempt.at(() -> format.leftovers(state, policy.retention())) : Attempt.untried();
        Leftovers leftovers = listed.result().orElse(Leftovers.NONE);
        Expirable expirable = policy.expiry()
                .filter(expiry -> lists || policy.expires())
                .map(expiry -> format.expirable(state, expiry))
                .orElse(Expirable.NONE);
        Assessment found = judge(state, health, leftovers, expirable, policy);
        Attempt<MaintenancePlan> planned = removes && listed.refusal().isPresent()
                ? Attempt.untried()
                : Attempt.at(() -> plan(state, found, leftovers, expirable, List.of()));
        return new Prospect(found, planned.result(), listed.refusal().or(planned::refusal), listed.result(), expirable);
    }

    /** What came of something that may be refused: its result, or the refusal. What was forgotten is looked at anew. */
    private record Attempt<T>(Optional<T> result, Optional<GateException> refusal) {

        static <T> Attempt<T> untried() {
            return new Attempt<>(Optional.empty(), Optional.empty());
        }

        static <T> Attempt<T> at(Supplier<T> act) {
            try {
                return new Attempt<>(Optional.of(act.get()), Optional.empty());
            } catch (GateException e) {
                if (e.fault() == Fault.VERSION_FORGOTTEN) {
                    throw e;
                }
                return new Attempt<>(Optional.empty(), Optional.of(e));
            }
        }
    }

    /** Does so as steps of a run, and also takes away what earlier runs of ours left. */
    MaintenancePlan propose(TableRef table, Policy policy, Recording run) {
        return FreshLook.at(() -> proposeOnce(table, policy, run));
    }

    private MaintenancePlan proposeOnce(TableRef table, Policy policy, Recording run) {
        TableFormat format = formats.of(table);
        TableState state = run.step("inspect", () -> format.inspect(table), Sentences::inspected);
        TableHealth health = run.step("measure", () -> measure(state, policy), Sentences::measured);
        Leftovers leftovers = policy.vacuumMode() == RemovalMode.APPLY
                ? run.listings().leftovers(() -> format.leftovers(state, policy.retention()))
                : Leftovers.NONE;
        Expirable expirable = policy.expires()
                ? run.listings()
                        .expirable(() -> format.expirable(state, policy.expiry().orElseThrow()))
                : Expirable.NONE;
        Assessment found =
                run.step("judge", () -> judge(state, health, leftovers, expirable, policy), Sentences::judged);
        run.assessed(found);
        List<Step.Discard> strays = run.strays(formats);
        return run.step("plan", () -> plan(state, found, leftovers, expirable, strays), Sentences::planned);
    }

    /** Looks at the table right before a plan is carried out: why it no longer fits, if it does not. */
    Optional<String> reasonItIsStale(MaintenancePlan plan, Recording run) {
        return FreshLook.at(() -> {
            TableState state = formats.of(plan.table()).inspect(plan.table());
            run.measuredBefore(measure(state, plan));
            return plan.reasonItIsStale(state);
        });
    }

    /** Looks at the table as the run leaves it, and lists what lies about before any of it is removed. */
    void lookAfter(MaintenancePlan plan, Recording run) {
        if (run.isCancelled()) {
            return;
        }
        TableFormat format = formats.of(plan.table());
        FreshLook.at(() -> {
            TableState state = format.inspect(plan.table());
            run.measuredAfter(measure(state, plan));
            run.listings().afterwards(format, state, plan.intent());
        });
    }

    private TableHealth measure(TableState state, MaintenancePlan plan) {
        return TableHealth.measure(state, plan.intent().measureFor(state, recorder.now()));
    }

    private TableHealth measure(TableState state, Policy policy) {
        return TableHealth.measure(state, policy.measureFor(state, recorder.now()));
    }

    /** Judges what was measured, with the trend as it would be after this assessment. */
    private Assessment judge(
            TableState state, TableHealth health, Leftovers leftovers, Expirable expirable, Policy policy) {
        Instant now = recorder.now();
        Trend before = recorder.trend(policy.name(), state.table());
        Trend trend = policy.bloat().map(b -> before.after(health, b, now)).orElse(before);
        Evidence evidence = new Evidence(health, trend, Pending.NONE, leftovers, expirable, now);
        return new Assessment(
                state.table(),
                policy,
                health,
                trend,
                policy.judge(state, evidence),
                policy.measureFor(state, now).smallerThan(),
                policy.targetFor(state),
                state.objections(),
                now);
    }

    private MaintenancePlan plan(
            TableState state, Assessment found, Leftovers leftovers, Expirable expirable, List<Step.Discard> strays) {
        return Planner.plan(
                new Planner.Findings(
                        state, found.health(), found.verdict(), leftovers, expirable, strays, recorder.now()),
                found.policy());
    }
}
