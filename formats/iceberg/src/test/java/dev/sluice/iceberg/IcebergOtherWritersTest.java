/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.Gate;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Store;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.iceberg.table.OurCommits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultyStore;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.util.SnapshotUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every act of another writer at every moment of a passage, in every format version that knows of it and in every kind of
 * catalog. Whoever wins, in the end the rows are those that the other writer left, with their ids and the versions of their
 * last change, and nothing that the other did is gone.
 */
@Tag("iceberg-other-writers")
class IcebergOtherWritersTest {

    /** How the product is used. */
    private enum Use {
        /** Only a plan that was made, or what is left of it. */
        APPLY,
        /** Where another was faster, what they left is planned anew. */
        RUN
    }

    /** When the other writer acts. */
    private enum Moment {
        /** A plan is made, and its yes is yet to come. */
        BETWEEN_PLAN_AND_YES,
        /** The first output is about to be written. */
        WHILE_FILES_ARE_WRITTEN,
        /** Iceberg has held the commit against the newest version, and is about to ask the catalog for it. */
        BETWEEN_CHECK_AND_COMMIT;

        /** True for the operation on the store right before which the other acts. */
        boolean isBefore(FaultPlan.Operation operation) {
            return operation.name().equals("create")
                    && switch (this) {
                        case BETWEEN_PLAN_AND_YES -> false;
                        case WHILE_FILES_ARE_WRITTEN -> operation.subject().contains("-sluice-");
                        case BETWEEN_CHECK_AND_COMMIT -> operation.subject().matches(".*/snap-[^/]*\\.avro");
                    };
        }
    }

    /** What an act leaves of a plan of ours. */
    private enum End {
        /** All of it is done. */
        WHOLE,
        /** The partition that the other touched stays as it is. */
        REST,
        /** All stays as it is, and a new plan has something to do. */
        NOTHING,
        /** All stays as it is, and there is nothing to do any longer. */
        NEITHER_WORK
    }

    private record Encounter(Use use, Rival rival, Moment moment, int version, Lake.Kind kind) {

        /** What the documents say of it. */
        End end() {
            boolean early = moment == Moment.BETWEEN_PLAN_AND_YES;
            return switch (rival) {
                // Deletes by equality apply to the outputs as they did to the inputs.
                case APPENDS,
                        SETS_A_PROPERTY,
                        EXPIRES,
                        DROPS_ITS_TAGS,
                        DELETES_A_ROW_BY_ITS_ID,
                        DELETES_ROWS_BY_THEIR_IDS_ONE_BY_ONE -> End.WHOLE;
                case DELETES_A_FILE, DELETES_A_ROW_BY_POSITION, DELETES_A_ROW_BY_A_VECTOR ->
                    early ? End.REST : End.NOTHING;
                case ADDS_A_COLUMN, PARTITIONS_ANEW -> early ? End.NOTHING : End.WHOLE;
                // Without the history since the plan nobody can tell which deletes came in it; version 1 knows of none.
                case APPENDS_TWICE_AND_EXPIRES -> early || version == 1 ? End.WHOLE : End.NOTHING;
                case COMPACTS, OVERWRITES_ALL -> End.NEITHER_WORK;
            };
        }

        @Override
        public String toString() {
            return "%s, another %s %s, version %d, %s".formatted(use, rival, words(moment), version, words(kind));
        }

