/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.health.Leftovers;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Rule;

/**
 * Complains when there are files that nothing refers to and whose retention has run out, but only where the owner wants
 * them removed; otherwise it only counts them.
 *
 * @param mode what the owner wants done with them
 */
public record TooMuchToRemove(RemovalMode mode) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        Leftovers leftovers = evidence.leftovers();
        long eligible = leftovers.eligible().size();
        if (!leftovers.areAssessed()) {
            return new Finding(
                    Code.VACUUM_ELIGIBLE, Urgency.FINE, "unreferenced files were not assessed (limit 0 files)", 0, 0);
        }
        return new Finding(
                Code.VACUUM_ELIGIBLE,
                mode == RemovalMode.APPLY && eligible > 0 ? Urgency.DUE : Urgency.FINE,
                "%d of %s %s past the retention (%s, limit 0 files)"
                        .formatted(
                                eligible,
                                Phrase.count(leftovers.unreferenced(), "unreferenced file"),
                                Phrase.are(eligible),
                                leftovers.eligibleBytes()),
                eligible,
                0);
    }
}
