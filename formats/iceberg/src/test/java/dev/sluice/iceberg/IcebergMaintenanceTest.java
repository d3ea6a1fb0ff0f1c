/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.Removal;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.health.Leftovers;
import dev.sluice.core.plan.RemovedFile;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.store.Location;
import dev.sluice.core.store.Store;
import dev.sluice.core.store.StoredFile;
import dev.sluice.core.table.SmallManifests;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.table.ContentFiles;
import dev.sluice.iceberg.table.IcebergTable;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.FaultPlan;
import dev.sluice.testkit.FaultyStore;
import dev.sluice.testkit.Machine;
import dev.sluice.testkit.RiggedStore;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forgetting versions and removing files: exactly what the plan says and what nothing kept refers to. */
class IcebergMaintenanceTest {

    private static final String DAY = Events.DAYS.get(0);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Expiry AFTER_A_WEEK = new Expiry(RemovalMode.APPLY, WEEK, 1, false);

    @TempDir
    private Path folder;

    private final Clock later = Clock.fixed(Instant.now().plus(Duration.ofDays(8)), ZoneOffset.UTC);
    private final IcebergFormat format = format(new LocalStore(), later);

    private static IcebergFormat format(Store store, Clock clock) {
        return new IcebergFormat(
                store, new Catalogs(store, List.of()), clock, new RewriteLimits(2, Bytes.ofMebibytes(64)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void forgets_old_versions_and_frees_what_only_they_held(int version) throws IOException {
        Events events = compactedAndAppendedTo(version);
        List<String> rows = events.rows();
        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        assertThat(found.objection()).isEmpty();
        assertThat(found.versions()).hasSize(7);
        assertThat(found.dataFiles()).isEqualTo(6);
        long before = parquetFiles(events);

        Expiration account = expire(format, events.ref(), found).expiration().orElseThrow();

        assertThat(account.versions()).isEqualTo(found.versions());
        assertThat(account.kept()).isEmpty();
        assertThat(account.failed()).isEmpty();
        assertThat(account.dataFiles()).isEqualTo(6);
        assertThat(account.manifests()).isEqualTo(found.manifests());
        assertThat(account.bytes()).isEqualTo(found.bytes());
        assertThat(parquetFiles(events)).isEqualTo(before - 6);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.table().snapshots()).hasSize(1);
        missesNothing(events);
        assertThat(format.expirable(format.inspect(events.ref()), AFTER_A_WEEK).versions())
                .isEmpty();
        assertThat(format.leftovers(format.inspect(events.ref()), new Retention(WEEK))
                        .unreferenced())
                .isZero();
    }

    /** Six appends, one compaction, one append more: eight versions. */
    private Events compactedAndAppendedTo(int version) {
        Events events = Events.create(folder.resolve("t"), version, 3);
        IcebergPass.compact(IcebergPass.format(), events.ref());
        events.append(DAY);
        return events;
    }

    @Test
    void keeps_the_newest_append_so_that_a_stream_can_resume() {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        long append = events.table().currentSnapshot().snapshotId();
        IcebergPass.compact(IcebergPass.format(), events.ref());

        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);

        assertThat(found.versions()).hasSize(5).noneMatch(version -> version.id() == append);
        assertThat(found.resumesFrom())
                .hasValueSatisfying(version -> assertThat(version.id()).isEqualTo(append));
        assertThat(found.dataFiles()).isZero();
    }

    @Test
    void keeps_what_is_young_and_what_is_among_the_newest() {
        Events events = Events.create(folder.resolve("t"), 2, 3);

        assertThat(format(new LocalStore(), Clock.systemUTC())
                        .expirable(format.inspect(events.ref()), AFTER_A_WEEK)
                        .versions())
                .as("younger than a week")
                .isEmpty();
        assertThat(format.expirable(format.inspect(events.ref()), new Expiry(RemovalMode.APPLY, WEEK, 4, false))
                        .versions())
                .as("not among the newest four")
                .hasSize(2);
    }

    @Test
    void keeps_what_the_table_itself_wants_to_keep() {
        Events events = Events.create(folder.resolve("t"), 2, 3, Map.of("history.expire.min-snapshots-to-keep", "5"));
        assertThat(format.expirable(format.inspect(events.ref()), AFTER_A_WEEK).versions())
                .hasSize(1);

        events.table()
                .updateProperties()
                .set(
                        "history.expire.max-snapshot-age-ms",
                        Long.toString(Duration.ofDays(30).toMillis()))
                .commit();

        assertThat(format.expirable(format.inspect(events.ref()), AFTER_A_WEEK).versions())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"history.expire.max-snapshot-age-ms", "history.expire.min-snapshots-to-keep"})
    void what_a_table_wants_to_keep_is_told_by_name_where_it_cannot_be_read(String key) {
        Events events = Events.create(folder.resolve("t"), 2, 3);
        Expirable before = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        events.table().updateProperties().set(key, "many").commit();
        String told = "The property %s asks for \"many\", which is no whole number.".formatted(key);

        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);

