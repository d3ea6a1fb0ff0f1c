/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core.policy.rule;

import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.health.Share;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Evidence;
import dev.sluice.core.policy.Finding;
import dev.sluice.core.policy.Finding.Urgency;
import dev.sluice.core.policy.Rule;
import java.util.Comparator;

/**
 * Complains when a partition holds too large a share of deleted rows. The worst partition speaks for the table: no table
 * reaches the limit unless one of its partitions does, and a partition whose readers suffer is not outvoted by many that
 * nobody deletes from. Which files are rewritten then is told by {@link dev.sluice.core.health.Measure}, file by file; a
 * partition at the limit always has a file at it.
 *
 * @param percent deleted rows per stored row, 0 to 100
 */
public record TooManyDeletedRows(double percent) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        return evidence.health().partitions().stream()
                .max(Comparator.comparingDouble(p -> p.deletedShare().ratio()))
                .map(this::finding)
                .orElseGet(() -> finding("", new Share(0, 0)));
    }

    private Finding finding(PartitionHealth worst) {
        boolean wholeTable = worst.partition().fields().isEmpty();
        return finding(wholeTable ? "" : " in partition " + worst.partition(), worst.deletedShare());
    }

    private Finding finding(String where, Share deleted) {
        return new Finding(
                Code.DELETED_ROWS,
                deleted.reachesPercent(percent) ? Urgency.DUE : Urgency.FINE,
                "%d of %s%s %s deleted (%s, limit %s)"
                        .formatted(
                                deleted.part(),
                                Phrase.count(deleted.whole(), "row"),
                                where,
                                Phrase.are(deleted.part()),
                                deleted,
                                Phrase.percent(percent)),
                deleted.percent(),
                percent);
    }
}
