/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.testkit.JournalContract;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcJournalTest extends JournalContract {

    @TempDir
    Path temporary;

    private final List<JdbcJournal> opened = new ArrayList<>();

    @Override
    protected Journal empty(Clock clock) {
        return open();
    }

    private JdbcJournal open() {
        JdbcJournal fresh = StateFolder.open(folder()).journal(CLOCK);
        opened.add(fresh);
        return fresh;
    }

    private Path folder() {
        return temporary.resolve("it's 100% ünïcode ? #").resolve("state");
    }

    private RawDatabase raw() {
        return new RawDatabase(folder().resolve("sluice.db"));
    }

    @AfterEach
    void close() {
        opened.forEach(JdbcJournal::close);
    }

    @Test
    void finds_everything_again_after_it_was_closed() {
        MaintenancePlan plan = plan(7);
        StepRecord step = new StepRecord("compact", StepRecord.Outcome.DONE, NOW, Duration.ofMillis(5), "Done.");
        Measured measured = new Measured(ORDERS, NOW, 412, 40, 36, Bytes.ofMebibytes(40), 1_000, 17);
        Answer yes = new Answer(Answer.Kind.YES, "anna", NOW, plan.hash(), "");
        Location file = Location.parse("s3://lake/orders/a.parquet");
        Trend trend = new Trend(2, 40, 12.5, NOW);
        begin(FIRST);
        journal.keep(plan);
        journal.plans(FIRST, plan.id());
        journal.answered(FIRST, yes);
        journal.step(FIRST, step);
        journal.writes(FIRST, file);
        journal.measured(measured);
        journal.keep("nightly", ORDERS, trend);
        journal.end(FIRST, Status.COMPACTED, "Done.", "{}");
        Run run = journal.run(FIRST.text()).orElseThrow();
        close();

        Journal again = open();

        assertThat(again.run(FIRST.text())).contains(run);
        assertThat(again.plan(plan.id())).contains(plan);
        assertThat(again.steps(FIRST)).containsExactly(step);
        assertThat(again.written(FIRST)).containsExactly(file);
        assertThat(again.measurements(ORDERS, 1)).containsExactly(measured);
        assertThat(again.trend("nightly", ORDERS)).isEqualTo(trend);
        assertThat(again.answer(FIRST)).contains(yes);
        assertThat(folder()).isDirectoryContaining("glob:**sluice.db");
    }

    @Test
    void makes_nothing_as_long_as_it_is_only_read() {
        assertThat(journal.trend("nightly", ORDERS)).isEqualTo(Trend.NONE);
        assertThat(journal.runs(10)).isEmpty();
        assertThat(journal.plan("p00000000")).isEmpty();

        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void sees_what_another_writes_after_it_found_nothing() {
        assertThat(journal.runs(10)).isEmpty();

        Run run = Run.begun(FIRST, "nightly", ORDERS, NOW);
        open().begin(run);

        assertThat(journal.runs(10)).containsExactly(run);
    }

    @Test
    void refuses_a_stored_plan_that_was_altered() {
        MaintenancePlan plan = plan(7);
        journal.keep(plan);
        raw().write("UPDATE plan SET json = replace(json, '\"outputs\" : 1', '\"outputs\" : 2')");

        assertThatThrownBy(() -> journal.plan(plan.id()))
                .isInstanceOfSatisfying(GateException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.UNSAFE);
                    assertThat(e.subject()).endsWith("sluice.db, plan " + plan.id());
                })
                .hasMessageContaining("The plan was altered after it was made");
    }

    @Test
    void refuses_a_stored_plan_that_lies_under_the_name_of_another() {
        MaintenancePlan plan = plan(7);
        MaintenancePlan other = plan(8);
        journal.keep(plan);
        journal.keep(other);
        raw().write("UPDATE plan SET json = (SELECT json FROM plan WHERE id = '%s') WHERE id = '%s'"
                .formatted(other.id(), plan.id()));

        assertThatThrownBy(() -> journal.plan(plan.id()))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("What is stored under this name is plan " + other.id());
    }

    @Test
    void refuses_a_plan_whose_name_another_plan_has() {
        MaintenancePlan plan = plan(7);
        journal.keep(plan);
        raw().write("UPDATE plan SET hash = 'of another plan'");

        assertThatThrownBy(() -> journal.keep(plan))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("Another plan is stored under the name " + plan.id());
    }

    @Test
    void refuses_to_end_a_run_that_never_began() {
        begin(FIRST);
        RunId nobody = new RunId("20200101T000000-000000");

        assertThatThrownBy(() -> journal.end(nobody, Status.FAILED, "", "{}"))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("There is no run 20200101T000000-000000.");
        assertThatThrownBy(() -> journal.plans(nobody, "p00000000"))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("There is no run 20200101T000000-000000.");
        assertThatThrownBy(() -> journal.writes(nobody, Location.local("/a")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.INTERNAL))
                .hasMessageContaining("FOREIGN KEY");
    }

    @Test
    void refuses_what_is_said_of_a_run_that_never_began() {
        RunId nobody = new RunId("20200101T000000-000000");

        assertThatThrownBy(() -> journal.resumes(nobody))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("There is no run 20200101T000000-000000.");
        assertThatThrownBy(() -> journal.settled(nobody))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("There is no run 20200101T000000-000000.");
    }

    @ParameterizedTest
    @EnumSource(value = Status.class, names = "AWAITING_APPROVAL", mode = EnumSource.Mode.EXCLUDE)
    void refuses_to_go_on_with_a_run_that_does_not_wait(Status status) {
        begin(FIRST);
        journal.end(FIRST, status, "Its end.", "{}");
        Run before = journal.run(FIRST.text()).orElseThrow();

        assertThatThrownBy(() -> journal.resumes(FIRST))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.INTERNAL))
                .hasMessageContaining(
                        "Run 20261129T030000-00000a cannot go on: it does not wait, it is %s.".formatted(status));
        assertThat(journal.run(FIRST.text())).contains(before);
    }

    @Test
    void finds_what_waits_and_what_is_unsettled_after_it_was_closed() {
        RunId dead = new RunId("20261129T040000-00000d");
        RunId settled = new RunId("20261129T050000-00000e");
        begin(FIRST);
        begin(dead);
        begin(settled);
        journal.end(FIRST, Status.AWAITING_APPROVAL, "Waits for a yes.", "{}");
        for (RunId run : List.of(dead, settled)) {
            journal.writes(run, Location.parse("s3://lake/orders/a.parquet"));
            journal.end(run, Status.FAILED, "The disk was full.", "{}");
        }
        journal.settled(settled);
        close();

        Journal again = open();

        assertThat(again.unsettled(ORDERS)).extracting(Run::id).containsExactly(dead);
        again.resumes(FIRST);
        assertThat(again.runs(ORDERS, Status.RUNNING)).extracting(Run::id).containsExactly(FIRST);
    }

    @Test
    void the_order_of_runs_is_that_of_their_beginnings_and_not_of_their_records() {
        RunId earlier = new RunId("20261129T020000-00000f");
        begin(FIRST);
        journal.begin(Run.begun(earlier, "nightly", ORDERS, NOW.minusSeconds(3600)));
        assertThat(journal.runs(ORDERS, Status.RUNNING)).extracting(Run::id).containsExactly(earlier, FIRST);

        for (RunId run : List.of(FIRST, earlier)) {
            journal.writes(run, Location.parse("s3://lake/orders/a.parquet"));
        }
        journal.end(FIRST, Status.CONFLICTED, "Another writer won.", "{}");
        journal.end(earlier, Status.FAILED, "The disk was full.", "{}");

        assertThat(journal.unsettled(ORDERS)).extracting(Run::id).containsExactly(earlier, FIRST);
    }
}
