/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.table.TableRef;
import dev.sluice.emulator.S3Emulator;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.RiggedStore;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that the store has put into an archive: they are neither read nor removed. */
class IcebergArchiveTest {

    private static final TableRef TABLE = S3Lake.TABLE;
    private static final String FIRST = Events.DAYS.get(0);
    private static final String SECOND = Events.DAYS.get(1);

    @TempDir
    private Path folder;

    private S3Emulator service;
    private S3Lake lake;
    private Events events;

    @BeforeEach
    void a_table_on_s3() {
        service = S3Emulator.inMemory("lake");
        lake = new S3Lake(service, folder, "s3://lake/warehouse", 2);
        events = lake.events();
    }

    @AfterEach
    void close() throws IOException {
        lake.close();
        service.close();
    }

    @Test
    void a_group_with_an_archived_file_is_left_out_and_the_others_are_compacted() {
        List<String> rows = events.rows();
        Location archived = place(events.files().get(0));
        String day = archived.path().contains(FIRST) ? FIRST : SECOND;

        Change change = compact(format(archived::equals)).change().orElseThrow();

        assertThat(change.removed()).hasSize(3).noneMatch(path -> path.contains(day));
        assertThat(change.notes())
                .contains(
                        "The group of 3 files in day=%s was left out: one of them lies in an archive.".formatted(day));
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void a_group_whose_deletes_are_archived_is_left_out_and_the_deletes_stay() {
        DataFile first = events.files().stream()
                .filter(file -> file.location().contains(FIRST))
                .findFirst()
                .orElseThrow();
        events.deletePositions(first, 0);
        events.deleteIds(SECOND, 2);
        Location byPosition = events.deletes().stream()
                .filter(delete -> delete.location().contains(FIRST))
                .map(IcebergArchiveTest::place)
                .findFirst()
                .orElseThrow();
        List<String> rows = events.rows();

        Change change = compact(format(byPosition::equals)).change().orElseThrow();

        assertThat(change.removed()).hasSize(3).allMatch(path -> path.contains(SECOND));
        assertThat(change.notes())
                .contains("The group of 3 files in day=%s was left out: the deletes of one of them lie in an archive."
                        .formatted(FIRST));
        assertThat(events.deletes()).extracting(IcebergArchiveTest::place).containsExactly(byPosition);
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void deletes_that_apply_to_what_is_left_out_too_stay_as_well() {
        events.table().updateSpec().removeField("day").commit();
        Events later = lake.loaded();
        later.table()
                .newRowDelta()
                .addDeletes(later.writeEqualityDeletesEverywhere(0, 1, 1_000_000))
                .commit();
        List<String> rows = later.rows();

        Change change = compact(format(place(of(FIRST))::equals)).change().orElseThrow();

        assertThat(change.removed()).hasSize(3).allMatch(path -> path.contains(SECOND));
        later.table().refresh();
        assertThat(later.deletes()).hasSize(1);
        assertThat(later.rows()).isEqualTo(rows);
    }

    private DataFile of(String day) {
        return events.files().stream()
                .filter(file -> file.location().contains(day))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void where_every_group_holds_an_archived_file_nothing_is_begun_and_nothing_has_failed() {
        long version = events.table().currentSnapshot().snapshotId();

        StepOutcome outcome = compact(format(file -> file.path().endsWith(".parquet")));

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.SKIPPED);
        assertThat(outcome.text()).contains("lies in an archive", "where");
        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(version);
    }

    @Test
    void archived_files_are_found_where_nothing_may_be_listed() {
        Location archived = place(of(FIRST));
        Store unlisted = RiggedStore.of(store(archived::equals), Map.of("listFrom", (below, arguments) -> {
            throw new GateException(Fault.STORAGE, "s3://lake", "Listing is not allowed.");
        }));

        Change change = compact(format(unlisted)).change().orElseThrow();

        assertThat(change.removed()).hasSize(3).allMatch(path -> path.contains(SECOND));
    }

    @Test
    void what_only_forgotten_versions_hold_and_is_archived_stays() {
        Location archived = place(of(FIRST));
        assertThat(compact(format(file -> false)).change()).isPresent();
        events.append(FIRST);
        List<String> rows = events.rows();
        IcebergFormat format = format(archived::equals);

        StepOutcome outcome = expire(format);

        assertThat(outcome.text()).contains("; 1 more lie in an archive and stay there.");
        assertThat(outcome.expiration().orElseThrow().dataFiles()).isEqualTo(5);
        assertThat(outcome.expiration().orElseThrow().failed()).isEmpty();
        assertThat(lake.stores().find(archived)).isPresent();
        assertThat(events.table().snapshots()).hasSize(1);
        assertThat(events.rows()).isEqualTo(rows);
    }

    private static StepOutcome expire(IcebergFormat format) {
        Expiry now = new Expiry(RemovalMode.APPLY, Duration.ZERO, 1, false);
        Expirable found = format.expirable(format.inspect(TABLE), now);
        Step.Expire step = new Step.Expire(
                found.versions(),
                now.cutoff(Instant.now()),
                now.retainLast(),
                found.files(),
                found.bytes(),
                found.resumesFrom());
        MaintenancePlan plan = IcebergPass.plan(format, TABLE);
        return format.changer().expire(Overdue.approved(plan), step, new WatchedPassage("expire", file -> {}));
    }

    private static StepOutcome compact(IcebergFormat format) {
        return IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {});
    }

    private static Location place(org.apache.iceberg.ContentFile<?> file) {
        return IcebergPath.location(file.location());
    }

    private IcebergFormat format(Predicate<Location> isArchived) {
        return format(store(isArchived));
    }

    private IcebergFormat format(Store store) {
        CatalogSettings catalog = new CatalogSettings(
                "lakehouse", CatalogKind.JDBC, Optional.of(lake.uri()), Optional.empty(), Optional.empty(), Map.of());
        return new IcebergFormat(
                store,
                new Catalogs(store, List.of(catalog)),
                Clock.systemUTC(),
                new RewriteLimits(1, Bytes.ofMebibytes(64)));
    }

    /** The store where some files say that they are archived, and let nobody read them, as the service would. */
    private Store store(Predicate<Location> isArchived) {
        return RiggedStore.of(
                RiggedStore.archiving(lake.stores(), file -> isArchived.test(file.location())),
                Map.of("open", (below, arguments) -> {
                    Location file = (Location) arguments[0];
                    if (isArchived.test(file)) {
                        throw new GateException(Fault.STORAGE, file.toString(), "It is archived.");
                    }
                    return below.open(file);
                }));
    }
}
