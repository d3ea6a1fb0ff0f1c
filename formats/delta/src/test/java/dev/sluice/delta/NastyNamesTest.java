/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.Change;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.Partition;
import dev.sluice.delta.kernel.KernelEngine;
import dev.sluice.delta.kernel.KernelPath;
import dev.sluice.delta.kernel.SmallTable;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partition values that have broken other tools: every one of them in one table, compacted and cleaned up. */
class NastyNamesTest {

    private static final List<@Nullable String> VALUES = Arrays.asList(
            "plain",
            "a b",
            "a+b",
            "a%b",
            "a%20b",
            "a/b",
            "A/A",
            "B B",
            "x=y",
            "q?a",
            "h#a",
            "c:c",
            "t~t",
            "back\\slash",
            "quo\"te",
            "apo'strophe",
            "ünïcödé",
            "日本",
            "2024-12-13 11:00:00",
            "%",
            ".",
            "..",
            "_hidden",
            ".hidden",
            null);

    @TempDir
    Path folder;

    @Test
    void partitions_keep_their_values_and_their_rows_and_no_live_file_is_listed_for_removal() throws IOException {
        Location location = Location.local(folder.resolve("a table"));
        SmallTable table =
                SmallTable.create(KernelEngine.on(new LocalStore()), KernelPath.text(location), true, Map.of());
        long id = 0;
        for (int round = 0; round < 2; round++) {
            for (String value : VALUES) {
                table.append(id++, value);
            }
        }
        TableRows before = TableRows.of(location);
        DeltaPass pass = new DeltaPass(location, Clock.systemUTC());

        MaintenancePlan plan = pass.plan();
        Change change = pass.compact(plan).change().orElseThrow();

        assertThat(change.removed()).hasSize(2 * VALUES.size());
        assertThat(change.added()).hasSize(VALUES.size());
        assertThat(TableRows.of(location)).isEqualTo(before);
        assertThat(pass.plan().isEmpty()).isTrue();
        Map<Partition, Long> filesByPartition = new HashMap<>();
        List<Location> live = new ArrayList<>();
        try (Stream<DataFile> files = pass.format.inspect(pass.table).files()) {
            files.forEach(file -> {
                filesByPartition.merge(file.partition(), 1L, Long::sum);
                live.add(LogPath.locate(location, file.path()));
            });
        }
        assertThat(filesByPartition)
                .hasSize(VALUES.size())
                .allSatisfy((p, n) -> assertThat(n).isEqualTo(1));
        assertThat(filesByPartition.keySet())
                .extracting(p -> p.fields().get(0).value())
                .containsExactlyInAnyOrderElementsOf(VALUES);
        assertThat(live).allSatisfy(file -> assertThat(Path.of(file.path())).exists());
        cleansUpOnlyWhatIsNotLive(location, live);
    }

    private void cleansUpOnlyWhatIsNotLive(Location location, List<Location> live) throws IOException {
        DeltaPass later = new DeltaPass(location, Clock.offset(Clock.systemUTC(), Duration.ofDays(30)));
        Leftovers leftovers = later.format.leftovers(later.format.inspect(later.table), new Retention(Retention.FLOOR));
        Set<Location> eligible =
                leftovers.eligible().stream().map(f -> f.location()).collect(Collectors.toSet());
        assertThat(eligible).doesNotContainAnyElementsOf(live).hasSize(2 * VALUES.size());
        for (Location file : live) {
            assertThat(Files.exists(Path.of(file.path()))).isTrue();
        }
    }
}
