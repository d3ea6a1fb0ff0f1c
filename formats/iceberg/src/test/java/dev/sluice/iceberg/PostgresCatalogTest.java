/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.policy.Policy;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.table.TableRef;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Overdue;
import dev.sluice.testkit.Postgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of a catalog that a PostgreSQL keeps, which lets nobody in without a password. */
class PostgresCatalogTest {

    private static final String CREDENTIALS = Postgres.USER + ":" + Postgres.PASSWORD;
    private static final TableRef TABLE = new TableRef("iceberg", "lake/analytics.events");
    private static final TableIdentifier NAME = TableIdentifier.of("analytics", "events");
    private static final Policy POLICY = Presets.named("iceberg-partition-compaction-and-maintenance-gate")
            .policy("nightly", "iceberg", List.of(Map.of("expire-mode", "APPLY", "expire-when", "always")));

    @TempDir
    private static Path shared;

    private static Postgres postgres;

    @TempDir
    private Path folder;

    private final String database = "lake_" + UUID.randomUUID().toString().substring(0, 8);
    private final List<JdbcCatalog> open = new ArrayList<>();

    @BeforeAll
    static void a_database_that_asks_for_a_password() throws IOException, SQLException {
        postgres = Postgres.start(shared);
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void a_catalog_with_a_namespace() throws SQLException {
        postgres.create(database);
        catalog().createNamespace(Namespace.of("analytics"));
    }

    @AfterEach
    void close() {
        open.forEach(JdbcCatalog::close);
    }

    /** The catalog as another program has it, with connections of its own. */
    private JdbcCatalog catalog() {
        JdbcCatalog catalog = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true);
        catalog.initialize(
                "lake",
                Map.of(
                        "uri",
                        uri(),
                        "warehouse",
                        folder.resolve("warehouse").toString(),
                        "jdbc.user",
                        Postgres.USER,
                        "jdbc.password",
                        Postgres.PASSWORD,
                        "jdbc.schema-version",
                        "V1"));
        open.add(catalog);
        return catalog;
    }

    private String uri() {
        return postgres.uri(database);
    }

    private Events events(int version, int filesPerDay) {
        Events events = new Events(
                catalog()
                        .createTable(
                                NAME,
                                Events.SCHEMA,
                                Events.BY_DAY,
                                Map.of("format-version", Integer.toString(version))),
                TABLE);
        for (int i = 0; i < filesPerDay; i++) {
            Events.DAYS.forEach(events::append);
        }
        return events;
    }

    private CatalogSettings settings(String credentials) {
        return new CatalogSettings(
                "lake",
                CatalogKind.JDBC,
                Optional.of(uri()),
                Optional.empty(),
                Optional.of(new Secret("${env:LAKE}", () -> credentials)),
                Map.of());
    }

    private IcebergFormat format() {
        return IcebergPass.format(settings(CREDENTIALS));
    }

