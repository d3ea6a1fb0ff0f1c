/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.DataFile;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.verify.Verifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every table format promises. A format's own test extends it, writes the tables, plays the other writer, and reads
 * rows in another way than the format itself does.
 */
public abstract class TableFormatContract {

    private static final String RUN = "20261129T000000-contract";

    private TableRef table = new TableRef("none", "none");
    private TableFormat format;

    /** The format under test, working on a store. */
    protected abstract TableFormat format(Store store);

    /** Where the tables of {@link #fragmented} lie. */
    protected abstract Store store();

    /** A folder with nothing in it, another one for each test. */
    protected abstract Location folder();

    /** A table of the format at a location, whether or not there is one. */
    protected abstract TableRef at(Location location);

    /** Writes a table, below {@link #folder}, of several files that are to become fewer. */
    protected abstract TableRef fragmented();

    /** All rows of a table's newest version, in a form whose {@code equals} sees any difference. */
    protected abstract Object rows(TableRef table);

    /** Another writer appends rows. */
    protected abstract void append(TableRef table);

    /** Another writer takes a file, and the rows in it, out of the table. */
    protected abstract void deleteFile(TableRef table, String path);

    /** Lets a commit go in whose answer never arrives, nor any other answer after it. */
    protected abstract FaultPlan commitWithoutAnswer();

    @BeforeEach
    public void a_fragmented_table() {
        table = fragmented();
        format = format(store());
    }

    @Test
    public void knows_its_own_tables_and_their_name() {
        assertThat(format.name()).isEqualTo(table.format());
        assertThat(format.livesAt(Location.parse(table.address()))).isTrue();
        assertThat(format.livesAt(folder().resolve("nowhere"))).isFalse();
    }

    @Test
    public void assessing_writes_nothing_and_needs_no_permission_to_write() {
        Set<StoredFile> before = listed();

        TableFormat reading = format(new ReadOnlyStore(store()));
        TableState state = reading.inspect(table);
        MaintenancePlan plan = Overdue.plan(reading, table, Instant.now());
        Leftovers leftovers = reading.leftovers(state, new Retention(Retention.FLOOR));

        assertThat(plan.steps()).isNotEmpty();
        assertThat(leftovers.unreferenced()).isZero();
        assertThat(reading.inspect(table, state.version()).fingerprint()).isEqualTo(state.fingerprint());
        assertThat(listed()).isEqualTo(before);
    }

    @Test
    public void a_compaction_keeps_every_row_and_its_account_of_the_files_is_right() {
        Object rows = rows(table);
        List<DataFile> before = files();

        Change change =
                compact(plan(), new WatchedPassage(RUN, file -> {})).change().orElseThrow();

        assertThat(rows(table)).isEqualTo(rows);
        assertThat(change.removed())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(change.added().size());
        assertThat(files())
                .hasSize(
                        before.size() - change.removed().size() + change.added().size());
        assertThat(change.rowsRead()).isEqualTo(change.rowsWritten());
        assertThat(Verifier.verify(format, table, change, Instant.now()).problems())
                .isEmpty();
    }

    @Test
    public void a_second_plan_finds_nothing_to_do() {
        compact(plan(), new WatchedPassage(RUN, file -> {}));
        Set<StoredFile> after = listed();

        assertThat(plan().steps()).isEmpty();
        assertThat(listed()).isEqualTo(after);
    }

    @Test
    public void every_file_is_announced_before_it_is_there_and_bears_the_runs_id() {
        List<Location> early = new ArrayList<>();
        WatchedPassage passage = new WatchedPassage(RUN, file -> {
            if (store().find(file).isPresent()) {
                early.add(file);
            }
        });
        Set<Location> before = locations(listed());

        Change change = compact(plan(), passage).change().orElseThrow();

        assertThat(early).isEmpty();
        assertThat(passage.written()).isNotEmpty().allMatch(file -> file.name().contains(RUN));
        assertThat(passage.written()).hasSameSizeAs(change.added());
        Set<Location> named = locations(listed()).stream()
                .filter(file -> !before.contains(file) && file.toString().contains(RUN))
                .collect(Collectors.toSet());
        assertThat(named).containsExactlyInAnyOrderElementsOf(passage.written());
    }

