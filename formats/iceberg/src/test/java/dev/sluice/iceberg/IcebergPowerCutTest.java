/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultPlan.Event;
import dev.sluice.testkit.FaultPlan.Operation;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Sample;
import dev.sluice.testkit.Tally;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * One whole passage of a table, cut off or disturbed at every operation of the store and every write of the journal,
 * before its effect and after it. A sample has half of the operations that leave a trace, and few of the others. Manifests
 * are read side by side, so that an operation's number may mean another one from run to run; whatever is hit, the same must
 * hold.
 */
@Tag("iceberg-crashes")
class IcebergPowerCutTest {

    private static final int VERSION = 3;
    private static final int FILES_PER_DAY = 2;
    private static final int SAMPLED = 6;

    private static final Set<Status> COMMITTED = EnumSet.of(Status.COMPACTED, Status.PARTIAL, Status.UNKNOWN);
    private static final Set<Status> NOT_COMMITTED = EnumSet.of(Status.FAILED, Status.UNKNOWN, Status.CONFLICTED);

    private static final Tally TALLY = new Tally(
            "One passage, disturbed at each of its operations (store calls and journal writes), and how its run ended:");

    @TempDir
    private Path folder;

    private List<String> rows = List.of();
    private List<Operation> operations = List.of();

    @BeforeEach
    void count_the_operations_of_an_undisturbed_passage() {
        OnePassage sound = passage("sound");
        rows = sound.rows();
        Machine machine = Machine.sound();

        assertThat(sound.on(machine)).map(RunReport::status).contains(Status.COMPACTED);

        operations = machine.operations();
        assertThat(operations).hasSizeGreaterThan(100);
    }

    @TestFactory
    Stream<DynamicTest> a_power_cut_before_an_operation_leaves_the_table_exact_and_the_next_pass_finishes_the_work() {
        return each(Event.POWER_CUT_BEFORE);
    }

    @TestFactory
    Stream<DynamicTest> a_power_cut_after_an_operation_leaves_the_table_exact_and_the_next_pass_finishes_the_work() {
        return each(Event.POWER_CUT_AFTER);
    }

    @TestFactory
    Stream<DynamicTest> a_failure_before_the_effect_of_an_operation_is_told_as_it_is() {
        return each(Event.FAILS_BEFORE);
    }

    @TestFactory
    Stream<DynamicTest> a_failure_after_the_effect_of_an_operation_is_told_as_it_is() {
        return each(Event.FAILS_AFTER);
    }

    private Stream<DynamicTest> each(Event event) {
        Sample sample = Sample.seeded();
        Sample own = sample.another(event.name());
        Set<Long> cases = new TreeSet<>(own.of(operations.size(), SAMPLED));
        List<Operation> traces =
                operations.stream().filter(Operation::leavesTraces).toList();
        own.of(traces.size(), traces.size() / 2)
                .forEach(n -> cases.add(traces.get((int) (n - 1)).number()));
        return cases.stream().map(n -> {
            String name = "%s at %s of %d, seed %d"
                    .formatted(event, operations.get((int) (n - 1)).name(), operations.size(), sample.seed());
            return dynamicTest(n + ": " + name, () -> at(n, event));
        });
    }

    private void at(long n, Event event) {
        OnePassage passage = passage(event + "-" + n);
        AtomicReference<String> hit = new AtomicReference<>("nothing");
        Machine machine = new Machine(operation -> {
            if (operation.number() != n) {
                return Event.NOTHING;
            }
            hit.set(operation.name());
            return event;
        });

        Optional<RunReport> report = passage.on(machine);

        stillHolds(passage);
        if (event == Event.POWER_CUT_BEFORE || event == Event.POWER_CUT_AFTER) {
            assertThat(report.filter(r -> !"nothing".equals(hit.get())))
                    .as("a report from a dead machine")
                    .isEmpty();
        } else if (report.isPresent()) {
            tellsTheTruth(passage, report.get());
        } else {
            assertThat(hit.get())
                    .as("without which no run can be told of")
                    .isIn("journal.begin", "journal.end", "journal.settled");
        }
        theNextPassFinishesTheWork(passage);
        TALLY.count(event.name(), report.map(r -> r.status().name()).orElse("no report"));
        passage.forget();
    }

