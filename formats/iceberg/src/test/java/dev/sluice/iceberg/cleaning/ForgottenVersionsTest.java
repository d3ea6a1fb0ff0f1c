/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.cleaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.iceberg.Events;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.IcebergPass;
import dev.sluice.iceberg.Rival;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.iceberg.version.IcebergState;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultPlan.Event;
import dev.sluice.testkit.FaultyStore;
import dev.sluice.testkit.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A version that another writer makes the table forget while it is read is gone; that is no damage to the table. */
class ForgottenVersionsTest {

    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir
    private Path folder;

    private final IcebergFormat format = IcebergPass.format();

    /** All that is read of a version that was found. */
    private enum Look {
        FILES,
        HISTORY,
        SMALL_MANIFESTS,
        LEFTOVERS,
        EXPIRABLE;

        void at(IcebergFormat format, IcebergState state) {
            switch (this) {
                case FILES -> state.files().forEach(file -> {});
                case HISTORY -> state.history();
                case SMALL_MANIFESTS -> state.smallManifests(Set.of(), 10);
                case LEFTOVERS -> format.leftovers(state, new Retention(WEEK));
                case EXPIRABLE -> format.expirable(state, new Expiry(RemovalMode.APPLY, WEEK, 1, false));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatever_is_looked_at(Look look) {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        IcebergState read = IcebergPass.newest(format, events.ref());

        Rival.APPENDS_TWICE_AND_EXPIRES.act(Events.at(events.folder()));

        assertThatThrownBy(() -> look.at(format, read))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.VERSION_FORGOTTEN))
                .hasMessageContaining(
                        "Another writer has made it forget version %d while it was read.".formatted(read.version()));
    }

    @ParameterizedTest
    @EnumSource(
            names = {"SMALL_MANIFESTS", "HISTORY"},
            mode = EnumSource.Mode.EXCLUDE)
    void a_file_that_is_missing_of_a_version_that_is_kept_is_damage(Look look) throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        IcebergState read = IcebergPass.newest(format, events.ref());
        ManifestFile manifest =
                read.snapshot().orElseThrow().allManifests(events.table().io()).get(0);
        events.append(Events.DAYS.get(0));

        Files.delete(Path.of(manifest.path()));

        assertThatThrownBy(() -> look.at(format, IcebergPass.newest(format, events.ref())))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED));
    }

    /** What cannot be told of the table now does not hide what was wrong with it. */
    @Test
    void where_the_table_cannot_be_looked_at_again_the_first_failure_is_told() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        IcebergState read = IcebergPass.newest(format, events.ref());
        String manifest = read.snapshot()
                .orElseThrow()
                .allManifests(events.table().io())
                .get(0)
                .path();
        Files.delete(Path.of(manifest));
        try (var all = Files.list(events.folder().resolve("metadata"))) {
            for (Path metadata :
                    all.filter(file -> file.toString().endsWith(".json")).toList()) {
                Files.writeString(metadata, "{");
            }
        }

        assertThatThrownBy(() -> read.files().toList())
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_DAMAGED))
                .hasMessageContaining(manifest);
    }

    /** Before its files are looked up, and before they are read. */
    @ParameterizedTest
    @ValueSource(strings = {".avro", ".parquet"})
    void a_compaction_whose_version_is_forgotten_gives_way_and_leaves_nothing(String opened) throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());

        AtomicBoolean acted = new AtomicBoolean();
        IcebergFormat overtaken = on(new Machine(operation -> {
            if (operation.name().equals("open")
                    && operation.subject().endsWith(opened)
                    && acted.compareAndSet(false, true)) {
                Rival.OVERWRITES_ALL.act(Events.at(events.folder()));
                Rival.APPENDS_TWICE_AND_EXPIRES.act(Events.at(events.folder()));
            }
            return Event.NOTHING;
        }));

        StepOutcome outcome = IcebergPass.compact(overtaken, plan, file -> {});

        assertThat(outcome)
                .isEqualTo(new StepOutcome.Conflicted(
                        "Another writer has made it forget version %d while it was read.".formatted(plan.version())));
        assertThat(Events.at(events.folder()).files()).hasSize(3);
        try (var files = Files.walk(events.folder())) {
            assertThat(files.filter(file -> file.toString().contains(IcebergPass.RUN)))
                    .isEmpty();
        }
    }

    /** The catalog has refused the first attempt, so that it is known how that ended. */
    @Test
    void a_commit_that_was_refused_gives_way_where_the_next_attempt_reads_what_is_forgotten() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        MaintenancePlan plan = IcebergPass.plan(format, events.ref());
        List<Consumer<Events>> acts =
                new ArrayList<>(List.of(Rival.APPENDS::act, Rival.APPENDS_TWICE_AND_EXPIRES::act));
        IcebergFormat overtaken = on(new Machine(operation -> {
            boolean commits = operation.name().equals("putIfAbsent")
                    && operation.subject().endsWith(".metadata.json");
            boolean reads =
                    operation.name().equals("open") && operation.subject().endsWith(".avro");
            if ((commits && acts.size() == 2) || (reads && acts.size() == 1)) {
                acts.remove(0).accept(Events.at(events.folder()));
            }
            return Event.NOTHING;
        }));

        StepOutcome outcome = IcebergPass.compact(overtaken, plan, file -> {});

        assertThat(acts).isEmpty();
        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(outcome.text()).contains("Another writer has made it forget version");
    }

    /** What is taken for read, and was not, would be taken for unreferenced. */
    @Test
    void what_a_look_did_not_get_to_is_read_by_the_next() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        IcebergTable before = IcebergPass.load(format, events.ref());
        events.append(Events.DAYS.get(0));
        events.append(Events.DAYS.get(1));
        Machine sound = Machine.sound();
        References.of(before).include(IcebergPass.load(on(sound), events.ref()));
        int failures = 0;

        for (int n = 1; n <= sound.operations().size(); n++) {
            References references = References.of(before);
            try {
                references.include(
                        IcebergPass.load(on(new Machine(FaultPlan.nth(n, Event.FAILS_BEFORE))), events.ref()));
            } catch (RuntimeException e) {
                failures++;
            }

            references.include(IcebergPass.load(format, events.ref()));

            for (DataFile file : events.files()) {
                assertThat(references.mayRefer(IcebergPath.location(file.location())))
                        .as("%s after a failure of operation %d", file.location(), n)
                        .isTrue();
            }
        }
        assertThat(failures).isPositive();
    }

    private static IcebergFormat on(Machine machine) {
        FaultyStore store = new FaultyStore(new LocalStore(), machine);
        return new IcebergFormat(
                store, new Catalogs(store, List.of()), Clock.systemUTC(), new RewriteLimits(1, Bytes.ofMebibytes(64)));
    }
}
