/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.iceberg.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Store;
import dev.sluice.iceberg.io.StoreFileIO;
import dev.sluice.storage.LocalStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Catalogs as an owner configures them: found by name, opened when asked for, and never told a secret aloud. */
class CatalogsTest {

    private static final Schema SCHEMA = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

    @TempDir
    private Path folder;

    private final Store store = new LocalStore();

    @Test
    void a_catalog_that_is_not_configured_is_refused_with_those_that_are() {
        Catalogs none = new Catalogs(store, List.of());
        Catalogs one = new Catalogs(store, List.of(hadoop("lake", folder.toString())));

        assertThatThrownBy(() -> none.named("lakehouse"))
                .hasMessageContaining("There is no catalog of this name; none is configured.");
        assertThatThrownBy(() -> one.named("lakehouse"))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                .hasMessageContaining("There is no catalog of this name; there is lake.");
    }

    @Test
    void a_hadoop_catalog_is_refused_on_s3_by_name() {
        Catalogs catalogs = new Catalogs(store, List.of(hadoop("lake", "s3://lake/warehouse")));

        assertThatThrownBy(() -> catalogs.named("lake"))
                .isInstanceOfSatisfying(
                        GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TABLE_FEATURE_UNSUPPORTED))
                .hasMessageContaining("A Hadoop catalog on s3:// loses commits of others");
    }

    @Test
    void a_jdbc_catalog_is_looked_into_without_making_its_tables() {
        String uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
        CatalogSettings settings = new CatalogSettings(
                "db", CatalogKind.JDBC, Optional.of(uri), Optional.empty(), Optional.empty(), Map.of());
        JdbcCatalog writer = new JdbcCatalog(properties -> new StoreFileIO(store), null, true);
        writer.initialize(
                "db",
                Map.of("uri", uri, "warehouse", folder.resolve("warehouse").toString()));
        writer.createNamespace(Namespace.of("analytics"));
        writer.createTable(TableIdentifier.of("analytics", "events"), SCHEMA);

        try (Catalogs catalogs = new Catalogs(store, List.of(settings))) {
            TableCatalog db = catalogs.named("db");
            assertThat(db.load(TableIdentifier.of("analytics", "events"))
                            .schema()
                            .columns())
                    .hasSize(1);
            assertThat(db.tables(Namespace.of("analytics")))
                    .extracting(TableIdentifier::name)
                    .containsExactly("events");
            assertThatThrownBy(() -> db.load(TableIdentifier.of("analytics", "none")))
                    .isInstanceOf(NoSuchTableException.class);
        }
    }

    @Test
    void a_view_of_a_jdbc_catalog_is_no_table_whatever_its_settings_say_of_its_schema() {
        String uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
        try (JdbcCatalog writer = writer(uri, Map.of("jdbc.schema-version", "V1"))) {
            writer.createNamespace(Namespace.of("analytics"));
            writer.createTable(TableIdentifier.of("analytics", "events"), SCHEMA);
            writer.buildView(TableIdentifier.of("analytics", "recent"))
                    .withSchema(SCHEMA)
                    .withDefaultNamespace(Namespace.of("analytics"))
                    .withQuery("spark", "SELECT * FROM events")
                    .create();
        }

        for (Map<String, Secret> properties :
                List.of(Map.<String, Secret>of(), Map.of("jdbc.schema-version", new Secret("V0", () -> "V0")))) {
            try (Catalogs catalogs = new Catalogs(store, List.of(jdbc(uri, properties)))) {
                assertThat(catalogs.named("db").tables(Namespace.of("analytics")))
                        .extracting(TableIdentifier::name)
                        .containsExactly("events");
            }
        }
    }

    @Test
    void a_jdbc_catalog_of_the_old_schema_is_not_altered_whatever_its_settings_ask_for() throws SQLException {
        String uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
        try (JdbcCatalog writer = writer(uri, Map.of())) {
            writer.createNamespace(Namespace.of("analytics"));
            writer.createTable(TableIdentifier.of("analytics", "events"), SCHEMA);
        }
        List<String> before = columns(uri);

        try (Catalogs catalogs = new Catalogs(
                store,
                List.of(jdbc(
                        uri,
                        Map.of(
                                "jdbc.schema-version", new Secret("V1", () -> "V1"),
                                "jdbc.init-catalog-tables", new Secret("true", () -> "true")))))) {
            assertThat(catalogs.named("db").tables(Namespace.of("analytics")))
                    .extracting(TableIdentifier::name)
                    .containsExactly("events");
        }
        assertThat(columns(uri)).isEqualTo(before).doesNotContain("iceberg_type");
    }

    @Test
    void a_database_that_is_not_there_is_not_made() {
        Path database = folder.resolve("misspelt.db");

        try (Catalogs catalogs = new Catalogs(store, List.of(jdbc("jdbc:sqlite:" + database, Map.of())))) {
            assertThatThrownBy(() -> catalogs.named("db").tables(Namespace.of("analytics")))
                    .rootCause()
                    .hasMessageContaining("unable to open database file");
        }
        assertThat(database).doesNotExist();
    }

    @Test
    void the_tables_of_a_jdbc_catalog_are_not_made_whatever_its_settings_ask_for() throws SQLException {
        String uri = "jdbc:sqlite:" + folder.resolve("catalog.db");
        assertThat(columns(uri)).as("an empty database").isEmpty();

        try (Catalogs catalogs = new Catalogs(
                store, List.of(jdbc(uri, Map.of("jdbc.init-catalog-tables", new Secret("true", () -> "true")))))) {
            assertThatThrownBy(() -> catalogs.named("db").tables(Namespace.of("analytics")))
                    .rootCause()
                    .hasMessageContaining("iceberg_tables");
        }
        assertThat(columns(uri)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mysql://u:secret@db/lake | There is no driver for its uri, only those for SQLite (jdbc:sqlite:) and PostgreSQL (jdbc:postgresql:).",
                "postgres://u:secret@db/lake | There is no driver for its uri, only those for SQLite (jdbc:sqlite:) and PostgreSQL (jdbc:postgresql:).",
                "jdbc:postgresql://db:secret/lake | Its uri begins with jdbc:postgresql:, and the driver for that cannot read what follows.",
            })
    void an_address_that_no_driver_reads_is_a_value_to_correct(String uri, String why) {
        try (Catalogs catalogs = new Catalogs(store, List.of(jdbc(uri, Map.of())))) {
            assertThatThrownBy(() -> catalogs.named("db"))
                    .isInstanceOfSatisfying(
                            GateException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONFIG_INVALID))
                    .hasMessageStartingWith("catalog db: " + why)
                    .hasMessageNotContaining("secret");
        }
    }

    private JdbcCatalog writer(String uri, Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("uri", uri);
        all.put("warehouse", folder.resolve("warehouse").toString());
        JdbcCatalog writer = new JdbcCatalog(given -> new StoreFileIO(store), null, true);
        writer.initialize("db", all);
        return writer;
    }

    private static CatalogSettings jdbc(String uri, Map<String, Secret> properties) {
        return new CatalogSettings(
                "db", CatalogKind.JDBC, Optional.of(uri), Optional.empty(), Optional.empty(), properties);
    }

    private static List<String> columns(String uri) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection database = DriverManager.getConnection(uri);
                ResultSet columns = database.getMetaData().getColumns(null, null, "iceberg_tables", null)) {
            while (columns.next()) {
                names.add(columns.getString("COLUMN_NAME"));
            }
        }
        return names;
    }

    @Test
    void credentials_are_a_token_or_an_id_with_its_secret() {
        assertThat(rest("a-token").revealed()).containsEntry("token", "a-token").doesNotContainKey("credential");
        assertThat(rest("id:secret").revealed()).containsEntry("credential", "id:secret");
        assertThat(new CatalogSettings(
                                "db",
                                CatalogKind.JDBC,
                                Optional.of("jdbc:postgresql://db/lake"),
                                Optional.empty(),
                                Optional.of(secret("sluice:pass:word")),
                                Map.of())
                        .revealed())
                .containsEntry("jdbc.user", "sluice")
                .containsEntry("jdbc.password", "pass:word");
    }

    @Test
    void a_secret_is_not_printed() {
        assertThat(rest("very-secret").toString()).doesNotContain("very-secret").contains("${env:X}");
    }

    private static CatalogSettings rest(String credentials) {
        return new CatalogSettings(
                "lake",
                CatalogKind.REST,
                Optional.of("http://127.0.0.1:1"),
                Optional.empty(),
                Optional.of(secret(credentials)),
                Map.of("scope", new Secret("catalog", () -> "catalog")));
    }

    private static Secret secret(String value) {
        return new Secret("${env:X}", () -> value);
    }

    private static CatalogSettings hadoop(String name, String warehouse) {
        return new CatalogSettings(
                name, CatalogKind.HADOOP, Optional.empty(), Optional.of(warehouse), Optional.empty(), Map.of());
    }
}
