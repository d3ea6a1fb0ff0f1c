/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.expressions.Expressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The life of a table of sixty tiny files in four partitions, with all that maintenance and other writers do to it; after
 * each deed its rows are held against an account of the test's own and against what they were, row lineage included.
 */
class TwoCatalogsTest {

    private static final List<String> DAYS = List.of("2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04");
    private static final String EMPTIED = DAYS.get(3);
    private static final int FILES_PER_DAY = 15;
    private static final int ROWS = 3;
    private static final Policy PRESET = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
            .policy(
                    "nightly",
                    "iceberg",
                    List.of(Map.of("expire-mode", "APPLY", "expire-when", "always", "orphan-mode", "APPLY")));

    @TempDir
    private Path folder;

    private final InMemoryJournal journal = new InMemoryJournal(Clock.systemUTC());
    private @Nullable Lake opened;
    private Set<Long> ids = new TreeSet<>();
    private List<String> rows = List.of();
    private long nextId = 10_000;
    private int checks;

    @ParameterizedTest(name = "a catalog of the kind {0}, version {1}")
    @CsvSource({"FOLDER, 1", "FOLDER, 2", "FOLDER, 3", "DATABASE, 1", "DATABASE, 2", "DATABASE, 3"})
    void thirteen_checks_find_the_rows_exact(Lake.Kind kind, int version) throws IOException {
        try (Lake lake = new Lake(kind, folder)) {
            opened = lake;
            Events events = written(version);
            check("after sixty files were written");

            if (version > 1) {
                deleted(events);
            } else {
                replaced(events);
            }
            commit(events, DAYS.get(0), 12);
            check("after a row of an id came again that had been deleted");

            assertThat(IcebergPass.compact(format(), lake().ref()).rowsWritten())
                    .isEqualTo(ids.size());
            assertThat(events.files()).hasSize(DAYS.size());
            check("after a compaction");
            assertThat(IcebergPass.plan(format(), lake().ref()).steps()).isEmpty();
            check("after a second plan found nothing");

            compactsWhileOthersWrite(version);
            danglesAndIsPruned(version);
            forgetsAndRemoves();
            assertThat(checks).isEqualTo(13);
        }
    }

    private Lake lake() {
        return Objects.requireNonNull(opened);
    }

    private IcebergFormat format() {
        return lake().writer().format();
    }

    private Events written(int version) {
        Events events = lake().create(Events.BY_DAY, version);
        for (int i = 0; i < FILES_PER_DAY; i++) {
            AppendFiles append = events.table().newFastAppend();
            DAYS.forEach(day -> append.appendFile(events.write(day, ROWS)));
            append.commit();
        }
        for (long id = 0; id < (long) FILES_PER_DAY * DAYS.size() * ROWS; id++) {
            ids.add(id);
        }
        assertThat(events.files()).hasSize(60);
        rows = events.rows();
        return events;
    }

    /** By position, or by vector, and by id; two of each. */
    private void deleted(Events events) {
        DataFile file = events.wholeFiles().stream()
                .filter(each -> DAYS.get(0).equals(each.partition().get(0, String.class)))
                .findFirst()
                .orElseThrow();
        Set<Long> before = Set.copyOf(events.ids());
        events.deletePositions(file, 1, 2);
        Set<Long> gone = new TreeSet<>(before);
        gone.removeAll(events.ids());
        assertThat(gone).hasSize(2);
        ids.removeAll(gone);
        rows = kept(rows, gone);
        check("after deletes by position");
        deletes(events, () -> events.deleteIds(DAYS.get(0), 0, 12), 0, 12);
        check("after deletes by id");
    }

    /** What stands for deletes of rows where a table has none. */
    private void replaced(Events events) {
        events.table()
                .newOverwrite()
                .overwriteByRowFilter(Expressions.equal("day", DAYS.get(0)))
                .commit();
        ids.removeIf(id -> id / ROWS % DAYS.size() == 0);
        rows = kept(rows, Set.of(), DAYS.get(0));
        check("after a partition was deleted");
        for (long id : List.of(0L, 1L, 2L)) {
            commit(events, DAYS.get(0), id);
        }
        check("after rows were written anew");
    }

    private void deletes(Events events, Runnable deed, long... gone) {
        deed.run();
        Set<Long> all = Arrays.stream(gone).boxed().collect(Collectors.toSet());
        ids.removeAll(all);
        rows = kept(rows, all);
        assertThat(events.ids()).isEqualTo(ids);
    }

    private static List<String> kept(List<String> rows, Set<Long> gone) {
        return kept(rows, gone, "no day");
    }

    private static List<String> kept(List<String> rows, Set<Long> gone, String day) {
        return rows.stream()
                .filter(row -> !row.contains("day=" + day + ","))
                .filter(row -> gone.stream().noneMatch(id -> row.startsWith("id=" + id + ",")))
                .toList();
    }

