/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.connect;

import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.app.config.Connection;
import dev.sluice.storage.LocalStore;
import dev.sluice.testkit.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private final LoopbackServer server = new LoopbackServer(status(200, "ok"));
    private final Map<String, String> environment = new HashMap<>();

    @AfterEach
    void close() {
        server.close();
    }

    private List<Connection> tried(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("sluice.yaml"), yaml);
        Config config = ConfigFile.read(file, "sluice.yaml", environment, false).orRefusal();
        return new Connections(new LocalStore()).of(config);
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
    void a_catalog_in_a_folder_is_looked_for_and_one_without_a_server_is_not_tried() throws IOException {
        List<Connection> tried = tried("""
                catalogs:
                  there: { type: hadoop, warehouse: %1$s }
                  gone: { type: hadoop, warehouse: %1$s/gone }
                  file: { type: jdbc, uri: "jdbc:sqlite:%1$s/catalog.db" }
                  glue: { type: glue }
                """.formatted(folder));

        assertThat(tried)
                .extracting(each -> each.what() + ": " + each.obstacle().orElse(each.told()))
                .containsExactly(
                        "catalog there: the folder %s is there".formatted(folder),
                        "catalog gone: There is no folder %s/gone.".formatted(folder),
                        "catalog file: not tried, as its address names no server",
                        "catalog glue: not tried, as its address names no server");
    }
}
