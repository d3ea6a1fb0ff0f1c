/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Gate;
import dev.sluice.core.approval.Approver;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.Failure;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.store.Store;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultyStore;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.Overdue;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tables that are dropped, renamed or replaced by others of the same name while a run of ours is at them. Whatever the run
 * was about to do, the tables that live on keep every row, then and after the next run, which cleans up; and the run says
 * what became of the table.
 */
class ReplacedTablesTest {

    private static final Policy CLEANING = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
            .policy(
                    "nightly",
                    "iceberg",
                    List.of(Map.of("expire-mode", "APPLY", "expire-when", "always", "orphan-mode", "APPLY")));

    /** What somebody does to the table. */
    private enum Act {
        DROPPED(false),
        PURGED(false),
        RENAMED(false),
        REPLACED(true),
        PURGED_AND_REPLACED(true),
        RENAMED_AND_REPLACED(true);

        private final boolean replaces;

        Act(boolean replaces) {
            this.replaces = replaces;
        }
    }

    /** When. */
    private enum Moment {
        BETWEEN_PLAN_AND_YES,
        WHILE_FILES_ARE_WRITTEN,
        BETWEEN_CHECK_AND_COMMIT,
        BETWEEN_COMMIT_AND_VERIFICATION
    }

    @TempDir
    private Path folder;

    private final InMemoryJournal journal = new InMemoryJournal(Clock.systemUTC());
    private final Map<Events, List<String>> living = new LinkedHashMap<>();
    private boolean acted;
    private boolean commits;

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = """
            FOLDER   | PURGED               | BETWEEN_CHECK_AND_COMMIT        | UNKNOWN    | It cannot be told whether the commit went in: There is no table at
            FOLDER   | REPLACED             | BETWEEN_PLAN_AND_YES            | FAILED     | it is another table of that name, or its schema, partitioning or properties have changed since
            FOLDER   | REPLACED             | WHILE_FILES_ARE_WRITTEN         | CONFLICTED | Another table has taken its place, as its id tells.
            FOLDER   | PURGED_AND_REPLACED  | BETWEEN_CHECK_AND_COMMIT        | UNKNOWN    | Another table has taken its place, as its id tells. No file was cleaned up.
            DATABASE | RENAMED              | WHILE_FILES_ARE_WRITTEN         | FAILED     | It was dropped while it was read, or got another name.
            DATABASE | RENAMED              | BETWEEN_COMMIT_AND_VERIFICATION | PARTIAL    | There is no such table; the namespace analytics holds archive.
            DATABASE | RENAMED_AND_REPLACED | BETWEEN_CHECK_AND_COMMIT        | UNKNOWN    | Another table has taken its place, as its id tells. No file was cleaned up.
            DATABASE | RENAMED_AND_REPLACED | BETWEEN_COMMIT_AND_VERIFICATION | PARTIAL    | Another table has taken its place, which has no version
            REST     | REPLACED             | WHILE_FILES_ARE_WRITTEN         | CONFLICTED | Another writer was faster: Another table has taken its place, as its id tells.
            REST     | DROPPED              | BETWEEN_CHECK_AND_COMMIT        | UNKNOWN    | Table does not exist: analytics.events. No file was cleaned up.
            """)
    void lose_no_row_and_the_run_says_what_became_of_them(
            Lake.Kind kind, Act act, Moment moment, Status status, String words) {
        try (Lake lake = new Lake(kind, folder)) {
            fill(lake.create(Events.BY_DAY, 2));

            RunReport report = run(lake, act, moment);

            assertThat(acted).isTrue();
            assertThat(report.status()).as(report.summary()).isEqualTo(status);
            assertThat(report.failure().map(Failure::reason).orElse(report.summary()))
                    .contains(words);
            assertThatAllThatLiveKeepTheirRows();
            if (act.replaces) {
                RunReport next = lake.gate(
                                new LocalStore(), journal, Clock.offset(Clock.systemUTC(), Duration.ofDays(30)))
                        .pass(lake.ref(), CLEANING, Overdue.YES);
                assertThat(next.status()).as(next.summary()).isEqualTo(Status.COMPACTED);
                assertThatAllThatLiveKeepTheirRows();
            } else {
                assertThatThrownBy(() ->
                                lake.format(new LocalStore(), Clock.systemUTC()).inspect(lake.ref()))
                        .isInstanceOfSatisfying(
                                GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND));
            }
        }
    }

    private RunReport run(Lake lake, Act act, Moment moment) {
        Store store = new FaultyStore(new LocalStore(), new Machine(operation -> {
            if (isBefore(operation, moment)) {
                does(act, lake);
            }
            return FaultPlan.Event.NOTHING;
        }));
        Approver approver = plan -> {
            if (moment == Moment.BETWEEN_PLAN_AND_YES) {
                does(act, lake);
            }
            return Overdue.YES.ask(plan);
        };
        Gate gate = lake.gate(store, journal, Clock.systemUTC());
        MaintenancePlan plan = gate.plan(lake.ref(), Overdue.policy()).plan();
        return gate.carryOut(plan, approver);
    }

    /** True right before the operation on the store that comes first after the moment. */
    private boolean isBefore(FaultPlan.Operation operation, Moment moment) {
        boolean preparesTheCommit =
                operation.name().equals("create") && operation.subject().matches(".*/snap-[^/]*\\.avro");
        commits |= preparesTheCommit;
        return switch (moment) {
            case BETWEEN_PLAN_AND_YES -> false;
            case WHILE_FILES_ARE_WRITTEN ->
                operation.name().equals("create") && operation.subject().contains("-sluice-");
            case BETWEEN_CHECK_AND_COMMIT -> preparesTheCommit;
            case BETWEEN_COMMIT_AND_VERIFICATION ->
                commits
                        && operation.name().equals("open")
                        && operation.subject().contains(".metadata.json");
        };
    }

    private void does(Act act, Lake lake) {
        if (acted) {
            return;
        }
        acted = true;
        switch (act) {
            case DROPPED, REPLACED -> lake.drop(false);
            case PURGED, PURGED_AND_REPLACED -> lake.drop(true);
            case RENAMED, RENAMED_AND_REPLACED -> lives(lake.rename());
        }
        if (act.replaces) {
            lives(fill(lake.create(Events.BY_DAY, 2)));
        }
    }

    /** As many versions each time, so that the numbers of a folder's metadata tell nothing. */
    private static Events fill(Events events) {
        for (int i = 0; i < 3; i++) {
            Events.DAYS.forEach(events::append);
        }
        return events;
    }

    private void lives(Events events) {
        living.put(events, events.rows());
    }

    private void assertThatAllThatLiveKeepTheirRows() {
        living.forEach((events, rows) -> {
            events.table();
            assertThat(events.rows()).as(events.ref().toString()).isEqualTo(rows);
        });
    }
}
