/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.DeleteFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that others delete by equality while all of a table's files are rewritten. The outputs are as old as the version
 * they were made from, and Iceberg holds delete files to be done with that are older than all data files which a commit
 * leaves in place, whatever the age of those that it adds.
 */
class LateDeletesTest {

    private static final String DAY = Events.DAYS.get(0);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_late_delete_before_which_no_other_file_is_left_is_not_lost(int version) {
        Events events = events(version);

        StepOutcome outcome = compactWhile(events, () -> {
            events.deleteIds(DAY, 5);
            events.append(DAY);
        });

        gaveWay(events, outcome);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void two_late_deletes_are_both_kept(int version) {
        Events events = events(version);

        StepOutcome outcome = compactWhile(events, () -> {
            events.deleteIds(DAY, 5);
            events.deleteIds(DAY, 6);
        });

        gaveWay(events, outcome);
    }

    /** Iceberg looks for deletes to let go of only where none go out by name. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void late_deletes_are_kept_where_older_ones_are_applied(int version) {
        Events events = events(version);
        events.deleteIds(DAY, 4);

        StepOutcome outcome = compactWhile(events, () -> {
            events.deleteIds(DAY, 5);
            events.deleteIds(DAY, 6);
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.rows()).isEqualTo(rowsThatTheOthersLeft);
        assertThat(events.deletes()).hasSize(2);
    }

    /** As a stream of upserts commits: what it deletes and what it puts in its place in one version. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void upserts_leave_files_behind_that_keep_their_deletes(int version) {
        Events events = events(version);

        StepOutcome outcome = compactWhile(events, () -> {
            for (long id = 5; id < 8; id++) {
                DeleteFile delete = events.writeEqualityDeletes(DAY, id);
                events.table()
                        .newRowDelta()
                        .addRows(events.write(DAY, List.of(events.row(id, DAY))))
                        .addDeletes(delete)
                        .commit();
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.rows()).isEqualTo(rowsThatTheOthersLeft);
        assertThat(events.deletes()).hasSize(3);
    }

    /** Nothing of a partition that is rewritten can be reached by the deletes of another. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void a_late_delete_that_reaches_no_output_does_not_stand_in_the_way(int version) {
        Events events = events(version);

        StepOutcome outcome = compactWhile(events, () -> {
            events.deleteIds("2026-12-24", 5);
            events.append(DAY);
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.rows()).isEqualTo(rowsThatTheOthersLeft);
    }

    private List<String> rowsThatTheOthersLeft = List.of();

    private Events events(int version) {
        return Events.create(folder.resolve("t"), version, 2);
    }

    private StepOutcome compactWhile(Events events, Runnable others) {
        IcebergFormat format = events.format();
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        return IcebergPass.compact(format, plan, file -> {
            if (rowsThatTheOthersLeft.isEmpty()) {
                others.run();
                rowsThatTheOthersLeft = events.rows();
            }
        });
    }

    private void gaveWay(Events events, StepOutcome outcome) {
        assertThat(events.rows()).as("rows").isEqualTo(rowsThatTheOthersLeft);
        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(outcome.text()).startsWith("Another writer was faster: ").contains("deleted by equality");

        IcebergPass.compact(events.format(), events.ref());

        assertThat(events.rows()).as("rows after the next pass").isEqualTo(rowsThatTheOthersLeft);
        assertThat(events.deletes()).isEmpty();
    }
}
