/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoreInput;
import dev.sluice.core.store.StoreOutput;
import dev.sluice.core.store.StoredFile;
import dev.sluice.testkit.FaultPlan.Event;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A faulty store on a sound machine is a store like any other; on another machine it fails exactly as planned. */
class FaultyStoreTest extends StoreContract {

    private static final Location FOLDER = Location.local("/table");
    private static final Location FILE = FOLDER.resolve("part.parquet");

    private final MemoryStore below = new MemoryStore();
    private final Store sound = new FaultyStore(below, Machine.sound());

    @Override
    protected Store store() {
        return sound;
    }

    @Override
    protected Location folder() {
        return FOLDER;
    }

    @Test
    void a_put_that_fails_before_its_effect_puts_nothing() {
        Store store = on(new Machine(FaultPlan.nth(1, Event.FAILS_BEFORE)));

        refused(() -> store.putIfAbsent(FILE, content()));

        assertThat(below.find(FILE)).isEmpty();
        assertThat(store.putIfAbsent(FILE, content())).isEqualTo(Store.PutOutcome.CREATED);
    }

    @Test
    void a_put_that_fails_after_its_effect_has_put_the_whole_file() {
        Store store = on(new Machine(FaultPlan.nth(1, Event.FAILS_AFTER)));

        refused(() -> store.putIfAbsent(FILE, content()));

        assertThat(below.find(FILE)).isPresent();
        assertThat(store.putIfAbsent(FILE, content())).isEqualTo(Store.PutOutcome.EXISTS);
    }

    @Test
    void who_gets_no_answer_cannot_tell_whether_a_put_happened_got_lost_or_comes_late() {
        List<String> told = new ArrayList<>();
        for (Event event : List.of(Event.FAILS_AFTER, Event.GETS_LOST, Event.COMES_LATE)) {
            Location file = FOLDER.resolve(event.name());
            Machine machine = new Machine(FaultPlan.nth(1, event));

            assertThatThrownBy(() -> on(machine).putIfAbsent(file, content()))
                    .isInstanceOfSatisfying(GateException.class, e -> {
                        assertThat(e.fault()).isEqualTo(Fault.UNANSWERED);
                        told.add(e.reason().replace(event.name(), "X"));
                    });

            assertThat(below.find(file).isPresent()).isEqualTo(event == Event.FAILS_AFTER);
            machine.arrive();
            assertThat(below.find(file).isPresent()).isEqualTo(event != Event.GETS_LOST);
        }
        assertThat(told).hasSize(3).containsOnly(told.get(0));
    }

    @Test
    void a_put_that_comes_late_still_yields_to_whoever_was_faster() {
        Machine machine = new Machine(FaultPlan.nth(1, Event.COMES_LATE));
        assertThatThrownBy(() -> on(machine).putIfAbsent(FILE, content())).isInstanceOf(GateException.class);
        below.replace(FILE, new byte[1]);

        machine.arrive();

        assertThat(below.find(FILE)).map(file -> file.size().count()).contains(1L);
    }

    @Test
    void after_a_power_cut_nothing_works_and_nothing_has_an_effect() {
        Machine machine = new Machine(FaultPlan.nth(2, Event.POWER_CUT_AFTER));
        Store store = on(machine);
        store.putIfAbsent(FILE, content());
        refused(() -> store.replace(FILE, new byte[0]));

        refused(() -> store.find(FILE));
        refused(() -> store.holds(FOLDER));
        refused(() -> store.list(FOLDER));
        refused(() -> store.listFrom(FOLDER, ""));
        refused(() -> store.open(FILE));
        refused(() -> store.create(FILE));
        refused(() -> store.putIfAbsent(FOLDER.resolve("other"), content()));
        refused(() -> store.replace(FOLDER.resolve("other"), content()));
        refused(() -> store.delete(List.of(FILE)));

        assertThat(below.find(FILE)).map(file -> file.size().count()).contains(0L);
        assertThat(below.find(FOLDER.resolve("other"))).isEmpty();
        assertThat(machine.isDead()).isTrue();
        assertThat(machine.operations())
                .extracting(FaultPlan.Operation::name)
                .containsExactly("putIfAbsent", "replace");
    }

