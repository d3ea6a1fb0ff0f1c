/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.core;

import static dev.sluice.core.testing.TableBuilder.aTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.fleet.FleetReport;
import dev.sluice.core.fleet.FleetRow;
import dev.sluice.core.fleet.Ranking;
import dev.sluice.core.fleet.Terms;
import dev.sluice.core.fleet.Throughput;
import dev.sluice.core.fleet.Worth;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.TableChanger;
import dev.sluice.core.format.TableFormat;
import dev.sluice.core.format.Traces;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.report.Proposal;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.Objection;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.table.TableState;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.TestClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class FleetTest {

    private final TestClock clock = TestClock.at("2026-11-29T03:00:00Z");
    private final List<String> events = new ArrayList<>();
    private final InMemoryJournal journal = new InMemoryJournal(clock, events);
    private final ManyTables format = new ManyTables();
    private final Formats formats = new Formats(List.of(format));
    private final Recorder recorder = new Recorder(journal, new InMemoryLeases(), Watcher.NONE, clock, new Random(1));
    private final Fleet fleet = new Fleet(formats, recorder);
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private int atOnce = 4;
    private boolean lists;

    @Test
    void ranks_by_what_is_saved_and_tells_the_figures_that_a_plan_would() {
        fragmented("/lake/a", 12);
        fragmented("/lake/b", 40);
        fragmented("/lake/healthy", 3);

        FleetReport report = survey();

        assertThat(report.rows())
                .extracting(FleetRow::place)
                .containsExactly("fake:/lake/b", "fake:/lake/a", "fake:/lake/healthy");
        for (FleetRow row : report.rows()) {
            Proposal proposal = new Gate(formats, new EmbeddedEngine(formats), recorder)
                    .plan(row.table().orElseThrow(), TestGate.nightly());
            FleetRow.Figures figures = row.figures().orElseThrow();
            assertThat(figures.files()).isEqualTo(proposal.assessment().health().files());
            assertThat(figures.smallFiles())
                    .isEqualTo(proposal.assessment().health().smallFiles());
            assertThat(figures.verdict())
                    .isEqualTo(proposal.assessment().verdict().level());
            List<Step.Compact> steps = proposal.plan().steps().stream()
                    .map(Step.Compact.class::cast)
                    .toList();
            assertThat(row.worth().filesRewritten())
                    .isEqualTo(steps.stream().mapToLong(Step.Compact::inputs).sum());
            assertThat(row.worth().filesWritten())
                    .isEqualTo(steps.stream().mapToLong(Step.Compact::outputs).sum());
            assertThat(row.worth().commits()).isEqualTo(steps.size());
        }
        assertThat(report.due()).isEqualTo(2);
        assertThat(report.worth().filesSaved()).isEqualTo(50);
        assertThat(report.files()).isEqualTo(55);
    }

    @Test
    void writes_nothing_and_keeps_no_plan() {
        fragmented("/lake/a", 40);

        assertThat(survey().due()).isEqualTo(1);
        assertThat(events).isEmpty();
        assertThat(journal.runs(10)).isEmpty();
    }

    @Test
    void a_table_that_breaks_is_one_row_with_its_fault() {
        fragmented("/lake/a", 40);
        format.breaks(
                "/lake/gone", () -> new GateException(Fault.TABLE_NOT_FOUND, "fake:/lake/gone", "Nothing is there."));
        format.breaks("/lake/odd", () -> new IllegalStateException("an odd byte"));
        format.breaks("/lake/huge", () -> new OutOfMemoryError("Java heap space"));

        FleetReport report = survey();

        assertThat(report.rows())
                .extracting(FleetRow::place, FleetRow::verdict, FleetRow::why)
                .containsExactly(
                        tuple("fake:/lake/a", "WARNING", "40 of 40 files are small (100%, limit 50%)"),
                        tuple("fake:/lake/gone", "TABLE_NOT_FOUND", "Nothing is there."),
                        tuple("fake:/lake/huge", "INTERNAL", "OutOfMemoryError: Java heap space."),
                        tuple("fake:/lake/odd", "INTERNAL", "IllegalStateException: an odd byte."));
        assertThat(report.broken()).isEqualTo(3);
        assertThat(report.tables()).isEqualTo(4);
    }

    @Test
    void a_place_that_could_not_be_looked_into_is_a_row_and_no_table() {
        fragmented("/lake/a", 40);
        GateException locked = new GateException(Fault.STORAGE, "/lake/locked", "Could not list it.");

        FleetReport report = survey(Sighting.blocked("/lake/locked", locked));

        assertThat(report.rows()).extracting(FleetRow::place).containsExactly("fake:/lake/a", "/lake/locked");
        assertThat(report.tables()).isEqualTo(1);
        assertThat(report.blocked()).isEqualTo(1);
        assertThat(report.broken()).isZero();
    }

    @Test
    void a_table_that_may_only_be_looked_at_has_its_figures_and_the_reason_and_saves_nothing() {
        format.add(aTable().named(new TableRef("fake", "/lake/a"))
                .withFiles(40, Bytes.ofMebibytes(1))
                .objecting(Objection.Kind.UNSUPPORTED, "It uses the feature \"icebergCompatV2\".")
                .build());

        FleetRow row = survey().rows().get(0);

        assertThat(row.isRead()).isTrue();
        assertThat(row.verdict()).isEqualTo("WARNING");
        assertThat(row.why()).isEqualTo("It uses the feature \"icebergCompatV2\".");
        assertThat(row.worth()).isEqualTo(Worth.NOTHING);
    }

    @Test
    void lists_what_lies_about_only_when_asked_to() {
        fragmented("/lake/a", 40);
        format.leftovers = new Leftovers(
                7,
                Bytes.ofMebibytes(70),
                List.of(new StoredFile(Location.local("/lake/a/old"), Bytes.ofMebibytes(10), clock.instant())));

        assertThat(survey().worth().clutter()).isEmpty();
        assertThat(format.listings).hasValue(0);
        lists = true;
        assertThat(survey().worth().clutter())
                .contains(new Worth.Clutter(7, Bytes.ofMebibytes(70), 1, Bytes.ofMebibytes(10)));
    }

    @Test
    void a_listing_that_fails_leaves_the_plan_as_it_is_and_is_told_of() {
        fragmented("/lake/a", 40);
        lists = true;
        format.listingFails = true;

        FleetRow row = survey().rows().get(0);

        assertThat(row.worth().filesSaved()).isEqualTo(39);
        assertThat(row.worth().clutter()).isEmpty();
        assertThat(row.why()).isEqualTo("/lake/a/locked: Could not list it.");
    }

    @Test
    void looks_at_several_tables_at_a_time_and_at_no_more_than_it_may() {
        atOnce = 3;
        for (int i = 0; i < 12; i++) {
            fragmented("/lake/t" + i, 12);
        }
        format.together = new CountDownLatch(atOnce);

        assertThat(survey().rows()).hasSize(12);
        assertThat(format.most).hasValue(atOnce);
    }

    @Test
    void tells_how_far_it_is() {
        fragmented("/lake/a", 12);
        fragmented("/lake/b", 12);

        survey();

        assertThat(told).contains("0/1", "all 2", "2/2");
    }

    private void fragmented(String address, int files) {
        format.add(aTable().named(new TableRef("fake", address))
                .withFiles(files, Bytes.ofMebibytes(1))
                .build());
    }

    private FleetReport survey(Sighting... besides) {
        List<Sighting> sightings = new ArrayList<>(List.of(besides));
        format.tables.keySet().forEach(address -> sightings.add(Sighting.of(new TableRef("fake", address))));
        Fleet.Watch watch = new Fleet.Watch() {
            @Override
            public void progress(long done, long found) {
                told.add(done + "/" + found);
            }

            @Override
            public void searched(long found) {
                told.add("all " + found);
            }
        };
        Terms terms = new Terms(lists, atOnce, Ranking.FILES, Throughput.STATED, Optional.empty());
        return fleet.survey(List.of("/lake"), sightings.stream(), table -> TestGate.nightly(), terms, watch);
    }

    /** A format of many tables, some of which break. */
    private static final class ManyTables implements TableFormat {
        private final Map<String, Supplier<TableState>> tables = new LinkedHashMap<>();
        private final AtomicInteger listings = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private Leftovers leftovers = Leftovers.NONE;
        private boolean listingFails;
        private CountDownLatch together = new CountDownLatch(0);

        void add(TableState table) {
            tables.put(table.table().address(), () -> table);
        }

        void breaks(String address, Supplier<Throwable> thrown) {
            tables.put(address, () -> ManyTables.<RuntimeException>fail(thrown.get()));
        }

        @SuppressWarnings("unchecked") // so that whatever a library may throw can be thrown
        private static <T extends Throwable> TableState fail(Throwable thrown) throws T {
            throw (T) thrown;
        }

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public boolean livesAt(Location location) {
            return tables.containsKey(location.toString());
        }

        @Override
        public TableState inspect(TableRef table) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            try {
                together.countDown();
                assertThat(together.await(30, TimeUnit.SECONDS)).isTrue();
                return Objects.requireNonNull(tables.get(table.address())).get();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                now.decrementAndGet();
            }
        }

        @Override
        public TableState inspect(TableRef table, long version) {
            return inspect(table);
        }

        @Override
        public Leftovers leftovers(TableState state, Retention retention) {
            listings.incrementAndGet();
            if (listingFails) {
                throw new GateException(Fault.STORAGE, "/lake/a/locked", "Could not list it.");
            }
            return leftovers;
        }

        @Override
        public Traces traces(TableRef table, List<Location> written) {
            throw new UnsupportedOperationException();
        }

        @Override
        public TableChanger changer() {
            throw new UnsupportedOperationException("A fleet changes nothing");
        }
    }
}
