/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import dev.sluice.core.table.Partition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says which groups of an earlier spec were merged where they are, one sentence for each reason however many there are. */
final class StayNotes {

    private final Map<String, Sum> byReason = new LinkedHashMap<>();

    private record Sum(Partition first, long groups, long files) {}

    void stays(Partition partition, long files, String reason) {
        byReason.merge(
                reason,
                new Sum(partition, 1, files),
                (all, one) -> new Sum(all.first(), all.groups() + 1, all.files() + one.files()));
    }

    List<String> all() {
        return byReason.entrySet().stream()
                .map(reason -> sentence(reason.getValue(), reason.getKey()))
                .toList();
    }

    private static String sentence(Sum sum, String reason) {
        String which = sum.groups() == 1
                ? "The group of %d files in %s".formatted(sum.files(), sum.first())
                : "%d groups of %d files in all, the first in %s,".formatted(sum.groups(), sum.files(), sum.first());
        return "%s stayed in an earlier partitioning: %s.".formatted(which, reason);
    }
}
