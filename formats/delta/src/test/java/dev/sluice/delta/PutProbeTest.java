/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bucket;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.Store.DeleteOutcome;
import dev.sluice.core.table.TableRef;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.RiggedStore;
import dev.sluice.testkit.WatchedPassage;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a service that nobody vouches for puts a file only where there is none: tried before anything is committed. */
class PutProbeTest {

    private static final String RUN = "20261129T000000-probe";
    private static final Bucket BUCKET = new Bucket("https://s3.internal:9000", "lake");

    @TempDir
    private Path folder;

    private Orders orders;
    private TableRows rows;
    private List<String> before;
    private final Map<String, RiggedStore.Instead> rigged = new HashMap<>();
    private final List<Location> put = new ArrayList<>();
    private final List<Location> announcedTooLate = new ArrayList<>();
    private final WatchedPassage passage = new WatchedPassage(RUN, this::announced);

    @BeforeEach
    void a_fragmented_table_on_a_service_that_nobody_vouches_for() {
        orders = Orders.create(folder.resolve("orders"), 3);
        rows = TableRows.of(orders.location());
        before = orders.dataFiles();
        rigged.put("unproven", (store, arguments) -> Optional.of(BUCKET));
        rigged.put("putIfAbsent", (store, arguments) -> {
            put.add((Location) arguments[0]);
            return store.putIfAbsent((Location) arguments[0], (byte[]) arguments[1]);
        });
    }

    private void announced(Location file) {
        if (put.contains(file)) {
            announcedTooLate.add(file);
        }
    }

    @Test
    void two_puts_of_which_the_second_is_refused_prove_it_and_leave_nothing_behind() {
        StepOutcome outcome = compact();

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(passage.isProven(BUCKET)).isTrue();
        assertThat(put).hasSize(3).first().isEqualTo(scratch());
        assertThat(put.get(1)).isEqualTo(scratch());
        assertThat(passage.written()).contains(scratch());
        assertThat(announcedTooLate).isEmpty();
        assertThat(new LocalStore().find(scratch())).isEmpty();
        assertThat(TableRows.of(orders.location())).isEqualTo(rows);
    }

    @Test
    void what_a_run_has_found_out_of_late_is_not_tried_again() {
        passage.proves(BUCKET);

        assertThat(compact().kind()).isEqualTo(StepOutcome.Kind.DONE);

        assertThat(put).hasSize(1).doesNotContain(scratch());
        assertThat(passage.written()).doesNotContain(scratch());
    }

    @Test
    void where_somebody_vouches_nothing_is_tried() {
        rigged.put("unproven", (store, arguments) -> Optional.empty());

        assertThat(compact().kind()).isEqualTo(StepOutcome.Kind.DONE);

        assertThat(put).hasSize(1).doesNotContain(scratch());
    }

    @Test
    void a_service_that_overwrites_is_refused_before_anything_is_written_into_the_table() {
        rigged.put("putIfAbsent", (store, arguments) -> {
            put.add((Location) arguments[0]);
            store.replace((Location) arguments[0], (byte[]) arguments[1]);
            return Store.PutOutcome.CREATED;
        });

        assertThatThrownBy(this::compact).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.UNSAFE);
            assertThat(e.subject()).isEqualTo(orders.location().toString());
            assertThat(e.reason())
                    .startsWith("The bucket lake at https://s3.internal:9000 overwrites a file")
                    .contains("two writers would lose each other's commits", "If-None-Match");
        });

        assertThat(passage.isProven(BUCKET)).isFalse();
        assertThat(passage.written()).containsExactly(scratch());
        assertThat(orders.dataFiles()).isEqualTo(before);
        assertThat(orders.versionsOf("OPTIMIZE")).isEmpty();
    }

    @Test
    void a_put_without_an_answer_proves_nothing_and_the_file_is_known_to_the_journal() {
        rigged.put("putIfAbsent", (store, arguments) -> {
            throw new GateException(Fault.UNANSWERED, String.valueOf(arguments[0]), "No answer came.");
        });

        assertThatThrownBy(this::compact)
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNANSWERED));

        assertThat(passage.isProven(BUCKET)).isFalse();
        assertThat(passage.written()).containsExactly(scratch());
    }

    @Test
    void where_nothing_can_be_deleted_nothing_is_begun() {
        rigged.put(
                "delete",
                (store, arguments) ->
                        List.of(new DeleteOutcome(scratch(), DeleteOutcome.Kind.FAILED, "Access denied.")));

        assertThatThrownBy(this::compact).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.STORAGE);
            assertThat(e.reason()).endsWith("Access denied.");
        });

        assertThat(orders.versionsOf("OPTIMIZE")).isEmpty();
        assertThat(passage.written()).containsExactly(scratch());
    }

    @Test
    void looking_at_a_table_tries_nothing() {
        TableFormat format = format();

        plan();
        format.leftovers(format.inspect(table()), new Retention(Retention.FLOOR));

        assertThat(put).isEmpty();
    }

    private Location scratch() {
        return orders.location().resolve("sluice-probe-" + RUN);
    }

    private StepOutcome compact() {
        MaintenancePlan plan = plan();
        return format().changer()
                .compact(Overdue.approved(plan), (Step.Compact) plan.steps().get(0), passage);
    }

    private MaintenancePlan plan() {
        return Overdue.plan(format(), table(), Instant.now());
    }

    private DeltaFormat format() {
        return new DeltaFormat(
                RiggedStore.of(new LocalStore(), rigged),
                Clock.systemUTC(),
                new RewriteLimits(1, Bytes.ofMebibytes(64)));
    }

    private TableRef table() {
        return new TableRef("delta", orders.location().toString());
    }
}
