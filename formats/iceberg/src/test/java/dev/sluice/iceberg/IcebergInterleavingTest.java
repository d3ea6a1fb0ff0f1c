/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.iceberg.table.OurCommits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultPlan.Event;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another writer's commit placed before every operation of a passage, and so also between all of its steps. A compaction
 * changes no row, so in whatever serial order the two are thought to have come, the rows are those that the other writer
 * left when it was done. Manifests are read side by side, so that an operation's number may mean another one from run to
 * run; whatever comes before whatever, the same must hold.
 */
@Tag("iceberg-interleaving")
class IcebergInterleavingTest {

    private static final int FILES_PER_DAY = 2;
    private static final int SAMPLED = 6;
    private static final int SAMPLED_OF_EACH = 2;
    private static final long TRIES = 500;
    private static final List<Rival> RIVALS = List.of(Rival.values());
    private static final List<Event> EVENTS = List.copyOf(EnumSet.complementOf(EnumSet.of(Event.NOTHING)));

    /** After these there may be too few small files left to merge. */
    private static final Set<Rival> LEAVE_NOTHING =
            EnumSet.of(Rival.COMPACTS, Rival.OVERWRITES_ALL, Rival.DELETES_A_FILE);

    private static final Set<Status> COMMITTED = EnumSet.of(Status.COMPACTED, Status.PARTIAL, Status.UNKNOWN);
    private static final Set<Status> NOT_COMMITTED = EnumSet.of(
            Status.FAILED, Status.UNKNOWN, Status.CONFLICTED, Status.HEALTHY, Status.SKIPPED, Status.CLEANED);

    private static final Tally TALLY =
            new Tally("One passage, with others' commits placed between its operations, and how its run ended:");

    @TempDir
    private Path folder;

    private long operations;

    @BeforeEach
    void count_the_operations_of_an_undisturbed_passage() {
        Machine machine = Machine.sound();

        assertThat(passage("sound", 3).on(machine)).map(RunReport::status).contains(Status.COMPACTED);

        operations = machine.operations().size();
    }

    @TestFactory
    Stream<DynamicTest> another_writers_commit_before_any_operation_is_kept_whoever_wins() {
        Sample sample = Sample.seeded();
        return RIVALS.stream()
                .flatMap(rival -> sample.of(operations, SAMPLED_OF_EACH).stream()
                        .map(n -> {
                            String name = "Another %s before %d of %d, seed %d"
                                    .formatted(rival, n, operations, sample.seed());
                            return dynamicTest(name, () -> {
                                Duel duel = duel(rival.name() + "-" + n, rival.newestVersion());
                                duel.settled(duel.fought(Machine.sound(), Map.of(n, rival), ""));
                            });
                        }));
    }

