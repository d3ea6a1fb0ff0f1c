/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.store.Location;
import dev.sluice.e2e.PackedProduct.Result;
import dev.sluice.iceberg.demo.IcebergDemo;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.LoopbackCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packed product on tables that a catalog keeps, in a PostgreSQL or behind a REST interface: found by the names that the
 * configuration gives them, with credentials that stand in the environment alone.
 */
class IcebergCatalogsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Namespace SHOP = Namespace.of("shop");
    private static final List<String> TABLES = List.of("events", "orders");
    private static final String TOKEN = "a-token-of-the-lake";
    private static final String[] LIMITS = {"--set=small-file=256KB", "--set=target-file=512KB"};

    @TempDir
    private Path home;

    private final List<AutoCloseable> open = new ArrayList<>();
    private JdbcCatalog catalog;
    private Map<String, String> environment = Map.of();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void tables_of_a_catalog_in_postgresql_go_through_the_product_by_their_names() throws Exception {
        PackedProduct.mustBeThere();
        Postgres postgres = Postgres.start(home);
        open.add(postgres);
        postgres.create("lake");
        tables(postgres.uri("lake"), Postgres.USER, Postgres.PASSWORD);
        configure("jdbc", postgres.uri("lake"), Postgres.USER + ":" + Postgres.PASSWORD);

        goesThroughTheProduct();
    }

    @Test
    void tables_of_a_rest_catalog_go_through_the_product_by_their_names() throws Exception {
        PackedProduct.mustBeThere();
        tables("jdbc:sqlite:" + home.resolve("catalog.db"), "", "");
        LoopbackCatalog rest = new LoopbackCatalog(catalog, TOKEN);
        open.add(0, rest);
        configure("rest", rest.uri(), TOKEN);

        goesThroughTheProduct();
    }

    /** Two demo tables, registered with a catalog as their owner would. */
    private void tables(String uri, String user, String password) throws IOException {
        catalog = new JdbcCatalog();
        catalog.setConf(new Configuration());
        catalog.initialize(
                "lake",
                Map.of(
                        "uri",
                        uri,
                        "warehouse",
                        home.resolve("warehouse").toString(),
                        "jdbc.user",
                        user,
                        "jdbc.password",
                        password,
                        "jdbc.schema-version",
                        "V1"));
        open.add(catalog);
        catalog.createNamespace(SHOP);
        for (String name : TABLES) {
            Path folder = home.resolve("lake").resolve(name);
            new IcebergDemo(new LocalStore()).write(Location.local(folder));
            catalog.registerTable(TableIdentifier.of(SHOP, name), newestMetadata(folder));
        }
    }

    private static String newestMetadata(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("metadata"))) {
            long versions = files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .count();
            return folder.resolve("metadata/v%d.metadata.json".formatted(versions))
                    .toString();
        }
    }

    private void configure(String type, String uri, String credentials) throws IOException {
        environment = Map.of("LAKE_CREDENTIALS", credentials);
        Files.writeString(home.resolve("sluice.yaml"), """
                catalogs:
                  lake:
                    type: %s
                    uri: %s
                    credentials: ${env:LAKE_CREDENTIALS}
                gates:
                  nightly:
                    preset: iceberg-partition-compaction-and-maintenance-gate
                    tables: iceberg:lake/shop.*
                    small-file: 256KB
                    target-file: 512KB
                """.formatted(type, uri));
    }

    private void goesThroughTheProduct() throws Exception {
        String events = "iceberg:lake/shop.events";
        Map<Long, ByteBuffer> rows = rows("events");
        assertThat(rows).hasSize(167);
        assertThat(files("events")).hasSize(167);

        JsonNode assessed = json(sluice(0, "assess", events, "--json", LIMITS[0], LIMITS[1]));
        assertThat(assessed.toString()).contains("\"files\":167");
        assertThat(json(sluice(0, "assess", "nightly", "--json")).get("tables"))
                .as("tables of the gate, by its pattern")
                .hasSize(TABLES.size());

        JsonNode fleet = json(sluice(0, "fleet", "--json"));
        assertThat(fleet.at("/totals/tables").asInt()).isEqualTo(TABLES.size());
        assertThat(fleet.at("/totals/broken").asInt()).isZero();
        assertThat(fleet.at("/rows").findValuesAsText("table"))
                .containsExactlyInAnyOrder("iceberg:lake/shop.events", "iceberg:lake/shop.orders");

        JsonNode planned = json(sluice(0, "plan", events, "--json", LIMITS[0], LIMITS[1]));
        assertThat(files("events")).as("a plan changes nothing").hasSize(167);
        String id = planned.at("/plan/id").asText();
        JsonNode applied = json(sluice(0, "apply", id, "--json"));
        assertThat(applied.at("/status").asText()).isEqualTo("COMPACTED");
        assertThat(rows("events")).isEqualTo(rows);
        assertThat(files("events")).hasSizeLessThan(60);

        JsonNode ran = json(sluice(0, "run", "nightly", "--yes", "--json"));
        assertThat(ran.toString()).contains("COMPACTED", "HEALTHY");
        assertThat(rows("orders")).hasSize(167);
        assertThat(files("orders")).hasSameSizeAs(files("events"));

        JsonNode runs = json(sluice(0, "runs", "--json"));
        assertThat(runs.toString()).contains("iceberg:lake/shop.events", "iceberg:lake/shop.orders");
        String run = applied.at("/run").asText();
        assertThat(sluice(0, "show", run).out())
                .contains("iceberg:lake/shop.events")
                .contains("compact");
    }

    /** Whatever is said of a run, the credentials are not in it. */
    private Result sluice(int exit, String... arguments) throws IOException, InterruptedException {
        Result result = PackedProduct.sluice(home, environment, arguments);
        assertThat(result.exit())
                .as(List.of(arguments) + result.out() + result.err())
                .isEqualTo(exit);
        assertThat(result.out() + result.err()).doesNotContain(TOKEN).doesNotContain(Postgres.PASSWORD);
        return result;
    }

    private static JsonNode json(Result result) throws IOException {
        return JSON.readTree(result.out());
    }

    private Map<Long, ByteBuffer> rows(String name) {
        Map<Long, ByteBuffer> rows = new TreeMap<>();
        try (CloseableIterable<Record> records =
                IcebergGenerics.read(table(name)).build()) {
            for (Record row : records) {
                assertThat(rows.put((Long) row.getField("event_id"), (ByteBuffer) row.getField("payload")))
                        .as("another row of the same id")
                        .isNull();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private List<String> files(String name) throws IOException {
        List<String> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = table(name).newScan().planFiles()) {
            tasks.forEach(task -> files.add(task.file().location()));
        }
        return files;
    }

    private Table table(String name) {
        return catalog.loadTable(TableIdentifier.of(SHOP, name));
    }
}
