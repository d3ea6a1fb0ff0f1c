/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Expiration;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.health.Expirable;
import dev.sluice.core.plan.Step;
import dev.sluice.core.policy.Expiry;
import dev.sluice.core.policy.RemovalMode;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.IcebergPath;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.WatchedPassage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.LoopbackCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forgetting versions through a REST catalog while somebody else moves or makes branches and tags. */
class RestForgettingTest {

    private static final TableRef TABLE = new TableRef("iceberg", "lakehouse/analytics.events");
    private static final Expiry AFTER_A_WEEK = new Expiry(RemovalMode.APPLY, Duration.ofDays(7), 1, false);
    private static final String TOKEN = "a-token";

    @TempDir
    private Path folder;

    private final Clock later = Clock.fixed(Instant.now().plus(Duration.ofDays(8)), ZoneOffset.UTC);
    private final LocalStore store = new LocalStore();
    private JdbcCatalog behind;
    private LoopbackCatalog rest;
    private IcebergFormat format;
    private Events events;
    private Expirable found;

    /** Of six versions two are kept: the newest, which is main and the newest append. */
    @BeforeEach
    void a_table_with_old_versions() throws IOException {
        behind = new JdbcCatalog(properties -> new StoreFileIO(store), null, true);
        behind.initialize(
                "behind",
                Map.of(
                        "uri",
                        "jdbc:sqlite:" + folder.resolve("catalog.db"),
                        "warehouse",
                        folder.resolve("warehouse").toString()));
        behind.createNamespace(Namespace.of("analytics"));
        rest = new LoopbackCatalog(behind, TOKEN);
        CatalogSettings settings = new CatalogSettings(
                "lakehouse",
                CatalogKind.REST,
                Optional.of(rest.uri()),
                Optional.empty(),
                Optional.of(new Secret("${env:TOKEN}", () -> TOKEN)),
                Map.of());
        format = new IcebergFormat(
                store, new Catalogs(store, List.of(settings)), later, new RewriteLimits(2, Bytes.ofMebibytes(64)));
        Table table = behind.createTable(
                TableIdentifier.of("analytics", "events"), Events.SCHEMA, Events.BY_DAY, Map.of("format-version", "2"));
        events = new Events(table, TABLE);
        for (int i = 0; i < 4; i++) {
            events.append(Events.DAYS.get(0));
        }
        events.table().manageSnapshots().createTag("audit", version(4)).commit();
        IcebergPass.compact(format, TABLE);
        events.append(Events.DAYS.get(0));
        found = format.expirable(format.inspect(TABLE), AFTER_A_WEEK);
        assertThat(found.versions()).extracting(Expirable.Version::id).contains(version(1), version(2), version(3));
        assertThat(found.versions()).extracting(Expirable.Version::id).doesNotContain(version(4));
    }

    @AfterEach
    void close() throws IOException {
        rest.close();
        behind.close();
    }

    /** The n-th version, counted from one. */
    private long version(int n) {
        return snapshots().stream()
                .filter(snapshot -> snapshot.sequenceNumber() == n)
                .findFirst()
                .orElseThrow()
                .snapshotId();
    }

    private List<Snapshot> snapshots() {
        Table table = events.table();
        return Stream.iterate(
                        table.currentSnapshot(),
                        s -> s != null,
                        s -> s.parentId() == null ? null : table.snapshot(s.parentId()))
                .toList();
    }

