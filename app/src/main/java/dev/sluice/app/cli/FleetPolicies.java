/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.cli;

import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.table.TableRef;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What the tables of a fleet are judged by, made for each format before any table is opened. A setting that is wrong for
 * every format is refused at once; where it fits some formats and not others, the tables of those others are refused.
 */
final class FleetPolicies implements Function<TableRef, Policy> {

    private final Map<String, Policy> policies = new HashMap<>();
    private final Map<String, GateException> refusals = new HashMap<>();

    FleetPolicies(PolicyOptions wishes, Session session) {
        for (TableFormat format : session.formats().all()) {
            try {
                policies.put(format.name(), wishes.policy(format.name(), session.parts()));
            } catch (GateException e) {
                refusals.put(format.name(), e);
            }
        }
        if (policies.isEmpty()) {
            throw refusals.values().iterator().next();
        }
    }

    @Override
    public Policy apply(TableRef table) {
        Policy policy = policies.get(table.format());
        if (policy == null) {
            throw refusals.get(table.format());
        }
        return policy;
    }
}
