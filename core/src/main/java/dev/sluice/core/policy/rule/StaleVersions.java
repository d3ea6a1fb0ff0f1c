/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.health.Expirable;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Rule;

/**
 * Complains when a table holds versions whose time has run out, but only where the owner wants them forgotten; otherwise
 * it only counts them.
 *
 * @param degradedFrom share of small files from which on a partition is degraded, for owners who want versions forgotten
 *     only where compaction is due too
 */
public record StaleVersions(Expiry expiry, double degradedFrom) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        Expirable expirable = evidence.expirable();
        int stale = expirable.versions().size();
        boolean wanted =
                expiry.mode() == RemovalMode.APPLY && expirable.objection().isEmpty();
        boolean timely = !expiry.onlyIfDegraded()
                || evidence.health().partitions().stream()
                        .anyMatch(p -> p.smallShare().reaches(degradedFrom));
        return new Finding(
                Code.STALE_VERSIONS,
                wanted && timely && stale > 0 ? Urgency.DUE : Urgency.FINE,
                "%s %s older than %d d (%s, limit 0 versions)"
                        .formatted(
                                Phrase.count(stale, "version"),
                                Phrase.are(stale),
                                expiry.keepFor().toDays(),
                                Phrase.count(expirable.files(), "file") + " and " + expirable.bytes()),
                stale,
                0);
    }
}