    private RunReport pass(Clock clock) {
        LocalStore store = new LocalStore();
        Formats formats = new Formats(List.of(new IcebergFormat(
                store,
                new Catalogs(store, List.of(settings(CREDENTIALS))),
                clock,
                new RewriteLimits(2, Bytes.ofMebibytes(64)))));
        Recorder recorder =
                new Recorder(new InMemoryJournal(clock), new InMemoryLeases(), Watcher.NONE, clock, new Random());
        return new Gate(formats, new EmbeddedEngine(formats), recorder).pass(TABLE, POLICY, Overdue.YES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_table_goes_through_the_whole_gate_and_its_old_versions_go(int version) {
        Events events = events(version, 12);
        List<String> rows = events.rows();

        RunReport compacted = pass(Clock.systemUTC());

        assertThat(compacted.status()).as(compacted.summary()).isEqualTo(Status.COMPACTED);
        assertThat(compacted.change().orElseThrow().removed()).hasSize(24);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2);

        RunReport cleaned = pass(Clock.offset(Clock.systemUTC(), Duration.ofDays(8)));

        assertThat(cleaned.status()).as(cleaned.summary()).isEqualTo(Status.CLEANED);
        assertThat(events.table().snapshots())
                .as("the newest, and the newest append")
                .hasSize(2);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files())
                .allSatisfy(file -> assertThat(Path.of(file.location())).isRegularFile());
        assertThat(pass(Clock.systemUTC()).status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void every_row_of_a_writer_who_appends_meanwhile_is_kept() throws Exception {
        Events events = events(3, 4);
        Events writer = new Events(catalog().loadTable(NAME), TABLE);
        int before = events.ids().size();
        AtomicReference<CompletableFuture<Void>> appending = new AtomicReference<>();
        IcebergFormat format = format();

        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {
            if (appending.get() == null) {
                appending.set(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 6; i++) {
                        writer.append(Events.DAYS.get(i % 2));
                    }
                }));
            }
        });
        Objects.requireNonNull(appending.get()).get(1, TimeUnit.MINUTES);

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events.ids()).hasSize(before + 6 * Events.ROWS_PER_FILE);
        assertThat(events.files()).hasSize(2 + 6);
    }

    @Test
    void gives_way_to_a_writer_who_deletes_rows_meanwhile() {
        Events events = events(2, 3);
        Events writer = new Events(catalog().loadTable(NAME), TABLE);
        IcebergFormat format = format();

        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {
            if (writer.ids().contains(1L)) {
                writer.deletePositions(writer.files().get(0), 1);
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(events.ids()).hasSize(59).doesNotContain(1L);
    }

    /** No lease holds them apart, as it would be with two homes of state: the database alone decides. */
    @Test
    void of_two_who_compact_the_same_version_one_commits_and_the_other_gives_way() throws Exception {
        Events events = events(3, 4);
        List<String> rows = events.rows();
        CyclicBarrier together = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Future<StepOutcome>> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            runs.add(threads.submit(() -> {
                IcebergFormat format = format();
                MaintenancePlan plan = IcebergPass.plan(format, TABLE);
                together.await(1, TimeUnit.MINUTES);
                return IcebergPass.compact(format, plan, file -> {});
            }));
        }
        List<StepOutcome.Kind> ends = new ArrayList<>();
        for (Future<StepOutcome> run : runs) {
            ends.add(run.get(1, TimeUnit.MINUTES).kind());
        }
        threads.shutdown();

        assertThat(ends).containsExactlyInAnyOrder(StepOutcome.Kind.DONE, StepOutcome.Kind.CONFLICTED);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2);
    }

    @Test
    void the_tables_of_a_namespace_are_found_by_a_pattern() {
        events(2, 1);

        try (Stream<Sighting> found = format().named("lake/analytics.ev*").orElseThrow()) {
            assertThat(found).extracting(Sighting::place).containsExactly("iceberg:lake/analytics.events");
        }
    }

    @Test
    void a_view_is_no_table_although_no_setting_says_what_the_database_has() {
        events(2, 1);
        catalog()
                .buildView(TableIdentifier.of("analytics", "events_view"))
                .withSchema(Events.SCHEMA)
                .withDefaultNamespace(Namespace.of("analytics"))
                .withQuery("spark", "SELECT * FROM events")
                .create();

        try (Stream<Sighting> found = format().named("lake/analytics.ev*").orElseThrow()) {
            assertThat(found).extracting(Sighting::place).containsExactly("iceberg:lake/analytics.events");
        }
    }

    @Test
    void a_wrong_password_is_one_refusal_that_does_not_show_it() {
        events(2, 1);

        assertThatThrownBy(() -> IcebergPass.format(settings(Postgres.USER + ":not the word"))
                        .inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("password authentication failed for user \"%s\"".formatted(Postgres.USER))
                .hasMessageNotContaining("not the word");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            REVOKE UPDATE ON iceberg_tables FROM %s                 | permission denied for table iceberg_tables
            ALTER ROLE %s SET default_transaction_read_only = on    | cannot execute UPDATE in a read-only transaction
            """)
    void a_commit_that_the_database_refuses_is_told_as_that_and_cleaned_up(String order, String answer)
            throws SQLException {
        Events events = events(2, 3);
        List<String> rows = events.rows();
        execute(order.formatted(Postgres.USER));

        try {
            IcebergFormat format = format();
            MaintenancePlan plan = IcebergPass.plan(format, TABLE);
            assertThatThrownBy(() -> IcebergPass.compact(format, plan, file -> {}))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("The catalog's database refuses the commit: ")
                    .hasMessageContaining(answer);
        } finally {
            execute("ALTER ROLE %s RESET default_transaction_read_only".formatted(Postgres.USER));
        }

        assertThat(IcebergPass.written(folder)).isEmpty();
        assertThat(events.rows()).isEqualTo(rows);
    }

    private void execute(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        uri() + "?options=-c%20default_transaction_read_only=off", Postgres.USER, Postgres.PASSWORD);
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Test
    void a_database_that_is_not_there_is_told_with_what_it_said() throws SQLException {
        open.forEach(JdbcCatalog::close);
        postgres.drop(database);

        assertThatThrownBy(() -> format().inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("database \"%s\" does not exist".formatted(database))
                .hasMessageNotContaining(Postgres.PASSWORD);
    }

    @Test
    void a_database_that_holds_no_catalog_is_left_without_one() throws SQLException {
        String empty = database + "_empty";
        postgres.create(empty);
        CatalogSettings settings = new CatalogSettings(
                "lake",
                CatalogKind.JDBC,
                Optional.of(postgres.uri(empty)),
                Optional.empty(),
                Optional.of(new Secret("${env:LAKE}", () -> CREDENTIALS)),
                Map.of());

        assertThatThrownBy(() -> IcebergPass.format(settings).inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("iceberg_tables");
    }
}
