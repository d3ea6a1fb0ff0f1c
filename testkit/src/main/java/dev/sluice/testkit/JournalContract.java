/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.approval.Answer;
import dev.sluice.core.health.Trend;
import dev.sluice.core.plan.FileGroup;
import dev.sluice.core.plan.Intent;
import dev.sluice.core.plan.LeftAlone;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.PlannedFile;
import dev.sluice.core.plan.Remaining;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Code;
import dev.sluice.core.policy.Mode;
import dev.sluice.core.policy.Proof;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.policy.Window;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.run.StepRecord.Outcome;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.Partition;
import dev.sluice.core.table.TableRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every journal promises. Times go to the millisecond; a journal may drop what is finer. */
public abstract class JournalContract {

    protected static final Instant NOW = Instant.parse("2026-11-29T03:00:00.123Z");
    protected static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    protected static final TableRef ORDERS = new TableRef("delta", "s3://lake/orders");
    protected static final RunId FIRST = new RunId("20261129T030000-00000a");

    private static final RunId SECOND = new RunId("20261129T030500-00000b");
    private static final TableRef RETURNS = new TableRef("delta", "s3://lake/returns");
    private static final Trend BLOATED = new Trend(3, 1_200, 41.7, NOW);

    protected Journal journal;

    /** A journal that holds nothing and takes the time from the clock. */
    protected abstract Journal empty(Clock clock);

    @BeforeEach
    void begin_with_an_empty_journal() {
        journal = empty(CLOCK);
    }

    @Test
    void holds_a_run_from_its_beginning_to_its_end() {
        Run run = begin(FIRST);
        assertThat(journal.run(FIRST.text())).contains(run);

        MaintenancePlan plan = plan(7);
        journal.keep(plan);
        journal.plans(FIRST, plan.id());
        journal.end(FIRST, Status.COMPACTED, "36 files became 3.", "{\"status\":\"COMPACTED\"}");

        assertThat(journal.run(FIRST.text()))
                .contains(new Run(
                        FIRST,
                        "nightly",
                        ORDERS,
                        Status.COMPACTED,
                        NOW,
                        Optional.of(NOW),
                        Optional.of(plan.id()),
                        "36 files became 3.",
                        Optional.of("{\"status\":\"COMPACTED\"}")));
    }