    @Test
    void a_tag_that_is_moved_to_an_old_version_right_before_the_commit_keeps_it() {
        long old = version(2);
        rest.beforeNextCommit(
                () -> events.table().manageSnapshots().replaceTag("audit", old).commit());

        Expiration account = expire().expiration().orElseThrow();

        assertThat(account.kept()).anySatisfy(kept -> {
            assertThat(kept.version().id()).isEqualTo(old);
            assertThat(kept.reason()).isEqualTo("It is to be kept by now.");
        });
        assertThat(named(events.table(), "audit")).isEqualTo(old);
        assertThat(filesOf(events.table(), old))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(file).isRegularFile());
    }

    @Test
    void the_main_branch_that_is_rolled_back_right_before_the_commit_is_not_taken_away() {
        long old = version(2);
        rest.beforeNextCommit(
                () -> events.table().manageSnapshots().rollbackTo(old).commit());

        expire();

        assertThat(events.table().currentSnapshot().snapshotId()).isEqualTo(old);
        assertThat(events.rows()).hasSize(2 * Events.ROWS_PER_FILE);
    }

    @Test
    void a_tag_that_nobody_had_heard_of_is_told_and_every_file_stays() {
        long old = version(2);
        List<Path> files = filesOf(events.table(), old);
        long before = parquetFiles();
        rest.beforeNextCommit(
                () -> events.table().manageSnapshots().createTag("late", old).commit());

        assertThatThrownBy(this::expire).isInstanceOfSatisfying(GateException.class, e -> {
            assertThat(e.fault()).isEqualTo(Fault.UNSAFE);
            assertThat(e.reason()).contains("late (version %d)".formatted(old)).contains("register_table");
            String metadata = e.reason().replaceAll("(?s).*register (\\S+) as a table.*", "$1");
            Table rescued = new BaseTable(
                    new StaticTableOperations(metadata, events.table().io()), "rescued");
            assertThat(named(rescued, "late")).isEqualTo(old);
            assertThat(filesOf(rescued, old))
                    .isEqualTo(files)
                    .allSatisfy(file -> assertThat(file).isRegularFile());
        });
        assertThat(parquetFiles()).isEqualTo(before);
    }

    @Test
    void a_tag_that_came_and_went_again_is_not_missed_by_anybody() {
        long old = version(2);
        rest.beforeNextCommit(() -> {
            events.table().manageSnapshots().createTag("late", old).commit();
            events.table().manageSnapshots().removeTag("late").commit();
        });

        Expiration account = expire().expiration().orElseThrow();

        assertThat(account.files()).isPositive();
    }

    @Test
    void who_only_appends_meanwhile_is_not_in_the_way() {
        rest.beforeNextCommit(
                () -> events.table().updateProperties().set("owner", "somebody").commit());

        Expiration account = expire().expiration().orElseThrow();

        assertThat(account.versions()).isEqualTo(found.versions());
        assertThat(account.files()).isPositive();
        assertThat(events.table().properties()).containsEntry("owner", "somebody");
    }

    @Test
    void where_what_came_between_cannot_be_read_no_file_is_deleted() {
        long before = parquetFiles();
        rest.beforeNextCommit(() -> {
            for (int i = 0; i < 2; i++) {
                events.table()
                        .updateProperties()
                        .set("write.metadata.previous-versions-max", "1")
                        .set("turn", "" + i)
                        .commit();
            }
        });

        StepOutcome outcome = expire();

        assertThat(outcome.expiration().orElseThrow().versions()).isEqualTo(found.versions());
        assertThat(outcome.expiration().orElseThrow().files()).isZero();
        assertThat(outcome.text()).contains("No file was deleted");
        assertThat(parquetFiles()).isEqualTo(before);
    }

    private static long named(Table table, String name) {
        return Objects.requireNonNull(table.refs().get(name)).snapshotId();
    }

    private StepOutcome expire() {
        Step.Expire step = new Step.Expire(
                found.versions(),
                AFTER_A_WEEK.cutoff(later.instant()),
                1,
                found.files(),
                found.bytes(),
                found.resumesFrom());
        return format.changer()
                .expire(IcebergPass.approved(format, TABLE, step), step, new WatchedPassage("run", file -> {}));
    }

    private static List<Path> filesOf(Table table, long version) {
        try (var tasks = table.newScan().useSnapshot(version).planFiles()) {
            return Stream.of(tasks)
                    .flatMap(each -> java.util.stream.StreamSupport.stream(each.spliterator(), false))
                    .map(task ->
                            Path.of(IcebergPath.location(task.file().location()).path()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long parquetFiles() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
