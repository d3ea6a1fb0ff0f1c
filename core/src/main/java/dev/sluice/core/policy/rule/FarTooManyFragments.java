/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;

/**
 * Complains at once when a table has so many fragments that no streak is waited for.
 *
 * @param critical fragments from which on it is critical
 */
public record FarTooManyFragments(long critical) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        long fragments = evidence.health().files();
        return new Finding(
                Code.CRITICAL_FRAGMENT_EXPLOSION,
                fragments >= critical ? Urgency.CRITICAL : Urgency.FINE,
                "%s (critical limit %d)".formatted(Phrase.count(fragments, "fragment"), critical),
                fragments,
                critical);
    }
}