    @ParameterizedTest
    @EnumSource(value = Event.class, names = "NOTHING", mode = EnumSource.Mode.EXCLUDE)
    void nothing_stays_open_whichever_operation_of_an_output_or_an_input_fails(Event event) {
        below.replace(FOLDER.resolve("old"), content());
        for (int n = 1; n <= 7; n++) {
            Machine machine = new Machine(FaultPlan.nth(n, event));
            Store store = on(machine);
            Location file = FOLDER.resolve("new-" + n);

            refused(() -> {
                try (StoreOutput output = store.create(file)) {
                    output.write(ByteBuffer.wrap(content()));
                    output.write(ByteBuffer.wrap(content()));
                    output.commit();
                }
                try (StoreInput input = store.open(FOLDER.resolve("old"))) {
                    input.readFully(0, ByteBuffer.allocate(2));
                }
            });

            assertThat(below.open).as("open after operation %d", n).hasValue(0);
            boolean committed = n > 4 || (n == 4 && event.comesAfter());
            assertThat(below.find(file).isPresent())
                    .as("there after operation %d", n)
                    .isEqualTo(committed);
        }
    }

    @Test
    void the_power_is_cut_also_by_an_operation_that_would_have_failed_anyway() {
        Machine machine = new Machine(FaultPlan.nth(1, Event.POWER_CUT_AFTER));

        refused(() -> on(machine).open(FILE));

        assertThat(machine.isDead()).isTrue();
    }

    @Test
    void each_element_of_a_listing_may_fail() {
        for (int i = 0; i < 3; i++) {
            below.replace(FOLDER.resolve("f" + i), content());
        }
        List<String> seen = new ArrayList<>();
        Store store = on(new Machine(FaultPlan.nth(3, Event.FAILS_BEFORE)));

        refused(() -> {
            try (Stream<StoredFile> files = store.listFrom(FOLDER, "")) {
                files.forEach(file -> seen.add(file.location().name()));
            }
        });

        assertThat(seen).containsExactly("f0");
    }

    @Test
    void a_deletion_that_fails_alone_is_an_outcome_and_the_others_go_on() {
        List<Location> files = Stream.of("a", "b", "c").map(FOLDER::resolve).toList();
        files.forEach(file -> below.replace(file, content()));
        Store store = on(new Machine(FaultPlan.nth(2, Event.FAILS_BEFORE)));

        assertThat(store.delete(files))
                .extracting(Store.DeleteOutcome::kind)
                .containsExactly(
                        Store.DeleteOutcome.Kind.DELETED,
                        Store.DeleteOutcome.Kind.FAILED,
                        Store.DeleteOutcome.Kind.DELETED);
        assertThat(below.find(files.get(1))).isPresent();
    }

    @Test
    void a_power_cut_among_deletions_leaves_the_rest() {
        List<Location> files = Stream.of("a", "b", "c").map(FOLDER::resolve).toList();
        files.forEach(file -> below.replace(file, content()));
        Store store = on(new Machine(FaultPlan.nth(2, Event.POWER_CUT_AFTER)));

        refused(() -> store.delete(files));

        assertThat(listed(FOLDER)).containsExactly("c");
    }

    @Test
    void somebody_else_acts_once_just_before_the_operation_that_was_named() {
        Store store = on(Machine.sound().before(2, () -> below.replace(FILE, content())));

        assertThat(store.find(FILE)).isEmpty();
        assertThat(store.find(FILE)).isPresent();
        below.delete(List.of(FILE));
        assertThat(store.find(FILE)).isEmpty();
    }

    @Test
    void the_first_operation_of_a_kind_can_be_singled_out() {
        Store store =
                on(new Machine(FaultPlan.first(operation -> operation.name().equals("replace"), Event.FAILS_BEFORE)));

        store.putIfAbsent(FILE, content());
        assertThatThrownBy(() -> store.replace(FILE, content()))
                .hasMessageContaining("It failed before operation 2, replace of " + FILE);
        store.replace(FILE, content());
    }

    private Store on(Machine machine) {
        return new FaultyStore(below, machine);
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isIn(Fault.STORAGE, Fault.UNANSWERED));
    }

    private static byte[] content() {
        return "text".getBytes(StandardCharsets.UTF_8);
    }
}
