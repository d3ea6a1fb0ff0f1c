/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import java.util.Optional;

/**
 * How a table is, and what would be done for it, without a plan that is kept.
 *
 * @param plan empty where something keeps the table from being planned
 * @param refusal what keeps it from being planned, or what lies about from being listed
 * @param leftovers what lies about below the table; empty where it was not listed
 * @param expirable old versions that may be forgotten
 */
public record Prospect(
        Assessment assessment,
        Optional<MaintenancePlan> plan,
        Optional<GateException> refusal,
        Optional<Leftovers> leftovers,
        Expirable expirable) {

    /**
     * The proposal that is made from it.
     *
     * @throws GateException where something was refused
     */
    public Proposal orRefusal() {
        refusal.ifPresent(e -> {
            throw e;
        });
        return new Proposal(assessment, plan.orElseThrow(), leftovers.orElse(Leftovers.NONE), expirable);
    }
}