    /** As many commits as a busy table sees while it is compacted; often several between two attempts of ours. */
    @TestFactory
    Stream<DynamicTest> many_commits_of_others_are_all_kept() {
        Sample sample = Sample.seeded();
        return sample.of(TRIES, SAMPLED).stream().map(number -> {
            Random random = sample.random(number);
            int version = aVersion(random);
            Map<Long, Rival> acts = new TreeMap<>();
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                acts.put(1 + random.nextLong(operations), aRival(random, version));
            }
            String name = "%s of %d, version %d, seed %d".formatted(acts, operations, version, sample.seed());
            return dynamicTest(name, () -> {
                Duel duel = duel("many-" + number, version);
                duel.settled(duel.fought(Machine.sound(), acts, ""));
            });
        });
    }

    /** The worst hour: others commit, and at some operation our store or journal fails or our power is cut. */
    @TestFactory
    Stream<DynamicTest> a_failure_of_ours_among_commits_of_others_loses_nothing() {
        Sample sample = Sample.seeded();
        return sample.of(TRIES, SAMPLED).stream().map(number -> {
            Random random = sample.random(number);
            long rivals = 1 + random.nextLong(operations);
            long fault = 1 + random.nextLong(operations);
            int version = aVersion(random);
            Rival rival = aRival(random, version);
            Event event = EVENTS.get(random.nextInt(EVENTS.size()));
            String name = "Another %s before %d and %s %d of %d, version %d, seed %d"
                    .formatted(rival, rivals, event, fault, operations, version, sample.seed());
            return dynamicTest(name, () -> {
                Duel duel = duel("worst-" + number, version);
                duel.survived(duel.fought(
                        new Machine(FaultPlan.nth(fault, event)), Map.of(rivals, rival), ", and a failure of ours"));
            });
        });
    }

    @AfterAll
    static void tell() {
        TALLY.write("iceberg-interleaving");
    }

    private static int aVersion(Random random) {
        return 2 + random.nextInt(2);
    }

    private static Rival aRival(Random random, int version) {
        List<Rival> rivals = Rival.of(version).toList();
        return rivals.get(random.nextInt(rivals.size()));
    }

    private Duel duel(String name, int version) {
        return new Duel(passage(name, version));
    }

    /** A copy would name the files of its original: an Iceberg table's metadata holds absolute paths. */
    private OnePassage passage(String name, int version) {
        Events events = Events.create(folder.resolve(name), version, FILES_PER_DAY);
        events.table()
                .manageSnapshots()
                .createTag("kept", events.table().currentSnapshot().snapshotId())
                .commit();
        return new OnePassage(events.folder());
    }

    /** One passage of ours and what others did during it. */
    private static final class Duel {
        private final OnePassage passage;
        private final Set<Rival> acted = EnumSet.noneOf(Rival.class);
        private final Set<String> theirFiles = new TreeSet<>();
        private List<String> theirs;

        Duel(OnePassage passage) {
            this.passage = passage;
            this.theirs = passage.rows();
        }

        /** @param with what else happens */
        Optional<RunReport> fought(Machine machine, Map<Long, Rival> acts, String with) {
            List<Throwable> surprises = new ArrayList<>();
            acts.forEach((n, rival) -> machine.before(n, () -> {
                try {
                    act(rival);
                } catch (RuntimeException | Error surprise) { // else it would pass for a failure of ours
                    surprises.add(surprise);
                }
            }));
            Optional<RunReport> report = passage.on(machine);
            String others =
                    acts.size() == 1 ? "another " + acts.values().iterator().next() : "several of them";
            TALLY.count(others + with, report.map(Duel::end).orElse("no report"));
            assertThat(surprises).as("what went wrong with the others").isEmpty();
            return report;
        }

        private void act(Rival rival) {
            assertThat(passage.rows()).as("rows before %s", rival).isEqualTo(theirs);
            rival.act(passage.events());
            acted.add(rival);
            theirs = passage.rows();
            theirFiles.clear();
            theirFiles.addAll(passage.dataFiles());
            theirFiles.removeIf(file -> LocalStore.TEMPORARY.matcher(file).find());
        }

        private static String end(RunReport report) {
            return report.failure()
                    .map(failure -> report.status() + " " + failure.fault())
                    .orElse(report.status().name());
        }

        /** Nothing of ours went wrong: either we are in, or we gave way and left no trace. */
        void settled(Optional<RunReport> ours) {
            RunReport report = ours.orElseThrow();
            assertThat(passage.rows()).as("rows").isEqualTo(theirs);
            passage.missesNoLiveFile();
            if (cannotBeVerified(report)) {
                assertThat(report.status()).as(report.summary()).isEqualTo(Status.PARTIAL);
            } else if (report.change().isPresent()) {
                assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
                assertThat(report.verification().orElseThrow().passed()).isTrue();
            } else {
                gaveWay(report);
                theirFiles.removeIf(file -> file.contains(report.run().text()));
                assertThat(passage.dataFiles()).as(report.summary()).containsExactlyElementsOf(theirFiles);
            }
            passage.forget();
        }

        /** Whoever forgets versions right after our commit takes from us what it is to be held against. */
        private boolean cannotBeVerified(RunReport report) {
            return hasForgotten()
                    && report.failure()
                            .filter(failure -> failure.fault() == Fault.VERSION_FORGOTTEN)
                            .isPresent();
        }

        private boolean hasForgotten() {
            return acted.contains(Rival.EXPIRES) || acted.contains(Rival.APPENDS_TWICE_AND_EXPIRES);
        }

        /** An append alone never stands in the way, and who wins where it matters is told as what it is. */
        private void gaveWay(RunReport report) {
            assertThat(acted).isNotEqualTo(EnumSet.of(Rival.APPENDS));
            boolean isStale = report.failure()
                    .map(failure -> failure.fault() == Fault.PLAN_STALE)
                    .orElse(false);
            boolean nothingWasLeft =
                    report.status() == Status.HEALTHY && acted.stream().anyMatch(LEAVE_NOTHING::contains);
            // The plan that was made anew had only deletes to take out that applied to nothing, or found none of them
            // left.
            boolean onlyPruned = report.status() == Status.SKIPPED || report.status() == Status.CLEANED;
            assertThat(report.status() == Status.CONFLICTED || isStale || nothingWasLeft || onlyPruned)
                    .as("%s: %s", report.status(), report.summary())
                    .isTrue();
        }

        /** Something of ours went wrong: the rows are theirs, and what we know of our commit is what we say. */
        void survived(Optional<RunReport> ours) {
            assertThat(passage.rows()).as("rows").isEqualTo(theirs);
            passage.missesNoLiveFile();
            ours.filter(report -> !hasForgotten())
                    .ifPresent(report -> assertThat(report.status())
                            .as(report.summary())
                            .isIn(isIn(report) ? COMMITTED : NOT_COMMITTED));

            assertThat(passage.on(Machine.sound()))
                    .map(RunReport::status)
                    .hasValueSatisfying(
                            status -> assertThat(status).isIn(Status.COMPACTED, Status.HEALTHY, Status.CLEANED));

            assertThat(passage.rows()).as("rows after the next pass").isEqualTo(theirs);
            passage.missesNoLiveFile();
            passage.forget();
        }

        private boolean isIn(RunReport report) {
            return StreamSupport.stream(passage.events().table().snapshots().spliterator(), false)
                    .anyMatch(snapshot ->
                            report.run().text().equals(snapshot.summary().get(OurCommits.RUN)));
        }
    }
}
