/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Change;
import dev.sluice.core.format.Sighting;
import dev.sluice.core.format.StepOutcome;
import dev.sluice.core.policy.Retention;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.table.TableRef;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.LocalStore;
import dev.sluice.storage.s3.AwsIdentity;
import dev.sluice.storage.s3.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of Glue, asked by Glue's own interface; AWS itself is not asked. */
class GlueCatalogTest {

    private static final String ACCESS_KEY = "AKIAEXAMPLE";
    private static final String SECRET_KEY = "a-key-that-nobody-sees";
    private static final TableRef TABLE = new TableRef("iceberg", "lakehouse/analytics.events");

    @TempDir
    private Path folder;

    private SignatureCheck check;
    private GlueStub glue;
    private List<String> rows;

    /** Written with another catalog, and then handed over to Glue. */
    @BeforeEach
    void a_table_of_glue() throws IOException {
        check = new SignatureCheck(ACCESS_KEY, SECRET_KEY);
        glue = new GlueStub(check);
        try (JdbcCatalog maker = new JdbcCatalog(properties -> new StoreFileIO(new LocalStore()), null, true)) {
            maker.initialize(
                    "maker",
                    Map.of(
                            "uri",
                            "jdbc:sqlite:" + folder.resolve("catalog.db"),
                            "warehouse",
                            folder.resolve("warehouse").toString()));
            maker.createNamespace(Namespace.of("analytics"));
            Table table = maker.createTable(
                    TableIdentifier.of("analytics", "events"),
                    Events.SCHEMA,
                    Events.BY_DAY,
                    Map.of("format-version", "3"));
            Events events = new Events(table, TABLE);
            for (int i = 0; i < 3; i++) {
                Events.DAYS.forEach(events::append);
            }
            rows = events.rows();
            glue.put(
                    "events",
                    Map.of(
                            "table_type",
                            "ICEBERG",
                            "metadata_location",
                            ((HasTableOperations) table).operations().current().metadataFileLocation(),
                            "made-by",
                            "another engine"));
        }
        glue.put("csv", Map.of("classification", "csv"));
        glue.put("zebras", Map.of("table_type", "iceberg", "metadata_location", "file:/gone/v1.metadata.json"));
    }

    @AfterEach
    void close() {
        glue.close();
    }

    private IcebergFormat format() {
        return format(Map.of());
    }

    private IcebergFormat format(Map<String, String> more) {
        return format(
                Optional.of(new AwsIdentity(
                        new Credentials.Static(secret(ACCESS_KEY), secret(SECRET_KEY), Optional.empty()),
                        Optional.of("eu-central-1"))),
                more);
    }

    private IcebergFormat format(Optional<AwsIdentity> identity, Map<String, String> more) {
        Map<String, Secret> properties = new HashMap<>(Map.of("glue.endpoint", secret(glue.uri())));
        more.forEach((key, value) -> properties.put(key, secret(value)));
        return IcebergPass.format(new CatalogSettings(
                "lakehouse",
                CatalogKind.GLUE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                properties,
                identity));
    }

    private static Secret secret(String value) {
        return new Secret("${test}", () -> value);
    }

    /** As Glue has the table now. */
    private Events events() {
        return new Events(format().load(TABLE).table(), TABLE);
    }

    @Test
    void a_table_is_compacted_and_glue_learns_of_nothing_but_the_new_metadata() {
        String before = glue.parameter("events", "metadata_location");

        Change change = IcebergPass.compact(format(), TABLE);

        assertThat(change.removed()).hasSize(6);
        assertThat(events().rows()).isEqualTo(rows);
        assertThat(events().files()).hasSize(2);
        assertThat(check.refused()).isZero();
        assertThat(check.scopes()).containsExactly("eu-central-1/glue");
        assertThat(glue.updates()).singleElement().satisfies(update -> {
            JsonNode input = update.path("TableInput");
            assertThat(update.path("VersionId").asText()).isEqualTo("7");
            assertThat(update.path("SkipArchive").asBoolean()).isTrue();
            assertThat(input.path("Description").asText()).isEqualTo("kept by hand");
            assertThat(input.path("Owner").asText()).isEqualTo("ada");
            assertThat(input.path("Retention").asInt()).isEqualTo(3);
            assertThat(input.at("/StorageDescriptor/Columns/0/Name").asText()).isEqualTo("id");
            assertThat(input.at("/Parameters/made-by").asText()).isEqualTo("another engine");
            assertThat(input.at("/Parameters/previous_metadata_location").asText())
                    .isEqualTo(before);
            assertThat(input.has("CreateTime")).isFalse();
        });
        assertThat(IcebergPass.plan(format(), TABLE).steps()).isEmpty();
    }

