/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy;

import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.health.Pending;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.health.Trend;
import java.time.Instant;

/**
 * All that a rule may look at.
 *
 * @param trend with this assessment counted in
 */
public record Evidence(
        TableHealth health, Trend trend, Pending pending, Leftovers leftovers, Expirable expirable, Instant now) {}
