/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another writer's commit placed before every operation of a passage, and so also between all of its steps. A compaction
 * changes no row, so in whatever serial order the two are thought to have come, the rows are those that the other writer
 * left when it was done.
 */
@Tag("delta-crashes")
class DeltaInterleavingTest {

    private static final int FILES_PER_REGION = 3;
    private static final int SAMPLED = 16;
    private static final long TRIES = 500;
    private static final List<Rival> RIVALS = List.of(Rival.values());
    private static final List<Event> EVENTS = List.copyOf(EnumSet.complementOf(EnumSet.of(Event.NOTHING)));

    private static final Set<Status> COMMITTED = EnumSet.of(Status.COMPACTED, Status.PARTIAL, Status.UNKNOWN);
    private static final Set<Status> NOT_COMMITTED =
            EnumSet.of(Status.FAILED, Status.UNKNOWN, Status.CONFLICTED, Status.HEALTHY);

    private static final Tally TALLY =
            new Tally("One passage, with others' commits placed between its operations, and how its run ended:");

    @TempDir
    private Path folder;

    private Orders template;
    private long operations;

    @BeforeEach
    void count_the_operations_of_an_undisturbed_passage() {
        template = Orders.create(home(folder).resolve("template"), FILES_PER_REGION);
        Machine machine = Machine.sound();

        assertThat(passage("sound").on(machine)).map(RunReport::status).contains(Status.COMPACTED);

        operations = machine.operations().size();
    }

    @TestFactory
    Stream<DynamicTest> another_writers_commit_before_any_operation_is_kept_whoever_wins() {
        Sample sample = Sample.seeded();
        return RIVALS.stream()
                .flatMap(rival -> sample.of(operations, sampled()).stream().map(n -> {
                    String name = "%s before %d of %d, seed %d".formatted(rival, n, operations, sample.seed());
                    return dynamicTest(name, () -> {
                        Duel duel = duel(rival + "-" + n);
                        duel.settled(duel.fought(Machine.sound(), Map.of(n, rival), ""));
                    });
                }));
    }

