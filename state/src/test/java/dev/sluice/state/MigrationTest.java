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
import dev.sluice.core.run.Measured;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunId;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.StepRecord;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.table.TableRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a database of the first version: made by its SQL file, filled as its Sluice did. */
class MigrationTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2027-01-01T00:00:00Z"), ZoneOffset.UTC);
    private static final Instant BEGUN = Instant.ofEpochMilli(1_764_385_200_123L);
    private static final Instant ENDED = Instant.ofEpochMilli(1_764_385_260_456L);
    private static final TableRef ORDERS = new TableRef("delta", "s3://lake/o'rders");

    @TempDir
    Path folder;

    @BeforeEach
    void make_a_database_of_the_first_version() throws IOException {
        try (InputStream first = Schema.class.getResourceAsStream("001-journal.sql")) {
            for (String sql : new String(first.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .split(";\\R", -1)) {
                raw().write(sql);
            }
        }
        raw().write("PRAGMA user_version = 1");
        raw().write("INSERT INTO plan VALUES ('p1', 'hash', '{}')");
        for (Status status : Status.values()) {
            raw().write("""
                    INSERT INTO run VALUES ('%1$s', 'nightly', 'delta', 's3://lake/o''rders', '%1$s', 1764385200123, %2$s,
                        'p1', 'It is %1$s.', '{"status":"%1$s"}')""".formatted(status, status.isFinal() ? "1764385260456" : "NULL"));
            raw().write("INSERT INTO written VALUES ('%1$s', 1, 's3://lake/orders/%1$s.parquet')".formatted(status));
        }
        raw().write("INSERT INTO step VALUES ('COMPACTED', 'compact', 1, 'DONE', 1764385200123, 9000, 'Done.')");
        raw().write("INSERT INTO answer VALUES ('COMPACTED', 'YES', 'anna', 1764385200123, 'hash', 'It''s late.')");
        raw().write(
                        "INSERT INTO trend VALUES ('nightly', 'delta', 's3://lake/o''rders', 3, 1200, 41.7, 1764385200123)");
        raw().write("""
                INSERT INTO measurement
                VALUES ('delta', 's3://lake/o''rders', 1764385200123, 1, 412, 40, 36, 4096, 5000000000, 17)""");
    }

    @Test
    void everything_is_as_it_was() {
        RunId compacted = new RunId("COMPACTED");
        try (JdbcJournal journal = open()) {
            assertThat(journal.runs(100)).hasSameSizeAs(Status.values()).allSatisfy(run -> {
                Status status = Status.valueOf(run.id().text());
                assertThat(run)
                        .isEqualTo(new Run(
                                run.id(),
                                "nightly",
                                ORDERS,
                                status,
                                BEGUN,
                                status.isFinal() ? Optional.of(ENDED) : Optional.empty(),
                                Optional.of("p1"),
                                "It is %s.".formatted(status),
                                Optional.of("{\"status\":\"%s\"}".formatted(status))));
                assertThat(journal.written(run.id()))
                        .containsExactly(Location.parse("s3://lake/orders/%s.parquet".formatted(status)));
            });
            assertThat(journal.steps(compacted))
                    .containsExactly(
                            new StepRecord("compact", StepRecord.Outcome.DONE, BEGUN, Duration.ofSeconds(9), "Done."));
            assertThat(journal.answer(compacted))
                    .contains(new Answer(Answer.Kind.YES, "anna", BEGUN, "hash", "It's late."));
            assertThat(journal.trend("nightly", ORDERS)).isEqualTo(new Trend(3, 1200, 41.7, BEGUN));
            assertThat(journal.measurements(ORDERS, 9))
                    .containsExactly(new Measured(ORDERS, BEGUN, 412, 40, 36, Bytes.of(4096), 5_000_000_000L, 17));
        }
        assertThat(raw().read("PRAGMA user_version")).containsExactly(List.of(Integer.toString(Schema.VERSION)));
        assertThat(raw().read("PRAGMA foreign_key_check")).isEmpty();
        assertThat(raw().read("PRAGMA integrity_check")).containsExactly(List.of("ok"));
    }

    @Test
    void what_an_older_sluice_left_behind_is_unsettled_but_not_what_it_had_committed() {
        try (JdbcJournal journal = open()) {
            assertThat(journal.unsettled(ORDERS))
                    .extracting(Run::status)
                    .containsExactlyInAnyOrder(
                            Status.HEALTHY,
                            Status.COMPACTION_REQUIRED,
                            Status.CLEANED,
                            Status.PARTIAL,
                            Status.DECLINED,
                            Status.CONFLICTED,
                            Status.FAILED,
                            Status.CANCELLED,
                            Status.SKIPPED);
        }
    }

    @Test
    void a_run_goes_on_and_ends_in_the_newer_sluice() {
        RunId waiting = new RunId("AWAITING_APPROVAL");
        try (JdbcJournal journal = open()) {
            journal.resumes(waiting);
            assertThat(journal.runs(ORDERS, Status.RUNNING))
                    .extracting(run -> run.id().text())
                    .containsExactly("AWAITING_APPROVAL", "RUNNING");

            journal.end(waiting, Status.FAILED, "The disk was full.", "{}");
            assertThat(journal.unsettled(ORDERS)).extracting(Run::id).contains(waiting);

            journal.settled(waiting);
            assertThat(journal.unsettled(ORDERS)).extracting(Run::id).doesNotContain(waiting);
        }
    }

    @Test
    void a_migration_that_fails_leaves_the_older_database_as_it_was() {
        raw().write("CREATE INDEX run_by_table ON run (gate)");

        assertThatThrownBy(() -> {
                    try (JdbcJournal journal = open()) {
                        journal.runs(1);
                    }
                })
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("run_by_table already exists");

        assertThat(raw().read("PRAGMA user_version")).containsExactly(List.of("1"));
        assertThat(raw().read("SELECT name FROM pragma_table_info('run')")).doesNotContain(List.of("settled_at"));
    }

    @Test
    void several_who_open_it_at_once_migrate_it_once() throws Exception {
        CyclicBarrier start = new CyclicBarrier(4);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> openings = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                openings.add(() -> {
                    start.await();
                    try (JdbcJournal journal = open()) {
                        return journal.runs(100).size();
                    }
                });
            }
            for (Future<Integer> found : threads.invokeAll(openings)) {
                assertThat(found.get()).isEqualTo(Status.values().length);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(raw().read("PRAGMA user_version")).containsExactly(List.of(Integer.toString(Schema.VERSION)));
    }

    private JdbcJournal open() {
        return StateFolder.open(folder).journal(CLOCK);
    }

    private RawDatabase raw() {
        return new RawDatabase(folder.resolve("sluice.db"));
    }
}
