/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.health.Share;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;

/**
 * Complains when too large a share of the whole table's rows is deleted but still stored.
 *
 * @param percent deleted rows per stored row, 0 to 100
 */
public record TooManyTombstones(double percent) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        Share deleted = evidence.health().deletedShare();
        return new Finding(
                Code.HIGH_TOMBSTONE_RATIO,
                deleted.reachesPercent(percent) ? Urgency.DUE : Urgency.FINE,
                "%d of %s %s deleted but still stored (%s, limit %s)"
                        .formatted(
                                deleted.part(),
                                Phrase.count(deleted.whole(), "row"),
                                Phrase.are(deleted.part()),
                                deleted,
                                Phrase.percent(percent)),
                deleted.percent(),
                percent);
    }
}
