/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.report;

import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;

/** An assessment with the exact steps that would follow from it, what lies about below the table, and
 * which old versions could be forgotten. */
public record Proposal(Assessment assessment, MaintenancePlan plan, Leftovers leftovers, Expirable expirable) {}