    @Test
    void a_run_that_waits_has_no_end_yet() {
        begin(FIRST);

        journal.end(FIRST, Status.AWAITING_APPROVAL, "Waits for a yes.", "{}");

        Run waiting = journal.run(FIRST.text()).orElseThrow();
        assertThat(waiting.status()).isEqualTo(Status.AWAITING_APPROVAL);
        assertThat(waiting.summary()).isEqualTo("Waits for a yes.");
        assertThat(waiting.endedAt()).isEmpty();

        journal.end(FIRST, Status.DECLINED, "Anna said no.", "{}");

        Run ended = journal.run(FIRST.text()).orElseThrow();
        assertThat(ended.status()).isEqualTo(Status.DECLINED);
        assertThat(ended.endedAt()).contains(NOW);
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void a_final_status_never_changes_again(Status status) {
        begin(FIRST);
        begin(SECOND);
        journal.end(FIRST, status, "The first end.", "{\"end\":1}");
        Run ended = journal.run(FIRST.text()).orElseThrow();

        journal.end(FIRST, Status.FAILED, "Another end.", "{\"end\":2}");

        Run after = journal.run(FIRST.text()).orElseThrow();
        if (status.isFinal()) {
            assertThat(after).isEqualTo(ended);
        } else {
            assertThat(after.status()).isEqualTo(Status.FAILED);
        }
        assertThat(journal.run(SECOND.text()).orElseThrow().status())
                .as("another run")
                .isEqualTo(Status.RUNNING);
    }

    @Test
    void a_steps_end_replaces_its_beginning() {
        begin(FIRST);
        StepRecord inspected = step("inspect", Outcome.DONE, 40, "Version 412 has 40 files.");
        StepRecord failed = step("compact", Outcome.FAILED, 900, "The step did not get to its end.");

        journal.step(FIRST, step("inspect", Outcome.STARTED, 0, ""));
        journal.step(FIRST, inspected);
        journal.step(FIRST, step("compact", Outcome.STARTED, 0, ""));
        assertThat(journal.steps(FIRST)).containsExactly(inspected, step("compact", Outcome.STARTED, 0, ""));

        journal.step(FIRST, failed);
        assertThat(journal.steps(FIRST)).containsExactly(inspected, failed);
    }

    @Test
    void steps_stand_in_the_order_in_which_they_started() {
        begin(FIRST);
        StepRecord outer = step("verify", Outcome.STARTED, 0, "");
        StepRecord inner = step("expire", Outcome.STARTED, 0, "");
        StepRecord ended = step("verify", Outcome.DONE, 9, "Rows in equal rows out.");

        journal.step(FIRST, outer);
        journal.step(FIRST, inner);
        journal.step(FIRST, ended);
        assertThat(journal.steps(FIRST)).as("an end moves nothing").containsExactly(ended, inner);

        journal.step(FIRST, outer);
        assertThat(journal.steps(FIRST)).as("a second start is the newest").containsExactly(inner, outer);
    }

    @Test
    void steps_and_files_belong_to_their_run() {
        begin(FIRST);
        begin(SECOND);
        journal.step(FIRST, step("inspect", Outcome.DONE, 1, "First."));
        journal.step(SECOND, step("inspect", Outcome.DONE, 2, "Second."));
        journal.writes(FIRST, Location.parse("s3://lake/orders/a.parquet"));

        assertThat(journal.steps(FIRST)).containsExactly(step("inspect", Outcome.DONE, 1, "First."));
        assertThat(journal.steps(SECOND)).containsExactly(step("inspect", Outcome.DONE, 2, "Second."));
        assertThat(journal.written(SECOND)).isEmpty();
    }

    @Test
    void files_stand_in_the_order_in_which_they_were_written() {
        begin(FIRST);
        List<Location> files = List.of(
                Location.parse("s3://lake/orders/day=2026-11-29/z.parquet"),
                Location.local("/data/it's 100% new/ünïcode \"x\".parquet"),
                Location.parse("s3://lake/orders/day=2026-11-28/a.parquet"));

        files.forEach(file -> journal.writes(FIRST, file));

        assertThat(journal.written(FIRST)).containsExactlyElementsOf(files);
    }

    @Test
    void gives_a_plan_back_as_it_was_made() {
        MaintenancePlan plan = plan(7);

        journal.keep(plan);
        journal.keep(plan(8));

        MaintenancePlan kept = journal.plan(plan.id()).orElseThrow();
        assertThat(kept).isEqualTo(plan);
        assertThat(kept.hash()).isEqualTo(plan.hash());
    }

    @Test
    void keeps_the_same_plan_once() {
        MaintenancePlan plan = plan(7);
        MaintenancePlan samePlanLater = new MaintenancePlan(
                plan.table(),
                plan.version(),
                plan.fingerprint(),
                plan.intent(),
                plan.steps(),
                plan.leftAlone(),
                plan.remaining(),
                NOW.plusSeconds(60));

        journal.keep(plan);
        journal.keep(samePlanLater);

        assertThat(journal.plan(plan.id())).contains(plan);
    }

    @ParameterizedTest
    @EnumSource(
            value = Answer.Kind.class,
            names = {"YES", "NO"})
    void the_first_yes_or_no_is_final(Answer.Kind kind) {
        begin(FIRST);
        Answer first = new Answer(kind, "anna", NOW, plan(7).hash(), "It's late; \"tomorrow\".");

        journal.answered(FIRST, first);
        journal.answered(FIRST, new Answer(Answer.Kind.YES, "bert", NOW.plusSeconds(1), plan(7).hash(), ""));
        journal.answered(FIRST, new Answer(Answer.Kind.NO, "bert", NOW.plusSeconds(2), plan(7).hash(), ""));

        assertThat(journal.answer(FIRST)).contains(first);
    }

    @Test
    void an_answer_may_follow_where_nobody_had_answered() {
        begin(FIRST);
        Answer yes = new Answer(Answer.Kind.YES, "anna", NOW.plusSeconds(1), plan(7).hash(), "");

        journal.answered(FIRST, new Answer(Answer.Kind.NOT_YET, "", NOW, plan(7).hash(), ""));
        journal.answered(FIRST, yes);

        assertThat(journal.answer(FIRST)).contains(yes);
    }

    @Test
    void an_answer_belongs_to_its_run() {
        begin(FIRST);
        begin(SECOND);
        Answer yes = new Answer(Answer.Kind.YES, "anna", NOW, plan(7).hash(), "");
        Answer no = new Answer(Answer.Kind.NO, "bert", NOW, plan(7).hash(), "Not on a Sunday.");

        journal.answered(FIRST, yes);
        assertThat(journal.answer(SECOND)).isEmpty();

        journal.answered(SECOND, no);
        assertThat(journal.answer(FIRST)).contains(yes);
        assertThat(journal.answer(SECOND)).contains(no);
    }

    @Test
    void a_run_that_waited_goes_on_and_ends_as_itself() {
        Run begun = begin(FIRST);
        begin(SECOND);
        MaintenancePlan plan = plan(7);
        journal.keep(plan);
        journal.plans(FIRST, plan.id());
        journal.end(FIRST, Status.AWAITING_APPROVAL, "Waits for a yes.", "{\"waits\":1}");
        journal.end(SECOND, Status.AWAITING_APPROVAL, "Waits for a yes.", "{\"waits\":2}");

        journal.resumes(FIRST);

        Run goesOn = new Run(
                FIRST,
                begun.gate(),
                ORDERS,
                Status.RUNNING,
                NOW,
                Optional.empty(),
                Optional.of(plan.id()),
                "",
                Optional.empty());
        assertThat(journal.run(FIRST.text())).as("as it was before it waited").contains(goesOn);
        assertThat(journal.run(SECOND.text()).orElseThrow().status())
                .as("another run that waits")
                .isEqualTo(Status.AWAITING_APPROVAL);

        journal.end(FIRST, Status.COMPACTED, "36 files became 3.", "{\"end\":1}");

        assertThat(journal.run(FIRST.text()))
                .contains(new Run(
                        FIRST,
                        begun.gate(),
                        ORDERS,
                        Status.COMPACTED,
                        NOW,
                        Optional.of(NOW),
                        Optional.of(plan.id()),
                        "36 files became 3.",
                        Optional.of("{\"end\":1}")));
    }

    @Test
    void runs_of_a_table_with_a_status_come_oldest_first() {
        RunId third = new RunId("20261129T031000-000000");
        RunId elsewhere = new RunId("20261129T031500-00000d");
        Run first = begin(FIRST);
        Run second = Run.begun(SECOND, "hourly", ORDERS, NOW.plusSeconds(300));
        journal.begin(second);
        journal.begin(Run.begun(third, "nightly", ORDERS, NOW.plusSeconds(600)));
        journal.begin(Run.begun(elsewhere, "nightly", RETURNS, NOW.plusSeconds(900)));
        journal.end(third, Status.AWAITING_APPROVAL, "Waits for a yes.", "{}");

        assertThat(journal.runs(ORDERS, Status.RUNNING)).containsExactly(first, second);
        assertThat(journal.runs(ORDERS, Status.AWAITING_APPROVAL))
                .extracting(Run::id)
                .containsExactly(third);
        assertThat(journal.runs(ORDERS, Status.FAILED)).isEmpty();
        assertThat(journal.runs(new TableRef("iceberg", ORDERS.address()), Status.RUNNING))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void a_run_whose_end_is_known_is_unsettled_until_it_is_settled(Status status) {
        begin(FIRST);
        journal.writes(FIRST, Location.parse("s3://lake/orders/a.parquet"));
        journal.end(FIRST, status, "Its end.", "{}");
        boolean known = status.isFinal() && status != Status.UNKNOWN;

        assertThat(journal.unsettled(ORDERS))
                .isEqualTo(known ? List.of(journal.run(FIRST.text()).orElseThrow()) : List.of());

        Optional<Run> before = journal.run(FIRST.text());
        journal.settled(FIRST);
        journal.settled(FIRST);

        assertThat(journal.unsettled(ORDERS)).isEmpty();
        assertThat(journal.run(FIRST.text())).as("nothing else changes").isEqualTo(before);
    }

    @Test
    void unsettled_runs_come_oldest_first_and_are_those_of_the_table_that_wrote() {
        RunId wroteNothing = new RunId("20261129T031000-000000");
        RunId elsewhere = new RunId("20261129T031500-00000d");
        begin(FIRST);
        journal.begin(Run.begun(SECOND, "hourly", ORDERS, NOW.plusSeconds(300)));
        journal.begin(Run.begun(wroteNothing, "nightly", ORDERS, NOW.plusSeconds(600)));
        journal.begin(Run.begun(elsewhere, "nightly", RETURNS, NOW.plusSeconds(900)));
        for (RunId run : List.of(SECOND, elsewhere, FIRST)) {
            journal.writes(run, Location.parse("s3://lake/" + run + "/a.parquet"));
            journal.writes(run, Location.parse("s3://lake/" + run + "/b.parquet"));
        }
        for (RunId run : List.of(elsewhere, wroteNothing, SECOND, FIRST)) {
            journal.end(run, Status.FAILED, "The disk was full.", "{}");
        }

        assertThat(journal.unsettled(ORDERS)).extracting(Run::id).containsExactly(FIRST, SECOND);

        journal.settled(FIRST);

        assertThat(journal.unsettled(ORDERS)).extracting(Run::id).containsExactly(SECOND);
        assertThat(journal.unsettled(RETURNS)).extracting(Run::id).containsExactly(elsewhere);
    }

    @Test
    void runs_come_newest_first() {
        Run second = Run.begun(SECOND, "nightly", RETURNS, NOW.plusSeconds(300));
        journal.begin(second);
        Run first = begin(FIRST);
        Run third = Run.begun(new RunId("20261129T031000-00000c"), "nightly", ORDERS, NOW.plusSeconds(600));
        journal.begin(third);

        assertThat(journal.runs(10)).containsExactly(third, second, first);
        assertThat(journal.runs(2)).containsExactly(third, second);
    }

    @Test
    void remembers_when_a_service_was_last_proved_for_each_bucket() {
        Bucket lake = new Bucket("https://s3.internal:9000", "lake");
        Bucket archive = new Bucket("https://s3.internal:9000", "archive");
        assertThat(journal.proven(lake)).isEmpty();

        journal.proves(lake, NOW);
        journal.proves(archive, NOW);
        journal.proves(lake, NOW.plusSeconds(60));

        assertThat(journal.proven(lake)).contains(NOW.plusSeconds(60));
        assertThat(journal.proven(archive)).contains(NOW);
        assertThat(journal.proven(new Bucket("https://s3.elsewhere", "lake"))).isEmpty();
    }

    @Test
    void keeps_one_trend_per_key_and_table() {
        Trend other = new Trend(0, 9, 0.1, NOW.plusSeconds(1));
        TableRef sameAddressInIceberg = new TableRef("iceberg", ORDERS.address());

        journal.keep("nightly", ORDERS, BLOATED);
        journal.keep("hourly", ORDERS, other);
        journal.keep("nightly", RETURNS, Trend.NONE);
        journal.keep("nightly", sameAddressInIceberg, other);

        assertThat(journal.trend("nightly", ORDERS)).isEqualTo(BLOATED);
        assertThat(journal.trend("hourly", ORDERS)).isEqualTo(other);
        assertThat(journal.trend("nightly", RETURNS)).isEqualTo(Trend.NONE);
        assertThat(journal.trend("nightly", sameAddressInIceberg)).isEqualTo(other);

        journal.keep("nightly", ORDERS, other);
        assertThat(journal.trend("nightly", ORDERS)).as("the newer trend").isEqualTo(other);
    }

    @Test
    void measurements_come_newest_first() {
        Measured later = measured(ORDERS, NOW.plusSeconds(60), 41);
        Measured first = measured(ORDERS, NOW, 40);
        Measured last = measured(ORDERS, NOW.plusSeconds(60), 42);
        List.of(later, first, last, measured(RETURNS, NOW, 5)).forEach(journal::measured);

        assertThat(journal.measurements(ORDERS, 10)).containsExactly(last, later, first);
        assertThat(journal.measurements(ORDERS, 2)).containsExactly(last, later);
    }

    @Test
    void what_it_does_not_know_is_empty() {
        begin(FIRST);

        assertThat(journal.run("20200101T000000-000000")).isEmpty();
        assertThat(journal.run("")).isEmpty();
        assertThat(journal.steps(SECOND)).isEmpty();
        assertThat(journal.written(SECOND)).isEmpty();
        assertThat(journal.answer(SECOND)).isEmpty();
        assertThat(journal.runs(RETURNS, Status.RUNNING)).isEmpty();
        assertThat(journal.unsettled(RETURNS)).isEmpty();
        assertThat(journal.plan("p00000000")).isEmpty();
        assertThat(journal.trend("nightly", RETURNS)).isEqualTo(Trend.NONE);
        assertThat(journal.measurements(RETURNS, 10)).isEmpty();
    }

    @Test
    void an_empty_journal_reads_as_empty() {
        assertThat(journal.runs(10)).isEmpty();
        assertThat(journal.runs(ORDERS, Status.RUNNING)).isEmpty();
        assertThat(journal.unsettled(ORDERS)).isEmpty();
        assertThat(journal.answer(FIRST)).isEmpty();
        assertThat(journal.run(FIRST.text())).isEmpty();
        assertThat(journal.trend("nightly", ORDERS)).isEqualTo(Trend.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/data/o'rders",
                "s3://lake/\"orders\"",
                "/x'); DROP TABLE run; --",
                "/100%/_?/#[]*",
                "/two\nlines\tand a tab",
                "/bücher/表/🛶",
                "C:\\lake\\orders",
                "lakehouse/analytics.orders:v2"
            })
    void takes_any_name_of_a_table(String address) {
        TableRef odd = new TableRef("delta", address);
        Run run = Run.begun(FIRST, "o'dd; gate", odd, NOW);

        journal.begin(run);
        journal.keep("o'dd; gate", odd, BLOATED);
        journal.measured(measured(odd, NOW, 3));

        assertThat(journal.run(FIRST.text())).contains(run);
        assertThat(journal.runs(odd, Status.RUNNING)).containsExactly(run);
        assertThat(journal.trend("o'dd; gate", odd)).isEqualTo(BLOATED);
        assertThat(journal.measurements(odd, 1)).containsExactly(measured(odd, NOW, 3));
        assertThat(journal.measurements(ORDERS, 1)).isEmpty();
    }

    /** A run of the orders table that has just begun. */
    protected final Run begin(RunId id) {
        Run run = Run.begun(id, "nightly", ORDERS, NOW);
        journal.begin(run);
        return run;
    }

    /** A plan to compact two files of the orders table, made for a version. */
    protected static MaintenancePlan plan(long version) {
        Partition partition =
                new Partition(List.of(new Partition.Field("day", "2026-11-29"), new Partition.Field("shop", null)));
        Bytes small = Bytes.ofMebibytes(1);
        List<PlannedFile> inputs = List.of(
                new PlannedFile("day=2026-11-29/it's ünïcode.parquet", small, 1_000, 0, ""),
                new PlannedFile("day=2026-11-29/\"b\".parquet", small, 2_000, 17, "dv-1"));
        return new MaintenancePlan(
                ORDERS,
                version,
                "fingerprint",
                new Intent(
                        "nightly",
                        "balanced",
                        Mode.ASK,
                        Bytes.ofMebibytes(32),
                        Bytes.ofMebibytes(128),
                        OptionalDouble.empty(),
                        new Retention(Duration.ofDays(7)),
                        RemovalMode.DRY_RUN,
                        Optional.empty(),
                        Optional.of("day >= today - 7"),
                        Optional.of(Duration.ofMinutes(90)),
                        Optional.of(Window.parse("22:00-05:30")),
                        Proof.CONTENT,
                        Optional.empty()),
                List.of(
                        new Step.Compact(List.of(new FileGroup(partition, inputs, 1)), Bytes.ofMebibytes(128)),
                        new Step.Discard(FIRST.text(), List.of(new RemovedFile("/lake/ours", small, NOW))),
                        new Step.Remove(List.of(new RemovedFile("s3://lake/old %20", small, NOW)), NOW)),
                List.of(new LeftAlone(Code.BUSY_PARTITION, "day=2026-11-30", "Written to a minute ago.")),
                new Remaining(2, 17, Bytes.ofGibibytes(3)),
                NOW);
    }

    private static StepRecord step(String name, Outcome outcome, long millis, String text) {
        return new StepRecord(name, outcome, NOW, Duration.ofMillis(millis), text);
    }

    private static Measured measured(TableRef table, Instant at, long files) {
        return new Measured(table, at, 412, files, 36, Bytes.ofMebibytes(files), 5_000_000_000L, 17);
    }
}