    @AfterAll
    static void tell() {
        TALLY.write("iceberg-power-cut");
    }

    /** A copy would name the files of its original: an Iceberg table's metadata holds absolute paths. */
    private OnePassage passage(String name) {
        return new OnePassage(
                Events.create(folder.resolve(name), VERSION, FILES_PER_DAY).folder());
    }

    private void stillHolds(OnePassage passage) {
        assertThat(passage.rows()).as("rows").isEqualTo(rows);
        assertThat(passage.compactions()).as("compactions").isLessThanOrEqualTo(1);
        passage.missesNoLiveFile();
        passage.leavesOnlyWhatTheJournalNames();
    }

    private void theNextPassFinishesTheWork(OnePassage passage) {
        assertThat(passage.on(Machine.sound()))
                .as("the next pass")
                .map(RunReport::status)
                .hasValueSatisfying(
                        status -> assertThat(status).isIn(Status.COMPACTED, Status.HEALTHY, Status.CLEANED));
        stillHolds(passage);
        assertThat(passage.compactions()).as("compactions in the end").isEqualTo(1);
        assertThat(passage.running()).as("runs without an end").isEmpty();
    }

    private static void tellsTheTruth(OnePassage passage, RunReport report) {
        boolean committed = passage.compactions() == 1;
        assertThat(report.status()).as(report.summary()).isIn(committed ? COMMITTED : NOT_COMMITTED);
        assertThat(passage.journal.run(report.run().text()).map(Run::status)).contains(report.status());
        if (report.status() == Status.FAILED) {
            assertThat(passage.leftBehind())
                    .as("left behind: " + report.summary())
                    .isEmpty();
        }
    }

    @Test
    void a_commit_whose_answer_is_lost_is_recognised_by_what_it_wrote() {
        OnePassage passage = passage("recognised");

        RunReport report = passage.on(new Machine(FaultPlan.first(IcebergPowerCutTest::commits, Event.FAILS_AFTER)))
                .orElseThrow();

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(report.verification().orElseThrow().passed()).isTrue();
        stillHolds(passage);
        theNextPassFinishesTheWork(passage);
    }

    @Test
    void a_commit_that_cannot_be_looked_for_ends_unknown_and_every_file_stays() {
        OnePassage passage = passage("unknown");
        FaultPlan put = FaultPlan.first(IcebergPowerCutTest::commits, Event.FAILS_AFTER);
        AtomicBoolean lost = new AtomicBoolean();
        Machine machine = new Machine(operation -> {
            Event event = put.at(operation);
            lost.compareAndSet(false, event != Event.NOTHING);
            return lost.get() && event == Event.NOTHING && !operation.leavesTraces() ? Event.FAILS_BEFORE : event;
        });

        RunReport report = passage.on(machine).orElseThrow();

        assertThat(report.status()).isEqualTo(Status.UNKNOWN);
        assertThat(passage.filesOf(report)).hasSameSizeAs(Events.DAYS);
        stillHolds(passage);
        theNextPassFinishesTheWork(passage);
    }

    @Test
    void a_commit_that_was_refused_fails_the_run_and_leaves_no_data_file() {
        OnePassage passage = passage("refused");

        RunReport report = passage.on(new Machine(FaultPlan.first(IcebergPowerCutTest::commits, Event.FAILS_BEFORE)))
                .orElseThrow();

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(passage.filesOf(report)).isEmpty();
        stillHolds(passage);
        theNextPassFinishesTheWork(passage);
    }

    private static boolean commits(Operation operation) {
        return operation.name().equals("putIfAbsent");
    }
}
