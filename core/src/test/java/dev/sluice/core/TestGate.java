/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.TableBuilder.ORDERS;

import dev.sluice.core.approval.Approver;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.notify.Herald;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Leases;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.TableBuilder;
import dev.sluice.core.testing.TestClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** A gate before one table, with everything in memory and within a test's reach. */
final class TestGate {

    final TestClock clock;
    final List<String> events = new ArrayList<>();
    final InMemoryJournal journal;
    final InMemoryLeases leases = new InMemoryLeases();
    final FakeFormat format;
    Herald herald = Herald.MUTE;
    Patience patience = Patience.DEFAULT;

    TestGate(TableBuilder table) {
        this(table, "2026-11-29T03:00:00Z");
    }

    TestGate(TableBuilder table, String now) {
        clock = TestClock.at(now);
        journal = new InMemoryJournal(clock, events);
        format = new FakeFormat(table.build(), events);
    }

    /** Twelve small files of 1 MiB in each of so many partitions. */
    static TableBuilder partitions(int count) {
        TableBuilder table = TableBuilder.aTable();
        for (int day = 1; day <= count; day++) {
            table.inPartition("day", String.valueOf(day)).withFiles(12, Bytes.ofMebibytes(1));
        }
        return table;
    }

    /** The gate "nightly" with inputs like {@code commit-bytes=12MB}. */
    static Policy nightly(String... inputs) {
        Map<String, String> given = new LinkedHashMap<>();
        Arrays.stream(inputs).map(i -> i.split("=", 2)).forEach(pair -> given.put(pair[0], pair[1]));
        return Presets.named("delta-lake-table-health-gate").policy("nightly", given);
    }

    Gate gate() {
        return gate(leases, Watcher.NONE);
    }

    Gate gate(Leases leases, Watcher watcher) {
        return gate(leases, watcher, Cancellation.NEVER);
    }

    Gate gate(Cancellation cancellation) {
        return gate(leases, Watcher.NONE, cancellation);
    }

    private Gate gate(Leases leases, Watcher watcher, Cancellation cancellation) {
        Formats formats = new Formats(List.of(format));
        Recorder recorder = new Recorder(
                journal, leases, watcher, cancellation, herald, patience, clock, new Random(events.size()));
        return new Gate(formats, new EmbeddedEngine(formats), recorder);
    }

    RunReport pass(Approver approver, String... inputs) {
        return gate().pass(ORDERS, nightly(inputs), approver);
    }

    /** So many files of 1 MiB that nothing refers to lie below the table and are past the retention. */
    List<StoredFile> liesAbout(int eligible) {
        List<StoredFile> files = IntStream.range(0, eligible)
                .mapToObj(i -> new StoredFile(
                        format.locationOf("old-%05d.parquet".formatted(i)), Bytes.ofMebibytes(1), Instant.EPOCH))
                .toList();
        files.forEach(file -> format.holds(file.location()));
        format.lies(new Leftovers(eligible + 1, Bytes.ofMebibytes(eligible + 1), files));
        return files;
    }

    /** What happened that begins with one of some words, in order. */
    List<String> eventsOf(String words) {
        return events.stream()
                .filter(event -> event.matches("(" + words + ").*"))
                .toList();
    }

    Run run(RunReport report) {
        return journal.run(report.run().text()).orElseThrow();
    }

    Run newestRun() {
        return journal.runs(1).get(0);
    }
}