    /** As many commits as a busy table sees while it is compacted; often several between two attempts of ours. */
    @TestFactory
    Stream<DynamicTest> many_commits_of_others_are_all_kept() {
        Sample sample = Sample.seeded();
        return sample.of(TRIES, sampled()).stream().map(number -> {
            Random random = sample.random(number);
            Map<Long, Rival> acts = new TreeMap<>();
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                acts.put(1 + random.nextLong(operations), aRival(random));
            }
            String name = "%s of %d, seed %d".formatted(acts, operations, sample.seed());
            return dynamicTest(name, () -> {
                Duel duel = duel("many-" + number);
                duel.settled(duel.fought(Machine.sound(), acts, ""));
            });
        });
    }

    /** The worst hour: others commit, and at some operation our store or journal fails or our power is cut. */
    @TestFactory
    Stream<DynamicTest> a_failure_of_ours_among_commits_of_others_loses_nothing() {
        Sample sample = Sample.seeded();
        return sample.of(TRIES, sampled()).stream().map(number -> {
            Random random = sample.random(number);
            long rivals = 1 + random.nextLong(operations);
            long fault = 1 + random.nextLong(operations);
            Rival rival = aRival(random);
            Event event = EVENTS.get(random.nextInt(EVENTS.size()));
            String name = "%s before %d and %s %d of %d, seed %d"
                    .formatted(rival, rivals, event, fault, operations, sample.seed());
            return dynamicTest(name, () -> {
                Duel duel = duel("worst-" + number);
                duel.survived(duel.fought(
                        new Machine(FaultPlan.nth(fault, event)), Map.of(rivals, rival), ", and a failure of ours"));
            });
        });
    }

    @AfterAll
    static void tell() {
        TALLY.write("delta-interleaving");
    }

    private static Rival aRival(Random random) {
        return RIVALS.get(random.nextInt(RIVALS.size()));
    }

    private Duel duel(String name) {
        return new Duel(passage(name), tally());
    }

    private OnePassage passage(String name) {
        return onItsStore(template.copyTo(home(folder).resolve(name)));
    }

    /** Where the tables lie on this machine. */
    Path home(Path folder) {
        return folder;
    }

    /** The same passage wherever the product reaches the table by. */
    OnePassage onItsStore(Orders orders) {
        return new OnePassage(orders);
    }

    /** How many cases are tried of each kind where not all are. */
    int sampled() {
        return SAMPLED;
    }

    Tally tally() {
        return TALLY;
    }

    /** One passage of ours and what others did during it. */
    private static final class Duel {
        private final OnePassage passage;
        private final Tally tally;
        private final Set<Rival> acted = EnumSet.noneOf(Rival.class);
        private final Set<String> theirFiles = new TreeSet<>();
        private TableRows theirs;

        Duel(OnePassage passage, Tally tally) {
            this.passage = passage;
            this.tally = tally;
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
            String others = acts.size() == 1 ? acts.values().iterator().next().name() : "several of them";
            tally.count(others + with, report.map(Duel::end).orElse("no report"));
            assertThat(surprises).as("what went wrong with the others").isEmpty();
            return report;
        }

        private void act(Rival rival) {
            assertThat(passage.rows()).as("rows before %s", rival).isEqualTo(theirs);
            rival.act(passage.orders);
            acted.add(rival);
            theirs = passage.rows();
            theirFiles.clear();
            theirFiles.addAll(passage.orders.dataFiles());
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
            if (isIn(report)) {
                assertThat(report.status()).as(report.summary()).isEqualTo(Status.COMPACTED);
                assertThat(report.verification().orElseThrow().passed()).isTrue();
            } else {
                gaveWay(report);
                theirFiles.removeIf(file -> file.contains(report.run().text()));
                assertThat(passage.orders.dataFiles()).as(report.summary()).containsExactlyElementsOf(theirFiles);
            }
            passage.forget();
        }

        /** An append alone never stands in the way, and who wins where it matters is told as what it is. */
        private void gaveWay(RunReport report) {
            assertThat(acted).isNotEqualTo(EnumSet.of(Rival.APPENDS));
            boolean isStale = report.failure()
                    .map(failure -> failure.fault() == Fault.PLAN_STALE)
                    .orElse(false);
            boolean nothingWasLeft = report.status() == Status.HEALTHY
                    && (acted.contains(Rival.COMPACTS) || acted.contains(Rival.OVERWRITES_ALL));
            assertThat(report.status() == Status.CONFLICTED || isStale || nothingWasLeft)
                    .as("%s: %s", report.status(), report.summary())
                    .isTrue();
        }

        /** Something of ours went wrong: the rows are theirs, and what we know of our commit is what we say. */
        void survived(Optional<RunReport> ours) {
            assertThat(passage.rows()).as("rows").isEqualTo(theirs);
            passage.missesNoLiveFile();
            ours.ifPresent(report ->
                    assertThat(report.status()).as(report.summary()).isIn(isIn(report) ? COMMITTED : NOT_COMMITTED));

            assertThat(passage.on(Machine.sound()))
                    .map(RunReport::status)
                    .hasValueSatisfying(
                            status -> assertThat(status).isIn(Status.COMPACTED, Status.HEALTHY, Status.CLEANED));

            assertThat(passage.rows()).as("rows after the next pass").isEqualTo(theirs);
            passage.missesNoLiveFile();
            passage.forget();
        }

        private boolean isIn(RunReport report) {
            return passage.orders.versionsOf("OPTIMIZE").stream()
                    .flatMap(version -> passage.orders.actions(version).stream())
                    .anyMatch(action -> action.has("add")
                            && action.get("add")
                                    .get("path")
                                    .asText()
                                    .contains(report.run().text()));
        }
    }
}
