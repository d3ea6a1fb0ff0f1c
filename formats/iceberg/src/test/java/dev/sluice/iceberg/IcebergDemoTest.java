/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.health.PartitionHealth;
import dev.sluice.core.health.TableHealth;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.iceberg.demo.IcebergDemo;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo of job 2: its shape, and that only the two degraded partitions are rewritten. */
class IcebergDemoTest {

    private static final Policy POLICY = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
            .policy("demo", "iceberg", List.of(Map.of("small-file", "256KB", "target-file", "512KB")));

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    @Test
    void two_of_four_partitions_are_degraded_and_only_these_are_rewritten() throws IOException {
        TableRef table = new TableRef("iceberg", folder.resolve("events").toString());
        new IcebergDemo(new LocalStore()).write(Location.local(folder.resolve("events")));
        TableHealth health = measured(table);
        assertThat(health.files()).isEqualTo(167);
        assertThat(health.smallFiles()).isEqualTo(119);
        assertThat(health.meanSmallRatio()).isEqualTo(0.5329, within(0.00005));
        assertThat(health.partitions())
                .extracting(PartitionHealth::files, PartitionHealth::smallFiles)
                .containsExactly(tuple(52L, 48L), tuple(70L, 65L), tuple(20L, 4L), tuple(25L, 2L));
        double targets = health.partitions().stream()
                        .limit(2)
                        .mapToLong(partition -> partition.bytes().count())
                        .sum()
                / (double) IcebergDemo.TARGET_FILE.count();
        assertThat(targets).as("of 640.5 / 128").isGreaterThan(5).isLessThan(5.05);
        assertThat(122 / Math.ceil(targets)).as("projected speed-up").isEqualTo(20.33, within(0.005));
        List<String> rows = Events.at(folder.resolve("events")).rows();
        Map<String, byte[]> untouched = untouched();

        RunReport report = pass(table);

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.change().orElseThrow().removed()).hasSize(113);
        assertThat(report.change().orElseThrow().added()).hasSize(2);
        assertThat(Events.at(folder.resolve("events")).rows()).isEqualTo(rows);
        untouched().forEach((name, content) -> assertThat(content).as(name).isEqualTo(untouched.get(name)));
        assertThat(live(table)).containsAll(untouched.keySet());
        assertThat(pass(table).status()).as("the second run").isEqualTo(Status.HEALTHY);
    }

    private RunReport pass(TableRef table) {
        Formats formats = new Formats(List.of(format));
        Recorder recorder = new Recorder(
                new InMemoryJournal(Clock.systemUTC()),
                new InMemoryLeases(),
                Watcher.NONE,
                Clock.systemUTC(),
                new Random());
        return new Gate(formats, new EmbeddedEngine(formats), recorder).pass(table, POLICY, Overdue.YES);
    }

    private TableHealth measured(TableRef table) {
        var state = format.inspect(table);
        return TableHealth.measure(
                state, POLICY.measureFor(state, Clock.systemUTC().instant()));
    }

    private List<String> live(TableRef table) {
        try (Stream<DataFile> files = format.inspect(table).files()) {
            return files.map(DataFile::path).toList();
        }
    }

    /** The files of the partitions that are not degraded. */
    private Map<String, byte[]> untouched() throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        for (String day : List.of("2026-10-03", "2026-10-04")) {
            try (Stream<Path> files = Files.list(folder.resolve("events/data/event_date=" + day))) {
                for (Path file : files.toList()) {
                    contents.put(file.toString(), Files.readAllBytes(file));
                }
            }
        }
        assertThat(contents).hasSize(45);
        return contents;
    }
}
