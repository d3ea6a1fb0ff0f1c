/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.approval;

import dev.sluice.core.plan.MaintenancePlan;

/** Whoever is asked whether a plan may be carried out. */
@FunctionalInterface
public interface Approver {

    Answer ask(MaintenancePlan plan);
}
