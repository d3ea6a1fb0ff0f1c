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
import java.util.List;

/**
 * Complains when there is a partition in which too large a share of the files is small.
 *
 * @param ratio share of a partition's files from which on it is degraded, 0 to 1
 */
public record DegradedPartitions(double ratio) implements Rule {

    @Override
    public Finding examine(Evidence evidence) {
        List<PartitionHealth> partitions = evidence.health().partitions();
        long degraded =
                partitions.stream().filter(p -> p.smallShare().reaches(ratio)).count();
        Share worst = partitions.stream()
                .map(PartitionHealth::smallShare)
                .max(Comparator.comparingDouble(Share::ratio))
                .orElse(new Share(0, 0));
        return new Finding(
                Code.DEGRADED_PARTITIONS,
                degraded > 0 ? Urgency.DUE : Urgency.FINE,
                "%d of %s %s degraded: in the worst, %s of the files are small (limit %s)"
                        .formatted(
                                degraded,
                                Phrase.count(partitions.size(), "partition"),
                                Phrase.are(degraded),
                                worst,
                                Phrase.percentOf(ratio)),
                worst.ratio(),
                ratio);
    }
}
