/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.core.plan.Step;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.Status;
import dev.sluice.iceberg.Entries;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.OnePassage;
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
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A passage that has nothing to do but rewrite manifests, cut off or disturbed at each of its operations, and with an
 * append of somebody else before each: whatever comes, the table lists what it listed, and at most one rewrite goes in. A
 * sample has half of its writes, and few of its reads and of the journal's, which other passages are disturbed at.
 */
@Tag("iceberg-crashes")
class IcebergManifestsPowerCutTest {

    private static final int VERSION = 3;
    private static final int APPENDS = 10;
    private static final int SAMPLED = 6;

    private static final Set<Status> COMMITTED = EnumSet.of(Status.CLEANED, Status.PARTIAL, Status.UNKNOWN);
    private static final Set<Status> NOT_COMMITTED = EnumSet.of(Status.FAILED, Status.UNKNOWN);

    private static final Tally TALLY = new Tally(
            "A passage that only rewrites manifests, disturbed at each of its operations, and how its run ended:");

    @TempDir
    private Path folder;

    private long operations;
    private List<Long> writes = List.of();

    @BeforeEach
    void count_the_operations_of_an_undisturbed_passage() {
        Machine machine = Machine.sound();

        RunReport report = passage("sound").on(machine).orElseThrow();

        assertThat(report.status()).as(report.summary()).isEqualTo(Status.CLEANED);
        assertThat(report.plan().orElseThrow().steps())
                .extracting(Step::kind)
                .containsExactly(Step.Kind.REWRITE_MANIFESTS);
        operations = machine.operations().size();
        writes = machine.operations().stream()
                .filter(operation ->
                        operation.leavesTraces() && !operation.name().startsWith("journal."))
                .map(Operation::number)
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> a_disturbance_at_any_operation_leaves_the_table_exact_and_the_next_pass_finishes_the_work() {
        Sample sample = Sample.seeded();
        return Stream.of(Event.POWER_CUT_BEFORE, Event.POWER_CUT_AFTER, Event.FAILS_BEFORE, Event.FAILS_AFTER)
                .flatMap(event -> {
                    Sample own = sample.another(event.name());
                    Set<Long> cases = new TreeSet<>(own.of(operations, SAMPLED));
                    own.of(writes.size(), writes.size() / 2).forEach(n -> cases.add(writes.get((int) (n - 1))));
                    return cases.stream().map(n -> {
                        String name = "%s at %d of %d, seed %d".formatted(event, n, operations, sample.seed());
                        return dynamicTest(name, () -> disturbed(n, event));
                    });
                });
    }

    private void disturbed(long n, Event event) {
        OnePassage passage = passage(event + "-" + n);
        List<String> entries = Entries.of(passage.events().table());

        Optional<RunReport> report = passage.on(new Machine(FaultPlan.nth(n, event)));

        assertThat(Entries.of(passage.events().table())).isEqualTo(entries);
        boolean isIn = passage.compactions() == 1;
        assertThat(passage.compactions()).isLessThanOrEqualTo(1);
        report.ifPresent(told -> assertThat(told.status()).as(told.summary()).isIn(isIn ? COMMITTED : NOT_COMMITTED));
        TALLY.count(event.name(), report.map(told -> told.status().name()).orElse("no report"));

        assertThat(passage.on(Machine.sound()))
                .as("the next pass")
                .map(RunReport::status)
                .contains(isIn ? Status.HEALTHY : Status.CLEANED);

        assertThat(Entries.of(passage.events().table())).isEqualTo(entries);
        assertThat(passage.compactions()).isEqualTo(1);
        assertThat(passage.running()).map(Run::id).isEmpty();
        passage.forget();
    }

    @TestFactory
    Stream<DynamicTest> an_append_before_any_operation_is_kept_and_never_in_the_way() {
        Sample sample = Sample.seeded();
        return sample.of(operations, SAMPLED).stream()
                .map(n -> dynamicTest("at %d of %d, seed %d".formatted(n, operations, sample.seed()), () -> {
                    OnePassage passage = passage("append-" + n);
                    List<String> rows = passage.rows();
                    Machine machine = Machine.sound();
                    machine.before(n, () -> passage.events().append("2026-12-24"));

                    RunReport report = passage.on(machine).orElseThrow();

                    assertThat(report.status()).as(report.summary()).isEqualTo(Status.CLEANED);
                    assertThat(report.verification().orElseThrow().passed()).isTrue();
                    assertThat(passage.rows())
                            .hasSize(rows.size() + Events.ROWS_PER_FILE)
                            .containsAll(rows);
                    Snapshot now = passage.events().table().currentSnapshot();
                    assertThat(now.dataManifests(passage.events().table().io())).hasSizeLessThanOrEqualTo(2);
                    passage.forget();
                }));
    }

    @AfterAll
    static void tell() {
        TALLY.write("iceberg-manifests-power-cut");
    }

    /** Each file in a partition of its own, so that no compaction makes it better. */
    private OnePassage passage(String name) {
        Events events = Events.create(folder.resolve(name), VERSION, 0);
        for (int day = 0; day < APPENDS; day++) {
            events.append("2026-10-%02d".formatted(10 + day));
        }
        return new OnePassage(events.folder());
    }
}
