/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.run.Journal;
import dev.sluice.core.run.RunId;
import dev.sluice.core.store.Location;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.testkit.FaultPlan.Event;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** A faulty journal on a sound machine is a journal like any other; on another machine it fails exactly as planned. */
class FaultyJournalTest extends JournalContract {

    private static final RunId RUN = new RunId("20261129T000000-aaaaaa");
    private static final Location FILE = Location.local("/table/part.parquet");

    private InMemoryJournal below = new InMemoryJournal(Clock.systemUTC());

    @Override
    protected Journal empty(Clock clock) {
        below = new InMemoryJournal(clock);
        return new FaultyJournal(below, Machine.sound());
    }

    @Test
    void a_write_fails_before_or_after_its_effect() {
        Journal before = new FaultyJournal(below, new Machine(FaultPlan.nth(1, Event.FAILS_BEFORE)));
        refused(before);
        assertThat(below.written(RUN)).isEmpty();

        Journal after = new FaultyJournal(below, new Machine(FaultPlan.nth(1, Event.FAILS_AFTER)));
        refused(after);
        assertThat(below.written(RUN)).containsExactly(FILE);
        assertThat(after.written(RUN)).containsExactly(FILE);
    }

    @Test
    void without_power_it_neither_writes_nor_answers() {
        Journal journal = new FaultyJournal(below, new Machine(FaultPlan.nth(1, Event.POWER_CUT_BEFORE)));
        refused(journal);
        refused(journal);

        assertThat(below.written(RUN)).isEmpty();
        assertThatThrownBy(() -> journal.written(RUN)).hasMessageContaining("The power is cut");
    }

    private static void refused(Journal journal) {
        assertThatThrownBy(() -> journal.writes(RUN, FILE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE));
    }
}
