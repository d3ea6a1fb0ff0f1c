/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.Traces;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultPlan.Event;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.RiggedStore;
import dev.sluice.testkit.WatchedPassage;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The put of a commit file to which no answer comes, or the wrong one. */
class DeltaLateCommitTest {

    @TempDir
    private Path folder;

    private Orders orders;
    private OnePassage passage;
    private TableRows rows;

    @BeforeEach
    void a_fragmented_table() {
        orders = Orders.create(folder.resolve("orders"), 3);
        passage = new OnePassage(orders);
        rows = passage.rows();
    }

    @Test
    void no_answer_and_no_file_is_no_refusal_so_the_run_ends_unknown_and_cleans_up_nothing() {
        RunReport report = passage.on(commit(Event.GETS_LOST)).orElseThrow();

        assertThat(report.status()).isEqualTo(Status.UNKNOWN);
        assertThat(report.summary()).contains("It cannot be told whether the commit went in", "No file was cleaned up");
        assertThat(passage.filesOf(report)).hasSameSizeAs(Orders.REGIONS);
        assertThat(passage.compactions()).isZero();
        assertThat(passage.rows()).isEqualTo(rows);
    }

    @Test
    void what_a_run_of_unknown_outcome_wrote_is_left_to_the_retention_by_the_next_one() {
        RunReport unknown = passage.on(commit(Event.GETS_LOST)).orElseThrow();

        RunReport next = passage.on(Machine.sound()).orElseThrow();

        assertThat(next.status()).isEqualTo(Status.COMPACTED);
        assertThat(next.discarded()).isEmpty();
        assertThat(passage.filesOf(unknown)).hasSameSizeAs(Orders.REGIONS);
    }

    @Test
    void a_commit_that_arrives_after_the_run_has_ended_finds_all_of_its_files() {
        Machine machine = commit(Event.COMES_LATE);
        RunReport report = passage.on(machine).orElseThrow();
        assertThat(report.status()).isEqualTo(Status.UNKNOWN);

        machine.arrive();

        assertThat(passage.compactions()).isEqualTo(1);
        assertThat(passage.rows()).isEqualTo(rows);
        passage.missesNoLiveFile();
        Traces traces = format(new LocalStore()).traces(table(), passage.journal.written(report.run()));
        assertThat(traces.committed()).hasValue(orders.versionsOf("OPTIMIZE").get(0));
        assertThat(traces.strays()).isEmpty();
        assertThat(passage.on(Machine.sound())).map(RunReport::status).contains(Status.HEALTHY);
        passage.missesNoLiveFile();
    }

    @Test
    void a_commit_that_arrives_after_the_next_run_has_committed_changes_nothing() {
        Machine machine = commit(Event.COMES_LATE);
        passage.on(machine);
        assertThat(passage.on(Machine.sound())).map(RunReport::status).contains(Status.COMPACTED);

        machine.arrive();

        assertThat(passage.compactions()).isEqualTo(1);
        assertThat(passage.rows()).isEqualTo(rows);
        passage.missesNoLiveFile();
    }

    @Test
    void a_sure_refusal_fails_the_run_and_what_it_wrote_is_gone() {
        RunReport report = passage.on(commit(Event.FAILS_BEFORE)).orElseThrow();

        assertThat(report.status()).isEqualTo(Status.FAILED);
        assertThat(report.failure().orElseThrow().fault()).isEqualTo(Fault.STORAGE);
        assertThat(passage.leftBehind()).isEmpty();
    }

    /** As where the client sent the put again after a lost answer: what exists is our own. */
    @Test
    void our_own_commit_is_recognised_where_the_store_says_that_something_exists() {
        Store forgetful = answeringExists(new LocalStore());

        StepOutcome outcome = compact(forgetful);

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(passage.compactions()).isEqualTo(1);
        assertThat(passage.rows()).isEqualTo(rows);
        passage.missesNoLiveFile();
    }

    private StepOutcome compact(Store store) {
        MaintenancePlan plan = Overdue.plan(
                format(new LocalStore()), table(), Clock.systemUTC().instant());
        return format(store)
                .changer()
                .compact(
                        Overdue.approved(plan),
                        (Step.Compact) plan.steps().get(0),
                        new WatchedPassage("20261129T000000-late", file -> {}));
    }

    /** A store that puts a commit and then says that it was there before. */
    private static Store answeringExists(Store store) {
        return RiggedStore.of(store, Map.of("putIfAbsent", (below, arguments) -> {
            below.putIfAbsent((Location) arguments[0], (byte[]) arguments[1]);
            return Store.PutOutcome.EXISTS;
        }));
    }

    private static Machine commit(Event event) {
        return new Machine(FaultPlan.first(operation -> operation.name().equals("putIfAbsent"), event));
    }

    private DeltaFormat format(Store store) {
        return new DeltaFormat(store, Clock.systemUTC(), new RewriteLimits(1, Bytes.ofMebibytes(64)));
    }

    private TableRef table() {
        Location location = orders.location();
        return new TableRef("delta", location.toString());
    }

    @Test
    void an_unknown_outcome_says_so_and_names_the_reason() {
        assertThat(List.of(Event.GETS_LOST, Event.COMES_LATE)).allSatisfy(event -> {
            Orders copy = orders.copyTo(folder.resolve(event.name()));
            RunReport report = new OnePassage(copy).on(commit(event)).orElseThrow();
            assertThat(report.summary()).contains("No answer came to");
        });
    }
}