    @Test
    void gives_way_to_a_writer_who_deletes_rows_meanwhile() {
        IcebergFormat format = format();

        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {
            Events rival = events();
            if (rival.ids().contains(1L)) {
                rival.deletePositions(rival.files().get(0), 1);
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.CONFLICTED);
        assertThat(events().ids()).hasSize(59).doesNotContain(1L);
    }

    @Test
    void goes_on_from_a_writer_who_appends_meanwhile() {
        IcebergFormat format = format();
        boolean[] appended = new boolean[1];

        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {
            if (!appended[0]) {
                appended[0] = true;
                events().append(Events.DAYS.get(0));
            }
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events().files()).hasSize(3);
        assertThat(events().rows()).containsAll(rows).hasSizeGreaterThan(rows.size());
    }

    @Test
    void a_commit_that_went_in_without_an_answer_is_found() {
        IcebergFormat format = format();

        StepOutcome outcome = IcebergPass.compact(
                format, IcebergPass.plan(format, TABLE), file -> glue.meeting(GlueStub.Mishap.LOST_AFTER));

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.DONE);
        assertThat(events().rows()).isEqualTo(rows);
        assertThat(events().files()).hasSize(2);
    }

    @Test
    void a_commit_without_an_answer_that_is_not_found_is_unknown_and_nothing_is_cleaned_up() {
        IcebergFormat format = format();
        int[] written = new int[1];

        StepOutcome outcome = IcebergPass.compact(format, IcebergPass.plan(format, TABLE), file -> {
            written[0]++;
            glue.meeting(GlueStub.Mishap.LOST_BEFORE);
        });

        assertThat(outcome.kind()).as(outcome.text()).isEqualTo(StepOutcome.Kind.UNKNOWN);
        assertThat(events().files()).hasSize(6);
        assertThat(folder.resolve("warehouse")).isDirectoryRecursivelyContaining("glob:**-sluice-*.parquet");
        assertThat(written[0]).isPositive();
    }

    @Test
    void a_commit_that_is_not_allowed_is_told_and_cleaned_up() throws IOException {
        IcebergFormat format = format();
        Set<Path> before = files();

        assertThatThrownBy(() -> IcebergPass.compact(
                        format, IcebergPass.plan(format, TABLE), file -> glue.meeting(GlueStub.Mishap.DENIED)))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORAGE))
                .hasMessageContaining("catalog lakehouse")
                .hasMessageContaining("not authorized to perform: glue:UpdateTable");
        assertThat(events().files()).hasSize(6);
        assertThat(files()).isEqualTo(before);
        assertThat(format.leftovers(format.inspect(TABLE), new Retention(Duration.ofDays(7)))
                        .objection())
                .isEmpty();
    }

    private Set<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("warehouse"))) {
            return files.filter(Files::isRegularFile).collect(Collectors.toSet());
        }
    }

    @Test
    void the_iceberg_tables_of_a_database_are_found_by_a_pattern() {
        try (Stream<Sighting> found = format().named("lakehouse/analytics.*").orElseThrow()) {
            assertThat(found)
                    .extracting(Sighting::place)
                    .containsExactly("iceberg:lakehouse/analytics.events", "iceberg:lakehouse/analytics.zebras");
        }
        try (Stream<Sighting> found = format().named("lakehouse/other.*").orElseThrow()) {
            assertThat(found).isEmpty();
        }
    }

    @Test
    void what_is_not_there_or_no_iceberg_table_is_told_with_what_is() {
        assertThatThrownBy(() -> format().inspect(new TableRef("iceberg", "lakehouse/analytics.orders")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND))
                .hasMessageContaining("There is no such table; the namespace analytics holds events, zebras.");
        assertThatThrownBy(() -> format().inspect(new TableRef("iceberg", "lakehouse/analytics.csv")))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_NOT_FOUND));
    }

    @Test
    void says_what_is_missing_or_not_supported() {
        assertThatThrownBy(() -> format(Optional.empty(), Map.of()).inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageContaining("with which keys it is to be asked; set aws-credentials");
        assertThatThrownBy(() ->
                        format(Map.of("glue.lakeformation-enabled", "true")).inspect(TABLE))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("Lake Formation");
    }
}
