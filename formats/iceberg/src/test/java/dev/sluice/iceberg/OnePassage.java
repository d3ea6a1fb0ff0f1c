/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

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
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.table.OurCommits;
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
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;

/** Passages of a small Iceberg table through the whole gate, on machines of all kinds, and what must hold after each. */
public final class OnePassage {

    public final InMemoryJournal journal = new InMemoryJournal(Clock.systemUTC());
    private final Path folder;
    private final Set<String> filesBefore;

    public OnePassage(Path folder) {
        this.folder = folder;
        this.filesBefore = dataFiles();
    }

    public Events events() {
        return Events.at(folder);
    }

    /** The report, or nothing where the machine did not let the run come to its end. */
    public Optional<RunReport> on(Machine machine) {
        Store store = new FaultyStore(new LocalStore(), machine);
        Formats formats = new Formats(List.of(new IcebergFormat(
                store,
                new Catalogs(store, List.of()),
                Clock.systemUTC(),
                new RewriteLimits(1, Bytes.ofMebibytes(64)))));
        Recorder recorder = new Recorder(
                new FaultyJournal(journal, machine),
                new InMemoryLeases(),
                Watcher.NONE,
                Clock.systemUTC(),
                new Random());
        try {
            return Optional.of(new Gate(formats, new EmbeddedEngine(formats), recorder)
                    .pass(events().ref(), Overdue.policy(), Overdue.YES));
        } catch (GateException e) {
            return Optional.empty();
        }
    }

    /** Runs that the journal still takes for going on. */
    public List<Run> running() {
        return journal.runs(events().ref(), Status.RUNNING);
    }

    public List<String> rows() {
        return events().rows();
    }

    public long compactions() {
        long compactions = 0;
        for (Snapshot snapshot : events().table().snapshots()) {
            compactions += snapshot.summary().containsKey(OurCommits.RUN) ? 1 : 0;
        }
        return compactions;
    }

    /** Every file that the newest version names is there, with its size. */
    public void missesNoLiveFile() {
        for (DataFile file : events().files()) {
            assertThat(Path.of(file.location())).hasSize(file.fileSizeInBytes());
        }
    }

    /** What came into the data folder and is not in the table is named by the journal. */
    public void leavesOnlyWhatTheJournalNames() {
        Set<String> announced = new HashSet<>();
        for (Run run : journal.runs(Integer.MAX_VALUE)) {
            for (Location file : journal.written(run.id())) {
                announced.add(file.path());
            }
        }
        assertThat(announced).containsAll(leftBehind());
    }

    /** The data files that came into the folder and are not in the table. */
    public Set<String> leftBehind() {
        Set<String> left = dataFiles();
        left.removeAll(filesBefore);
        events().files().forEach(file -> left.remove(file.location()));
        return left;
    }

    /** Data files of a run that are in the folder, whether or not in the table. */
    public List<String> filesOf(RunReport report) {
        return dataFiles().stream()
                .filter(file -> file.contains(report.run().text()))
                .toList();
    }

    /** Every file below the data folder, in the table or not. */
    public Set<String> dataFiles() {
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            Set<String> names = new TreeSet<>();
            files.filter(Files::isRegularFile).forEach(file -> names.add(file.toString()));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void forget() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
