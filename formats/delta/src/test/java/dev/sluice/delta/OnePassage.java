/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultyJournal;
import dev.sluice.testkit.FaultyStore;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Passages of a small Delta table through the whole gate, on machines of all kinds, and what must hold after each. */
final class OnePassage {

    final Orders orders;
    private final Store store;
    private final Location location;
    final InMemoryJournal journal = new InMemoryJournal(Clock.systemUTC());
    private final TableRef table;
    private final Set<String> filesBefore;

    OnePassage(Orders orders) {
        this(orders, new LocalStore(), orders.location());
    }

    /** Passages of a table in a folder of this machine that the product reaches by another store. */
    OnePassage(Orders orders, Store store, Location location) {
        this.orders = orders;
        this.store = store;
        this.location = location;
        this.table = new TableRef("delta", location.toString());
        this.filesBefore = Set.copyOf(orders.dataFiles());
    }

    /** The report, or nothing where the machine did not let the run come to its end. */
    Optional<RunReport> on(Machine machine) {
        Formats formats = new Formats(List.of(new DeltaFormat(
                new FaultyStore(store, machine), Clock.systemUTC(), new RewriteLimits(1, Bytes.ofMebibytes(64)))));
        Recorder recorder = new Recorder(
                new FaultyJournal(journal, machine),
                new InMemoryLeases(),
                Watcher.NONE,
                Clock.systemUTC(),
                new Random());
        try {
            return Optional.of(new Gate(formats, new EmbeddedEngine(formats), recorder)
                    .pass(table, Overdue.policy(), Overdue.YES));
        } catch (GateException e) {
            return Optional.empty();
        }
    }

    /** Runs that the journal still takes for going on. */
    List<Run> running() {
        return journal.runs(table, Status.RUNNING);
    }

    TableRows rows() {
        return TableRows.of(orders.location());
    }

    long compactions() {
        return orders.versionsOf("OPTIMIZE").size();
    }

    /** Every file that the newest version names is there, with its size; also by another reader of the log. */
    void missesNoLiveFile() {
        Set<String> live = new HashSet<>();
        try (Stream<DataFile> files = new DeltaFormat(store, Clock.systemUTC(), RewriteLimits.ofThisMachine())
                .inspect(table)
                .files()) {
            files.forEach(file -> {
                live.add(file.path());
                Path path = orders.folder().resolve(file.path());
                assertThat(path).exists();
                assertThat(path).hasSize(file.size().count());
            });
        }
        assertThat(orders.live().keySet()).isEqualTo(live);
    }

    /** What came into the folder and is not in the table is named by the journal, and all of it is whole. */
    void leavesOnlyWhatTheJournalNames() {
        Set<String> announced = new HashSet<>();
        for (Run run : journal.runs(Integer.MAX_VALUE)) {
            for (Location file : journal.written(run.id())) {
                announced.add(location.relativize(file));
            }
        }
        assertThat(announced).containsAll(leftBehind());
    }

    /** The files that came into the folder and are not in the table. */
    Set<String> leftBehind() {
        Set<String> left = new TreeSet<>(orders.dataFiles());
        left.removeAll(filesBefore);
        left.removeAll(orders.live().keySet());
        return left;
    }

    /** Files of a run that are in the folder, whether or not in the table. */
    List<String> filesOf(RunReport report) {
        return orders.dataFiles().stream()
                .filter(file -> file.contains(report.run().text()))
                .toList();
    }

    void forget() {
        try (Stream<Path> files = Files.walk(orders.folder())) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