        private static String words(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private static final int SAMPLED = 24;
    private static final int FILES_PER_DAY = 3;
    private static final Tally TALLY = new Tally(
            "One act of another writer during one passage, in all format versions and catalogs, and its end:");

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> rows_are_those_that_the_other_left_and_nothing_that_the_other_did_is_gone() {
        List<Encounter> all = encounters();
        Sample sample = Sample.seeded();
        return sample.of(all.size(), SAMPLED).stream().map(n -> {
            Encounter encounter = all.get((int) (n - 1));
            return dynamicTest(
                    "%d: %s, seed %d".formatted(n, encounter, sample.seed()),
                    () -> meet(encounter, Files.createDirectories(folder.resolve("lake-" + n))));
        });
    }

    private static List<Encounter> encounters() {
        List<Encounter> all = new ArrayList<>();
        for (Use use : Use.values()) {
            for (int version = 1; version <= 3; version++) {
                for (Moment moment : Moment.values()) {
                    for (Lake.Kind kind : Lake.Kind.values()) {
                        for (Rival rival : Rival.of(version).toList()) {
                            all.add(new Encounter(use, rival, moment, version, kind));
                        }
                    }
                }
            }
        }
        return all;
    }

    @AfterAll
    static void tell() {
        TALLY.write("iceberg-other-writers");
    }

    private static void meet(Encounter encounter, Path folder) throws IOException {
        try (Lake lake = new Lake(encounter.kind, folder)) {
            table(lake, encounter.version);
            Meeting meeting = new Meeting(lake, encounter);

            RunReport report = meeting.report();

            TALLY.count(
                    "%s: %s, %s".formatted(encounter.use, encounter.rival, Encounter.words(encounter.moment)),
                    report.failure()
                            .map(failure -> failure.fault().name())
                            .orElse(report.status().name()));
            meeting.endedAsStated(report);
            meeting.keptAllOfTheirs();
            meeting.leftNoFileOfOurs(report, folder);
            meeting.nextRunKeepsAllOfTheirs();
        }
    }

    /** With a tag, and rows that were deleted in every way that the format version knows. */
    private static void table(Lake lake, int version) {
        Events events = lake.create(Events.BY_DAY, version);
        for (int i = 0; i < FILES_PER_DAY; i++) {
            Events.DAYS.forEach(events::append);
        }
        events.table()
                .manageSnapshots()
                .createTag("kept", events.table().currentSnapshot().snapshotId())
                .commit();
        if (version > 1) {
            events.deletePositions(events.files().get(1), 2, 3);
            events.deleteIds(Events.DAYS.get(0), 5);
        }
    }

    /** One passage of ours and one act of another. */
    private static final class Meeting {
        private final Lake lake;
        private final Encounter encounter;
        private final InMemoryJournal journal = new InMemoryJournal(Clock.systemUTC());
        private final List<MaintenancePlan> approved = new ArrayList<>();
        private final List<TableMetadata> theirs = new ArrayList<>();
        private List<String> rows = List.of();

        Meeting(Lake lake, Encounter encounter) {
            this.lake = lake;
            this.encounter = encounter;
        }

        RunReport report() {
            Store store = new FaultyStore(new LocalStore(), new Machine(operation -> {
                if (encounter.moment.isBefore(operation)) {
                    act();
                }
                return FaultPlan.Event.NOTHING;
            }));
            Approver approver = plan -> {
                approved.add(plan);
                if (encounter.moment == Moment.BETWEEN_PLAN_AND_YES) {
                    act();
                }
                return Overdue.YES.ask(plan);
            };
            Gate gate = lake.gate(store, journal, Clock.systemUTC());
            return switch (encounter.use) {
                case APPLY ->
                    gate.carryOut(gate.plan(lake.ref(), Overdue.policy()).plan(), approver);
                case RUN -> gate.pass(lake.ref(), Overdue.policy(), approver);
            };
        }

        private void act() {
            if (theirs.isEmpty()) {
                encounter.rival.act(lake.writer());
                Events left = lake.writer();
                rows = left.rows();
                theirs.add(metadata(left));
            }
        }

        private static TableMetadata metadata(Events events) {
            return ((HasTableOperations) events.table()).operations().current();
        }

        void endedAsStated(RunReport report) {
            assertThat(theirs).as("acts of the other").hasSize(1);
            boolean goesOn = encounter.use == Use.RUN;
            switch (encounter.end()) {
                case WHOLE -> committed(report, 1, 6);
                case REST -> committed(report, 1, FILES_PER_DAY);
                case NOTHING -> {
                    if (goesOn) {
                        committed(report, 2, -1);
                    } else {
                        gaveWay(report);
                    }
                }
                case NEITHER_WORK -> {
                    if (goesOn) {
                        assertThat(report.status()).as(report.summary()).isEqualTo(Status.HEALTHY);
                        assertThat(ours()).isZero();
                    } else {
                        gaveWay(report);
                    }
                }
            }
        }

        /** @param files that were rewritten; negative where that depends on what the other left */
        private void committed(RunReport report, int plans, int files) {
            assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
            assertThat(report.verifications()).isNotEmpty().allMatch(verification -> verification.passed());
            assertThat(approved).as("plans that were said yes to").hasSize(plans);
            int rewritten = report.change().orElseThrow().removed().size();
            if (files >= 0) {
                assertThat(rewritten).as(report.summary()).isEqualTo(files);
            }
            assertThat(ours()).isPositive();
        }

        private void gaveWay(RunReport report) {
            if (encounter.moment == Moment.BETWEEN_PLAN_AND_YES) {
                assertThat(report.status()).as(report.summary()).isEqualTo(Status.FAILED);
                assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.PLAN_STALE);
            } else {
                assertThat(report.status()).as(report.summary()).isEqualTo(Status.CONFLICTED);
                assertThat(report.summary()).startsWith("Another writer was faster: ");
            }
            assertThat(report.change()).isEmpty();
            assertThat(ours()).isZero();
        }

        /** Versions in the history that our run made. */
        private long ours() {
            String run = journal.runs(1).get(0).id().text();
            return StreamSupport.stream(lake.writer().table().snapshots().spliterator(), false)
                    .filter(snapshot -> run.equals(snapshot.summary().get(OurCommits.RUN)))
                    .count();
        }

        void keptAllOfTheirs() {
            Events events = lake.writer();
            assertThat(events.rows()).as("rows").isEqualTo(rows);
            if (encounter.version == 3) {
                assertThat(rows)
                        .allSatisfy(row -> assertThat(row)
                                .contains("_row_id=", "_last_updated_sequence_number=")
                                .doesNotContain("_row_id=null"));
            }
            TableMetadata then = theirs.get(0);
            TableMetadata now = metadata(events);
            assertThat(SnapshotUtil.isAncestorOf(
                            now.currentSnapshot().snapshotId(),
                            then.currentSnapshot().snapshotId(),
                            now::snapshot))
                    .as("their version is in the history")
                    .isTrue();
            assertThat(now.snapshots().stream().map(Snapshot::snapshotId))
                    .containsAll(
                            then.snapshots().stream().map(Snapshot::snapshotId).toList());
            assertThat(now.schema().sameSchema(then.schema())).as("schema").isTrue();
            assertThat(now.spec()).isEqualTo(then.spec());
            assertThat(now.properties()).isEqualTo(then.properties());
            assertThat(tags(now)).isEqualTo(tags(then));
            assertThat(now.formatVersion()).isEqualTo(encounter.version);
        }

        private static Map<String, SnapshotRef> tags(TableMetadata metadata) {
            Map<String, SnapshotRef> tags = new TreeMap<>(metadata.refs());
            tags.remove(SnapshotRef.MAIN_BRANCH);
            return tags;
        }

        void leftNoFileOfOurs(RunReport report, Path folder) throws IOException {
            List<String> live =
                    lake.writer().files().stream().map(DataFile::location).toList();
            Predicate<Path> isOurs = file -> file.getFileName()
                    .toString()
                    .contains("-sluice-" + report.run().text());
            try (Stream<Path> files = Files.walk(folder)) {
                assertThat(files.filter(isOurs))
                        .as("files of the run that are not in the table")
                        .allSatisfy(file -> assertThat(live).anyMatch(path -> path.endsWith(file.toString())));
            }
        }

        void nextRunKeepsAllOfTheirs() {
            Gate gate = lake.gate(new LocalStore(), journal, Clock.systemUTC());

            RunReport next = gate.pass(lake.ref(), Overdue.policy(), Overdue.YES);

            assertThat(next.status()).as(next.summary()).isIn(Status.HEALTHY, Status.COMPACTED, Status.CLEANED);
            keptAllOfTheirs();
            assertThat(gate.pass(lake.ref(), Overdue.policy(), Overdue.YES).status())
                    .as("the run after that")
                    .isEqualTo(Status.HEALTHY);
        }
    }
}