    /** The append and the delete by id let the commit in, the delete by position does not. */
    private void compactsWhileOthersWrite(int version) {
        fragment();
        Events other = lake().writer();
        assertThat(outcome(() -> commit(other, DAYS.get(1), 1_000))).isEqualTo(StepOutcome.Kind.DONE);
        check("after an append in the midst of a compaction");

        fragment();
        Events deleting = lake().writer();
        Runnable byId = () -> deletes(deleting, () -> deleting.deleteIds(DAYS.get(2), 6), 6);
        assertThat(outcome(version > 1 ? byId : () -> {})).isEqualTo(StepOutcome.Kind.DONE);
        check("after a delete by id in the midst of a compaction");

        fragment();
        Events conflicting = lake().writer();
        DataFile file = conflicting.files().stream()
                .filter(each -> each.recordCount() == 1
                        && DAYS.get(2).equals(each.partition().get(0, String.class)))
                .findFirst()
                .orElseThrow();
        long gone = ids.stream().reduce((a, b) -> b).orElseThrow();
        assertThat(outcome(() -> deletes(
                        conflicting,
                        () -> {
                            if (version > 1) {
                                conflicting.deletePositions(file, 0);
                            } else {
                                conflicting.deleteFile(file.location());
                            }
                        },
                        gone)))
                .isEqualTo(StepOutcome.Kind.CONFLICTED);
        check("after a delete by position in the midst of a compaction, which gave way");
    }

    /** One more small file for each day, so that there is something to compact. */
    private void fragment() {
        Events events = lake().writer();
        for (int i = 0; i < DAYS.size() - 1; i++) {
            commit(events, DAYS.get(i), nextId++);
        }
    }

    private void commit(Events events, String day, long id) {
        events.commitAppend(events.write(day, List.of(events.row(id, day))));
        ids.add(id);
        rows = events.rows();
    }

    private StepOutcome.Kind outcome(Runnable other) {
        IcebergFormat format = format();
        boolean[] acted = new boolean[1];
        return IcebergPass.compact(format, IcebergPass.plan(format, lake().ref()), file -> {
                    if (!acted[0]) {
                        acted[0] = true;
                        other.run();
                    }
                })
                .kind();
    }

    private void danglesAndIsPruned(int version) {
        Events events = lake().writer();
        if (version > 1) {
            events.deleteIds(EMPTIED, 9);
            ids.remove(9L);
        }
        Set<Long> ofTheDay = ids.stream()
                .filter(id -> id < 1_000 && id / ROWS % DAYS.size() == DAYS.indexOf(EMPTIED))
                .collect(Collectors.toSet());
        deletes(
                events,
                () -> events.table()
                        .newDelete()
                        .deleteFromRowFilter(Expressions.equal("day", EMPTIED))
                        .commit(),
                Stream.concat(ofTheDay.stream(), Stream.of(9L))
                        .mapToLong(id -> id)
                        .toArray());

        RunReport report = lake().gate(new LocalStore(), journal, Clock.systemUTC())
                .pass(lake().ref(), Overdue.policy(), Overdue.YES);

        assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
        assertThat(events.table().currentSnapshot().summary()).containsEntry("total-delete-files", "0");
        check("after a run that left no delete that applies to nothing");
    }

    private void forgetsAndRemoves() throws IOException {
        Events events = lake().writer();
        long tagged = events.table().currentSnapshot().snapshotId();
        events.table().manageSnapshots().createTag("kept", tagged).commit();
        List<String> ofTag = rows;
        fragment();
        Path stray = Files.writeString(
                Path.of(events.files().get(0).location()).resolveSibling("stray.parquet"), "nobody's");
        Map<Path, Long> before = dataFiles();
        before.keySet().forEach(TwoCatalogsTest::age);

        RunReport report = lake().gate(new LocalStore(), journal, Clock.offset(Clock.systemUTC(), Duration.ofDays(8)))
                .pass(lake().ref(), PRESET, Overdue.YES);

        assertThat(report.status()).as(report.summary()).isIn(Status.CLEANED, Status.COMPACTED);
        assertThat(report.leftovers().orElseThrow().objection()).isEmpty();
        assertThat(report.expiration().orElseThrow().versions()).isNotEmpty();
        assertThat(report.expiration().orElseThrow().dataFiles()).isGreaterThanOrEqualTo(60);
        check("after old versions were forgotten");
        assertThat(stray).doesNotExist();
        assertThat(report.removal().orElseThrow().deleted())
                .anyMatch(file -> file.name().equals("stray.parquet"));
        check("after files that nothing refers to were removed");
        assertThat(lake().writer().rows("kept")).as("of the tag").isEqualTo(ofTag);
        check("by the tag");
    }

    private Map<Path, Long> dataFiles() throws IOException {
        Map<Path, Long> all = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder.resolve("warehouse"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.put(file, Files.size(file));
            }
        }
        return all;
    }

    private static void age(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(30))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(String when) {
        Events events = lake().writer();
        assertThat(events.ids()).as("ids " + when).isEqualTo(ids);
        assertThat(events.rows()).as("rows " + when).isEqualTo(rows);
        checks++;
    }
}
