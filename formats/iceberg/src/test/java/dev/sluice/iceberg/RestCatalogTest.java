/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.plan.MaintenancePlan;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.LocalStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.LoopbackCatalog;
import org.apache.iceberg.rest.TokenDesk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of a REST catalog that answers on loopback, before one that keeps its tables in a database. */
class RestCatalogTest {

    private static final String TOKEN = "a-token";
    private static final String SECRET = "a-very-secret-word";
    private static final TableRef TABLE = new TableRef("iceberg", "lakehouse/analytics.events");

    @TempDir
    private Path folder;

    private JdbcCatalog behind;
    private LoopbackCatalog rest;

    @BeforeEach
    void a_catalog_with_a_namespace() throws IOException {
        behind = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true);
        behind.initialize(
                "behind",
                Map.of(
                        "uri",
                        "jdbc:sqlite:" + folder.resolve("catalog.db"),
                        "warehouse",
                        folder.resolve("warehouse").toString()));
        behind.createNamespace(Namespace.of("analytics"));
        rest = new LoopbackCatalog(behind, TOKEN);
    }

    @AfterEach
    void close() throws IOException {
        rest.close();
        behind.close();
    }

    private Events events(int version) {
        Table table = behind.createTable(
                TableIdentifier.of("analytics", "events"),
                Events.SCHEMA,
                Events.BY_DAY,
                Map.of("format-version", Integer.toString(version)));
        Events events = new Events(table, TABLE);
        for (int i = 0; i < 3; i++) {
            Events.DAYS.forEach(events::append);
        }
        return events;
    }

    private IcebergFormat format(String credentials) {
        return format(rest, credentials);
    }

    private static IcebergFormat format(LoopbackCatalog rest, String credentials) {
        return IcebergPass.format(new CatalogSettings(
                "lakehouse",
                CatalogKind.REST,
                Optional.of(rest.uri()),
                Optional.empty(),
                Optional.of(new Secret("${env:TOKEN}", () -> credentials)),
                Map.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_table_is_compacted_by_its_name_and_keeps_every_row(int version) {
        Events events = events(version);
        List<String> rows = events.rows();

        Change change = IcebergPass.compact(format(TOKEN), TABLE);

        assertThat(change.removed()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
        assertThat(events.files()).hasSize(2);
        assertThat(IcebergPass.written(folder)).hasSize(2);
        assertThat(IcebergPass.plan(format(TOKEN), TABLE).steps()).isEmpty();
    }

    @Test
    void gives_way_to_a_writer_who_deletes_rows_meanwhile() {
        Events events = events(3);
        IcebergFormat format = format(TOKEN);

        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {
            if (events.ids().contains(1L)) {
                events.deletePositions(events.files().get(0), 1);
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(events.ids()).hasSize(59).doesNotContain(1L);
    }

    @Test
    void the_tables_of_a_namespace_are_found_by_a_pattern() {
        events(2);

        try (Stream<Sighting> found =
                format(TOKEN).named("lakehouse/analytics.ev*").orElseThrow()) {
            assertThat(found).extracting(Sighting::place).containsExactly("iceberg:lakehouse/analytics.events");
        }
        try (Stream<Sighting> found =
                format(TOKEN).named("lakehouse/analytics.other*").orElseThrow()) {
            assertThat(found).isEmpty();
        }
    }

    @Test
    void a_table_that_is_not_there_is_told_with_those_that_are() {
        events(2);

        assertThatThrownBy(() -> format(TOKEN).inspect(new TableRef("iceberg", "lakehouse/analytics.orders")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND))
                .hasMessageContaining("There is no such table; the namespace analytics holds events.");
    }

    @Test
    void credentials_that_are_not_accepted_are_told_without_showing_them() {
        events(2);

        assertThatThrownBy(() -> format("wrong-token").inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("The token is not accepted")
                .hasMessageNotContaining("wrong-token");
    }

    @Test
    void tokens_that_live_for_a_second_are_renewed_while_a_table_is_compacted() throws IOException {
        Events events = events(3);
        List<String> rows = events.rows();
        TokenDesk desk = new TokenDesk("sluice", SECRET);
        try (LoopbackCatalog guarded = new LoopbackCatalog(behind, desk)) {
            IcebergFormat format = format(guarded, "sluice:" + SECRET);
            MaintenancePlan plan = IcebergPass.plan(format, TABLE);
            int issued = desk.issued();

            StepOutcome outcome = IcebergPass.compact(format, plan, file -> awaitTokens(desk, issued + 3));

            assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
            assertThat(events.files()).hasSize(2);
            assertThat(events.rows()).isEqualTo(rows);
            assertThat(desk.refused()).isZero();
        }
    }

    /** The token that the plan was made with holds no longer by then. */
    private static void awaitTokens(TokenDesk desk, int issued) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (desk.issued() < issued) {
            assertThat(System.nanoTime()).as("tokens: " + desk.issued()).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** By names that Iceberg knows, and by none: of a session that has ended, of a gateway before the catalog. */
    @ParameterizedTest
    @ValueSource(ints = {302, 403, 405, 419, 422})
    void a_commit_that_the_catalog_refuses_is_told_as_that_and_cleaned_up(int status) {
        Events events = events(2);
        List<String> rows = events.rows();
        IcebergFormat format = format(TOKEN);
        MaintenancePlan plan = IcebergPass.plan(format, TABLE);
        rest.refuseCommits(status);

        assertThatThrownBy(() -> IcebergPass.compact(format, plan, file -> {}))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("Not today");
        assertThat(IcebergPass.written(folder)).isEmpty();
        assertThat(events.files()).hasSize(6);
        assertThat(events.rows()).isEqualTo(rows);
    }

    @Test
    void an_address_where_no_catalog_answers_is_told_as_one_to_correct() {
        rest.answering(
                "config",
                asked -> new LoopbackCatalog.Answer(
                        404,
                        "{\"error\": {\"message\": \"There is no warehouse of this name\", \"type\": \"Unknown\", \"code\": 404}}",
                        Map.of("Content-Type", "application/json")));

        assertThatThrownBy(() -> format(TOKEN).inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageContaining(
                        "At %s no catalog with Iceberg's REST interface answers: There is no warehouse of this name"
                                .formatted(rest.uri()));
    }

    @Test
    void a_wrong_secret_is_one_refusal_that_does_not_show_it() throws IOException {
        events(2);
        TokenDesk desk = new TokenDesk("sluice", SECRET);
        try (LoopbackCatalog guarded = new LoopbackCatalog(behind, desk)) {
            assertThatThrownBy(() -> format(guarded, "sluice:not-the-secret").inspect(TABLE))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("The client is not known")
                    .hasMessageNotContaining("not-the-secret");
            assertThat(desk.refused()).isEqualTo(1);
            assertThat(desk.issued()).isZero();
        }
    }

    @Test
    void a_client_who_is_locked_out_before_the_commit_leaves_the_table_as_it_was() throws IOException {
        Events events = events(3);
        List<String> rows = events.rows();
        TokenDesk desk = new TokenDesk("sluice", SECRET);
        try (LoopbackCatalog guarded = new LoopbackCatalog(behind, desk)) {
            IcebergFormat format = format(guarded, "sluice:" + SECRET);
            MaintenancePlan plan = IcebergPass.plan(format, TABLE);

            assertThatThrownBy(() -> IcebergPass.compact(format, plan, file -> desk.close()))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                    .hasMessageContaining("The token is not accepted")
                    .hasMessageNotContainingAny(desk.tokens().toArray(String[]::new))
                    .hasMessageNotContaining(SECRET);
            assertThat(events.files()).hasSize(6);
            assertThat(events.rows()).isEqualTo(rows);
        }
    }
}