    @Test
    public void an_append_after_the_plan_does_not_make_it_stale() {
        MaintenancePlan plan = plan();
        append(table);
        Object rows = rows(table);

        assertThat(compact(plan, new WatchedPassage(RUN, file -> {})).kind()).isEqualTo(StepOutcome.Kind.DONE);

        assertThat(rows(table)).isEqualTo(rows);
    }

    @Test
    public void an_append_in_the_midst_of_the_work_does_not_keep_the_commit_out() {
        List<Object> rows = new ArrayList<>();
        WatchedPassage passage = new WatchedPassage(RUN, file -> {
            if (rows.isEmpty()) {
                append(table);
                rows.add(rows(table));
            }
        });

        assertThat(compact(plan(), passage).kind()).isEqualTo(StepOutcome.Kind.DONE);

        assertThat(rows).containsExactly(rows(table));
    }

    @Test
    public void a_step_none_of_whose_groups_is_left_conflicts_before_anything_is_written() {
        MaintenancePlan plan = plan();
        ((Step.Compact) plan.steps().get(0))
                .groups()
                .forEach(group -> deleteFile(table, group.inputs().get(0).path()));
        Set<StoredFile> before = listed();
        WatchedPassage passage = new WatchedPassage(RUN, file -> {});

        assertThat(compact(plan, passage).kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);

        assertThat(passage.written()).isEmpty();
        assertThat(listed()).isEqualTo(before);
    }

    @Test
    public void gives_way_to_another_writer_and_leaves_no_file_behind() {
        MaintenancePlan plan = plan();
        List<Object> theirs = new ArrayList<>();
        List<StoredFile> there = new ArrayList<>();
        WatchedPassage passage = new WatchedPassage(RUN, file -> {
            if (theirs.isEmpty()) {
                deleteFile(table, anInput(plan));
                theirs.add(rows(table));
                there.addAll(listed());
            }
        });

        assertThat(compact(plan, passage).kind()).isEqualTo(StepOutcome.Kind.CONFLICTED);

        assertThat(theirs).containsExactly(rows(table));
        assertThat(listed()).containsExactlyInAnyOrderElementsOf(there);
    }

    @Test
    public void a_commit_whose_answer_is_lost_ends_unknown_and_nothing_is_cleaned_up() {
        Object rows = rows(table);
        MaintenancePlan plan = plan();
        WatchedPassage passage = new WatchedPassage(RUN, file -> {});
        TableFormat cut = format(new FaultyStore(store(), new Machine(commitWithoutAnswer())));

        StepOutcome outcome = cut.changer()
                .compact(Overdue.approved(plan), (Step.Compact) plan.steps().get(0), passage);

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.UNKNOWN);
        assertThat(outcome.mayCleanUp()).isFalse();
        assertThat(passage.written())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(store().find(file)).isPresent());
        assertThat(rows(table)).isEqualTo(rows);
        assertThat(plan().steps()).as("the commit did go in").isEmpty();
    }

    @Test
    public void says_what_is_there_instead_of_a_table() {
        store().putIfAbsent(folder().resolve("elsewhere/notes.txt"), new byte[0]);

        notFound(at(folder().resolve("elsewhere")), "notes.txt");
        notFound(at(folder().resolve("nowhere")), "Nothing is there");
    }

    private void notFound(TableRef absent, String words) {
        assertThatThrownBy(() -> format.inspect(absent))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND))
                .hasMessageContaining(absent.toString())
                .hasMessageContaining(words);
    }

    private MaintenancePlan plan() {
        return Overdue.plan(format, table, Instant.now());
    }

    private StepOutcome compact(MaintenancePlan plan, WatchedPassage passage) {
        return format.changer()
                .compact(Overdue.approved(plan), (Step.Compact) plan.steps().get(0), passage);
    }

    private static String anInput(MaintenancePlan plan) {
        return ((Step.Compact) plan.steps().get(0))
                .groups()
                .get(0)
                .inputs()
                .get(0)
                .path();
    }

    private List<DataFile> files() {
        try (Stream<DataFile> files = format.inspect(table).files()) {
            return files.toList();
        }
    }

    /** Every file of the table, its metadata too, with size and time. */
    private Set<StoredFile> listed() {
        try (Stream<StoredFile> files = store().list(Location.parse(table.address()))) {
            return files.collect(Collectors.toSet());
        }
    }

    private static Set<Location> locations(Set<StoredFile> files) {
        Set<Location> locations = new HashSet<>();
        files.forEach(file -> locations.add(file.location()));
        return locations;
    }
}
