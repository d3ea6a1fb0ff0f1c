/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.RiggedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a commit leaves that another writer was faster than, right before the database was asked for it. */
class LostRaceTest {

    @TempDir
    private Path folder;

    @Test
    void no_metadata_stays_that_the_table_does_not_know() throws IOException {
        try (Lake lake = new Lake(Lake.Kind.DATABASE, folder)) {
            Events events = lake.create(Events.BY_DAY, 2);
            for (int i = 0; i < 3; i++) {
                Events.DAYS.forEach(events::append);
            }
            AtomicBoolean isFaster = new AtomicBoolean();
            Store store = RiggedStore.of(new LocalStore(), Map.of("create", (below, arguments) -> {
                Location file = (Location) arguments[0];
                if (file.name().endsWith(".metadata.json") && isFaster.compareAndSet(false, true)) {
                    lake.writer().append(Events.DAYS.get(0));
                }
                return below.create(file);
            }));
            IcebergFormat format = lake.format(store, Clock.systemUTC());

            StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, lake.ref()), file -> {});

            assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
            assertThat(isFaster).isTrue();
            TableMetadata now =
                    ((HasTableOperations) lake.writer().table()).operations().current();
            assertThat(metadataFiles())
                    .as("those of the table's making, of seven appends and of the compaction")
                    .hasSize(9)
                    .hasSize(now.previousFiles().size() + 1);
        }
    }

    private List<Path> metadataFiles() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .toList();
        }
    }
}
