/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.connect;

import static dev.sluice.testkit.LoopbackServer.answer;
import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.app.notify.HttpPost;
import dev.sluice.iceberg.IcebergFormat;
import dev.sluice.iceberg.catalog.CatalogKind;
import dev.sluice.iceberg.catalog.CatalogSettings;
import dev.sluice.iceberg.catalog.Catalogs;
import dev.sluice.rewrite.RewriteLimits;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsTest {

    private static final String SECRET = "hunter2";

    @TempDir
    private Path folder;

    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    private final LoopbackServer server = new LoopbackServer(status(200, "ok"));
    private final Map<String, String> environment = new HashMap<>();

    @AfterEach
    void close() {
        server.close();
    }

    private List<Connection> tried(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("sluice.yaml"), yaml);
        Config config = ConfigFile.read(file, "sluice.yaml", environment, false).orRefusal();
        HttpPost post = new HttpPost(Clock.systemUTC(), HttpPost.PATIENCE);
        return new Connections(new LocalStore(), iceberg(config), post, server.address("/api/")).of(config);
    }

    private static IcebergFormat iceberg(Config config) {
        List<CatalogSettings> settings = config.catalogs().entrySet().stream()
                .map(named -> new CatalogSettings(
                        named.getKey(),
                        CatalogKind.valueOf(named.getValue().type().name()),
                        named.getValue().uri(),
                        named.getValue().warehouse(),
                        named.getValue().credentials(),
                        named.getValue().properties()))
                .toList();
        Catalogs catalogs = new Catalogs(new LocalStore(), settings);
        return new IcebergFormat(new LocalStore(), catalogs, Clock.systemUTC(), RewriteLimits.ofThisMachine());
    }

    private static String told(Connection tried) {
        return tried.what() + ": " + tried.obstacle().orElse(tried.told());
    }

    /** A port on which nobody listens. */
    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void a_receiver_is_reached_once_and_sent_nothing() throws IOException {
        environment.put("HOOK", server.address("/" + SECRET).toString());
        String port = String.valueOf(server.address("/").getPort());

        List<Connection> tried = tried("""
                defaults: { notify: { webhook: { url: "${env:HOOK}", headers: { X-Key: "${env:HOOK}" } } } }
                gates:
                  a: { table: /lake/a, preset: delta-lake-table-health-gate }
                  b: { table: /lake/b, preset: delta-lake-table-health-gate }
                """);

        assertThat(tried)
                .extracting(Connection::what, Connection::told)
                .containsExactly(tuple(
                        "webhook ${env:HOOK}",
                        "reached 127.0.0.1:" + port + "; that it takes messages is not proved, as none was sent"));
        assertThat(server.requests()).isEmpty();
        assertThat(tried.toString()).doesNotContain(SECRET);
    }

    @Test
    void what_cannot_be_reached_is_told_without_its_secret() throws IOException {
        int port = closedPort();
        environment.put("SLACK_WEBHOOK_URL", "http://127.0.0.1:%d/%s".formatted(port, SECRET));
        environment.put("NO_ADDRESS", SECRET);

        List<Connection> tried = tried("""
                catalogs:
                  rest: { type: rest, uri: "http://127.0.0.1:%d" }
                  unset: { type: rest, uri: "http://127.0.0.1:%d", credentials: "${env:UNSET}" }
                gates:
                  slack: { table: /lake/a, preset: delta-lake-table-health-gate, notify_slack: true }
                  hook:
                    table: /lake/b
                    preset: delta-lake-table-health-gate
                    notify: { webhook: { url: "${env:NO_ADDRESS}" } }
                """.formatted(port, port));

        String refused = "127.0.0.1:%d cannot be reached: Connection refused.".formatted(port);
        assertThat(tried).noneMatch(Connection::isMade);
        assertThat(tried)
                .extracting(each -> each.what() + ": " + each.obstacle().orElse(""))
                .containsExactly(
                        "catalog rest: " + refused,
                        "catalog unset: The environment variable UNSET is not set.",
                        "slack ${env:SLACK_WEBHOOK_URL}: " + refused,
                        "webhook ${env:NO_ADDRESS}: What it refers to is no address like https://host/path.");
        assertThat(tried.toString()).doesNotContain(SECRET);
    }

    @Test
    void a_catalog_in_a_folder_or_a_file_is_looked_for_and_never_made() throws IOException {
        List<Connection> tried = tried("""
                catalogs:
                  there: { type: hadoop, warehouse: %1$s }
                  gone: { type: hadoop, warehouse: %1$s/gone }
                  far: { type: hadoop, warehouse: s3://lake/warehouse }
                  file: { type: jdbc, uri: "jdbc:sqlite:%1$s/catalog.db?cache=shared" }
                """.formatted(folder));

        assertThat(tried)
                .extracting(ConnectionsTest::told)
                .containsExactly(
                        "catalog there: the folder %s is there".formatted(folder),
                        "catalog gone: There is no folder %s/gone.".formatted(folder),
                        "catalog far: A Hadoop catalog on s3:// loses commits of others, since no rename is a commit there; use a REST or a JDBC catalog.",
                        "catalog file: There is no file %s/catalog.db.".formatted(folder));
        assertThat(folder.resolve("catalog.db")).doesNotExist();
    }

    private static LoopbackServer.Behaviour catalog(String token) {
        return exchange -> {
            boolean known =
                    ("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            String path = exchange.getRequestURI().getPath();
            if (!known) {
                status(401, error(401, "NotAuthorizedException", "Not authorized"))
                        .answer(exchange);
            } else if (path.endsWith("/v1/config")) {
                answer(200, JSON, "{\"defaults\":{},\"overrides\":{}}").answer(exchange);
            } else {
                answer(404, JSON, error(404, "NoSuchNamespaceException", "There is none"))
                        .answer(exchange);
            }
        };
    }

    private static String error(int code, String type, String message) {
        return "{\"error\":{\"message\":\"%s\",\"type\":\"%s\",\"code\":%d}}".formatted(message, type, code);
    }

    @Test
    void a_catalog_is_logged_in_to_and_asked_for_tables_and_nothing_is_written() throws IOException {
        environment.put("TOKEN", SECRET);
        try (LoopbackServer rest = new LoopbackServer(catalog(SECRET))) {
            String address = rest.address("/").toString();

            List<Connection> tried =
                    tried("catalogs: { lake: { type: rest, uri: \"%s\", credentials: \"${env:TOKEN}\" } }"
                            .formatted(address));

            assertThat(tried)
                    .extracting(ConnectionsTest::told)
                    .containsExactly("catalog lake: reached 127.0.0.1:%d, asked for tables, and let in"
                            .formatted(rest.address("/").getPort()));
            assertThat(rest.requests())
                    .extracting(LoopbackServer.Request::method)
                    .containsOnly("GET");
            assertThat(rest.requests())
                    .extracting(LoopbackServer.Request::path)
                    .contains("/v1/config", "/v1/namespaces/sluice/tables?pageToken=");
        }
    }

    @Test
    void a_catalog_that_does_not_take_the_token_says_so_without_it() throws IOException {
        environment.put("TOKEN", SECRET);
        try (LoopbackServer rest = new LoopbackServer(catalog("another"))) {
            List<Connection> tried =
                    tried("catalogs: { lake: { type: rest, uri: \"%s\", credentials: \"${env:TOKEN}\" } }"
                            .formatted(rest.address("/")));

            assertThat(tried).singleElement().satisfies(lake -> {
                assertThat(lake.isMade()).isFalse();
                assertThat(lake.obstacle().orElseThrow()).containsIgnoringCase("not authorized");
            });
            assertThat(tried.toString()).doesNotContain(SECRET);
        }
    }

    @Test
    void a_catalog_in_a_database_is_asked_for_tables() throws Exception {
        Path file = folder.resolve("catalog.db");
        try (java.sql.Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE elsewhere (a INTEGER)");
        }
        String yaml = "catalogs: { lake: { type: jdbc, uri: \"jdbc:sqlite:%s\" } }".formatted(file);

        assertThat(tried(yaml)).singleElement().matches(lake -> !lake.isMade());

        try (java.sql.Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE iceberg_tables (catalog_name TEXT, table_namespace TEXT, table_name TEXT,"
                    + " metadata_location TEXT, previous_metadata_location TEXT)");
            statement.execute("CREATE TABLE iceberg_namespace_properties (catalog_name TEXT, namespace TEXT,"
                    + " property_key TEXT, property_value TEXT)");
        }
        assertThat(tried(yaml))
                .extracting(ConnectionsTest::told)
                .containsExactly("catalog lake: asked for tables, and let in");
    }

    private static final String BOT = """
            gates:
              a:
                table: /lake/a
                preset: delta-lake-table-health-gate
                notify: { slack: { bot-token: "${env:BOT}", channel: "#lake" } }
            """;

    @Test
    void a_bot_logs_in_and_sends_nothing() throws IOException {
        environment.put("BOT", SECRET);
        server.answers(status(200, "{\"ok\":true,\"user\":\"sluice\"}"));

        assertThat(tried(BOT))
                .extracting(ConnectionsTest::told)
                .containsExactly(
                        "slack ${env:BOT}: logged in; that it may write to #lake is not proved, as nothing was sent");
        assertThat(server.requests()).singleElement().satisfies(request -> {
            assertThat(request.path()).isEqualTo("/api/auth.test");
            assertThat(request.header("Authorization")).isEqualTo("Bearer " + SECRET);
        });
    }

    @Test
    void a_bot_that_slack_does_not_know_is_told_without_its_token() throws IOException {
        environment.put("BOT", SECRET);
        server.answers(status(200, "{\"ok\":false,\"error\":\"invalid_auth\"}"));

        List<Connection> tried = tried(BOT);

        assertThat(tried)
                .extracting(ConnectionsTest::told)
                .containsExactly("slack ${env:BOT}: Slack says invalid_auth.");
        assertThat(tried.toString()).doesNotContain(SECRET);
    }
}