        assertThat(before.versions()).isNotEmpty();
        assertThat(found.versions()).isEmpty();
        assertThat(found.objection()).contains(told);
        assertThatThrownBy(() -> expire(format, events.ref(), before)).hasMessageContaining(told);
        assertThat(events.table().snapshots()).hasSize(6);
    }

    @Test
    void keeps_branches_and_tags_and_all_that_they_hold() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        long first = events.table().snapshots().iterator().next().snapshotId();
        events.table()
                .manageSnapshots()
                .createTag("v1", first)
                .createBranch("audit", first)
                .commit();
        events.deleteFile(events.files().get(0).location());
        events.append(DAY);

        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        Expiration account = expire(format, events.ref(), found).expiration().orElseThrow();

        assertThat(account.versions()).isNotEmpty().noneMatch(version -> version.id() == first);
        assertThat(account.dataFiles()).isZero();
        assertThat(events.table().refs()).containsKeys("v1", "audit", "main");
        missesNothing(events);
    }

    @Test
    void a_version_that_was_tagged_since_the_plan_stays() {
        Events events = compactedAndAppendedTo(2);
        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        long first = found.versions().get(0).id();
        events.table().manageSnapshots().createTag("late", first).commit();

        Expiration account = expire(format, events.ref(), found).expiration().orElseThrow();

        assertThat(account.kept()).singleElement().satisfies(kept -> {
            assertThat(kept.version().id()).isEqualTo(first);
            assertThat(kept.reason()).isEqualTo("It is to be kept by now.");
        });
        assertThat(account.versions()).hasSize(6);
        assertThat(account.dataFiles()).as("the tag holds the first file").isEqualTo(5);
    }

    @Test
    void a_vector_of_a_kept_version_keeps_the_file_that_it_shares() throws IOException {
        Events events = Events.create(folder.resolve("t"), 3, 2);
        DataFile first = events.files().get(0);
        events.deletePositions(first, 1);
        List<String> rows = events.rows();

        Expiration account = expire(format, events.ref(), format.expirable(format.inspect(events.ref()), AFTER_A_WEEK))
                .expiration()
                .orElseThrow();

        assertThat(account.deleteFiles()).isZero();
        assertThat(events.rows()).isEqualTo(rows);
        missesNothing(events);
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "FALSE", "no", ""})
    void forgets_nothing_where_others_may_need_the_files(String collected) {
        Events events = Events.create(folder.resolve("t"), 2, 2, Map.of("gc.enabled", collected));
        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        assertThat(found.versions()).isEmpty();
        assertThat(found.objection()).hasValueSatisfying(why -> assertThat(why).contains("gc.enabled=" + collected));
        long first = events.table().snapshots().iterator().next().snapshotId();

        assertThatThrownBy(() -> expire(
                        format,
                        events.ref(),
                        new Expirable(
                                List.of(new Expirable.Version(first, Instant.EPOCH)),
                                0,
                                0,
                                0,
                                Bytes.ZERO,
                                Optional.empty(),
                                Optional.empty())))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNSAFE));
        assertThat(events.table().snapshots()).hasSize(4);
    }

    @Test
    void where_the_answer_to_the_commit_is_lost_no_file_is_deleted() throws IOException {
        Events events = compactedAndAppendedTo(2);
        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        long before = parquetFiles(events);
        Machine machine = new Machine(
                FaultPlan.first(operation -> operation.name().equals("putIfAbsent"), FaultPlan.Event.POWER_CUT_AFTER));
        IcebergFormat cut = format(new FaultyStore(new LocalStore(), machine), later);

        StepOutcome outcome = expire(cut, events.ref(), found);

        assertThat(outcome.kind()).isEqualTo(StepOutcome.Kind.UNKNOWN);
        assertThat(parquetFiles(events)).isEqualTo(before);
        assertThat(events.table().snapshots()).as("the commit did go in").hasSize(1);
        assertThat(format.leftovers(format.inspect(events.ref()), new Retention(WEEK))
                        .unreferenced())
                .as("what was left is found as unreferenced")
                .isGreaterThanOrEqualTo(6);
    }

    @Test
    void removes_exactly_what_the_plan_lists_and_keeps_every_row() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        Path old = stray(events, "data/day=2026-11-01/old.parquet");
        Path other = stray(events, "data/day=2026-11-01/not-on-the-list.parquet");
        List<String> rows = events.rows();
        Leftovers left = format.leftovers(format.inspect(events.ref()), new Retention(WEEK));
        assertThat(left.eligible()).hasSize(2);

        Removal account = remove(events.ref(), left, file -> file.name().equals("old.parquet"));

        assertThat(account.deleted()).containsExactly(Location.local(old));
        assertThat(account.failed()).isEmpty();
        assertThat(old).doesNotExist();
        assertThat(other).exists();
        assertThat(events.rows()).isEqualTo(rows);
        missesNothing(events);
    }

    @Test
    void a_file_that_the_table_came_to_hold_since_the_plan_stays() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        DataFile late = events.write(DAY, 3);
        Files.setLastModifiedTime(
                Path.of(late.location()), FileTime.from(Instant.now().minus(Duration.ofDays(30))));
        Leftovers left = format.leftovers(format.inspect(events.ref()), new Retention(WEEK));
        events.commitAppend(late);
        List<String> rows = events.rows();

        Removal account = remove(events.ref(), left, file -> true);

        assertThat(account.deleted()).isEmpty();
        assertThat(account.kept())
                .singleElement()
                .satisfies(kept -> assertThat(kept.reason()).isEqualTo("The table refers to it by now."));
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void what_is_out_of_use_and_archived_is_counted_and_stays() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 2);
        Path archived = stray(events, "data/day=2026-11-01/archived.parquet");
        Path old = stray(events, "data/day=2026-11-01/old.parquet");
        Leftovers before = format.leftovers(format.inspect(events.ref()), new Retention(WEEK));
        IcebergFormat archiving = format(
                RiggedStore.archiving(
                        new LocalStore(), file -> file.location().name().equals("archived.parquet")),
                later);

        Leftovers left = archiving.leftovers(archiving.inspect(events.ref()), new Retention(WEEK));
        Removal account = remove(archiving, events.ref(), before, file -> true);

        assertThat(before.eligible()).hasSize(2);
        assertThat(left.unreferenced()).isEqualTo(before.unreferenced());
        assertThat(left.archived()).isEqualTo(1);
        assertThat(left.eligible()).extracting(StoredFile::location).containsExactly(Location.local(old));
        assertThat(account.deleted()).containsExactly(Location.local(old));
        assertThat(account.kept())
                .containsExactly(new Removal.Kept(Location.local(archived), "It lies in an archive."));
        assertThat(archived).exists();
    }

    private static Path stray(Events events, String name) throws IOException {
        Path file = Files.writeString(events.folder().resolve(name), "stray");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(30))));
        return file;
    }

    private Removal remove(TableRef table, Leftovers left, Predicate<Location> wanted) {
        return remove(format, table, left, wanted);
    }

    private Removal remove(IcebergFormat by, TableRef table, Leftovers left, Predicate<Location> wanted) {
        Step.Remove step = new Step.Remove(
                left.eligible().stream()
                        .filter(file -> wanted.test(file.location()))
                        .map(file -> new RemovedFile(file.location().toString(), file.size(), file.modifiedAt()))
                        .toList(),
                later.instant().minus(WEEK));
        return by.changer()
                .remove(IcebergPass.approved(format, table, step), step, new WatchedPassage("run", file -> {}))
                .removal()
                .orElseThrow();
    }

    @Test
    void frees_the_manifests_that_a_rewrite_has_replaced() throws IOException {
        Events events = Events.create(folder.resolve("t"), 2, 5);
        Set<Path> old = events
                .table()
                .currentSnapshot()
                .dataManifests(events.table().io())
                .stream()
                .map(manifest -> Path.of(manifest.path()))
                .collect(Collectors.toSet());
        SmallManifests small =
                format.newest(events.ref()).smallManifests(Set.of(), 0).orElseThrow();
        Step.RewriteManifests step = new Step.RewriteManifests(small.manifests(), small.toCome(), small.target());
        format.changer()
                .rewriteManifests(
                        IcebergPass.approved(format, events.ref(), step), step, new WatchedPassage("run", file -> {}));
        events.append(DAY);
        List<String> rows = events.rows();
        assertThat(old).hasSize(10).allMatch(Files::exists);

        Expirable found = format.expirable(format.inspect(events.ref()), AFTER_A_WEEK);
        Expiration account = expire(format, events.ref(), found).expiration().orElseThrow();

        assertThat(account.manifests()).isGreaterThanOrEqualTo(10);
        assertThat(account.dataFiles()).isZero();
        assertThat(old).noneMatch(Files::exists);
        assertThat(events.rows()).isEqualTo(rows);
        missesNothing(events);
    }

    private StepOutcome expire(IcebergFormat by, TableRef table, Expirable found) {
        Step.Expire step = new Step.Expire(
                found.versions(),
                AFTER_A_WEEK.cutoff(later.instant()),
                1,
                found.files(),
                found.bytes(),
                found.resumesFrom());
        return by.changer()
                .expire(IcebergPass.approved(format, table, step), step, new WatchedPassage("run", file -> {}));
    }

    private static long parquetFiles(Events events) throws IOException {
        try (Stream<Path> files = Files.walk(events.folder())) {
            return files.filter(file -> file.toString().endsWith(".parquet")).count();
        }
    }

    /** Every file that any kept version refers to is there. */
    private void missesNothing(Events events) throws IOException {
        Set<Location> there;
        try (Stream<Path> files = Files.walk(events.folder())) {
            there = files.map(Location::local).collect(Collectors.toSet());
        }
        events.table().snapshots().forEach(snapshot -> {
            assertThat(there).contains(place(snapshot.manifestListLocation()));
            snapshot.allManifests(events.table().io())
                    .forEach(manifest -> assertThat(there).contains(place(manifest.path())));
        });
        IcebergTable table = format.load(events.ref());
        events.table()
                .snapshots()
                .forEach(snapshot -> new ContentFiles(table)
                        .forEach(
                                snapshot.allManifests(events.table().io()),
                                file -> assertThat(there).contains(place(file.location()))));
    }

    private static Location place(String path) {
        return IcebergPath.location(path);
    }
}
