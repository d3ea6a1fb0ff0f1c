/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.app.approval.Approvers;
import dev.sluice.app.cli.Cli;
import dev.sluice.app.cli.Memory;
import dev.sluice.app.cli.Surroundings;
import dev.sluice.app.config.Config;
import dev.sluice.app.config.ConfigFile;
import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.format.Formats;
import dev.sluice.core.notify.Courier;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Scribe;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.table.TableRef;
import dev.sluice.testkit.LoopbackServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a configuration to a message: the product as it is assembled, before a receiver on this machine. */
class ToldTest {

    private static final String SECRET = "T0xSECRETxB1";
    private static final Clock CLOCK = Clock.systemUTC();

    @TempDir
    private Path folder;

    private final LoopbackServer server = new LoopbackServer(status(200, "ok"));
    private final Wiring parts = new Wiring(CLOCK);

    @AfterEach
    void close() {
        server.close();
    }

    private Config config(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("sluice.yaml"), yaml);
        Map<String, String> environment = Map.of(
                "SLACK_WEBHOOK_URL", server.address("/services/" + SECRET).toString(),
                "HOOK_URL", server.address("/hooks/" + SECRET).toString(),
                "HOOK_KEY", "key-" + SECRET);
        return ConfigFile.read(file, "sluice.yaml", environment, true).orRefusal();
    }

    private RunReport pass(Config config, String gate, TableRef table, Memory memory) {
        Formats formats = parts.formats(config);
        Subscriptions subscriptions = parts.subscriptions(config);
        Recorder recorder = new Recorder(
                memory.journal(),
                parts.leases(folder.resolve("state")),
                Watcher.NONE,
                Cancellation.NEVER,
                new Scribe(subscriptions, memory.outbox(), CLOCK),
                Patience.DEFAULT,
                CLOCK,
                new Random());
        RunReport report = new Gate(formats, new EmbeddedEngine(formats), recorder)
                .pass(table, config.gate(gate).policy("delta", Map.of()), Approvers.policy(CLOCK));
        new Courier(memory.outbox(), time -> {}, CLOCK, new Random()).deliver(subscriptions.notifiers());
        return report;
    }

    @Test
    void a_gate_tells_whom_its_owner_configured_once_and_no_secret_is_kept() throws Exception {
        Config config = config("""
                defaults:
                  notify:
                    webhook: { url: "${env:HOOK_URL}", secret: "${env:HOOK_KEY}" }
                gates:
                  orders:
                    table: delta:%1$s/orders
                    preset: delta-lake-table-health-gate
                    notify:
                      slack: { webhook: "${env:SLACK_WEBHOOK_URL}" }
                """.formatted(folder));
        TableRef table = written();
        Path state = folder.resolve("state");
        RunReport report;
        Memory memory = parts.memory(state);
        try (AutoCloseable opened = (AutoCloseable) memory.journal()) {
            report = pass(config, "orders", table, memory);
            pass(config, "orders", table, memory);

            List<Notice> notices = memory.outbox().of(report.run());
            assertThat(notices)
                    .extracting(Notice::notifier)
                    .containsExactlyInAnyOrder("slack ${env:SLACK_WEBHOOK_URL}", "webhook ${env:HOOK_URL}");
            assertThat(notices).extracting(Notice::standing).containsOnly(Notice.Standing.SENT);
        }

        assertThat(server.requests())
                .extracting(LoopbackServer.Request::path)
                .containsExactlyInAnyOrder("/services/" + SECRET, "/hooks/" + SECRET);
        JsonNode hook = new JsonMapper().readTree(requestTo("/hooks/").body());
        assertThat(hook.at("/runs/0/run").asText()).isEqualTo(report.run().text());
        assertThat(hook.at("/runs/0/outputs/compact/files_removed").asInt()).isEqualTo(40);
        assertThat(requestTo("/hooks/").header("X-Sluice-Signature")).startsWith("sha256=");
        assertThat(requestTo("/services/").body()).contains(table.toString(), "40 files into 1");
        assertThat(everythingIn(state)).isNotEmpty().noneMatch(text -> text.contains(SECRET));
    }

    @Test
    void what_stands_under_defaults_speaks_for_a_preset_with_notify_slack_only_where_the_gate_says_so()
            throws Exception {
        Config config = config("""
                defaults:
                  notify:
                    slack: { webhook: "${env:SLACK_WEBHOOK_URL}", on: [failed] }
                gates:
                  quiet: { table: "delta:/lake/a", preset: delta-lake-table-health-gate }
                  loud: { table: "delta:/lake/b", preset: delta-lake-table-health-gate, notify_slack: true }
                """);

        Subscriptions subscriptions = parts.subscriptions(config);

        assertThat(subscriptions.of("quiet")).isEmpty();
        assertThat(subscriptions.of("loud")).hasSize(1);
        assertThat(subscriptions.of("no such gate")).isEmpty();
    }

    @Test
    void a_bot_is_told_apart_by_its_channel() throws Exception {
        Config config = config("""
                gates:
                  a:
                    table: delta:/lake/a
                    preset: delta-lake-table-health-gate
                    notify: { slack: { bot-token: "${env:HOOK_KEY}", channel: "#a" } }
                  b:
                    table: delta:/lake/b
                    preset: delta-lake-table-health-gate
                    notify: { slack: { bot-token: "${env:HOOK_KEY}", channel: "#b" } }
                """);

        assertThat(parts.subscriptions(config).notifiers())
                .extracting(notifier -> notifier.name())
                .containsExactlyInAnyOrder("slack ${env:HOOK_KEY} #a", "slack ${env:HOOK_KEY} #b");
    }

    @Test
    void a_command_tells_of_its_runs_when_it_is_done() throws Exception {
        TableRef table = written();
        Files.writeString(folder.resolve("sluice.yaml"), """
                gates:
                  orders:
                    table: %s
                    preset: delta-lake-table-health-gate
                    notify_slack: true
                """.formatted(table));

        String first = sluice("run", "orders");
        String second = sluice("run", "orders");

        assertThat(first).contains("compacted and verified", "notify: Told slack ${env:SLACK_WEBHOOK_URL} of 1 run.");
        assertThat(second).contains("healthy, nothing was done").doesNotContain("Told");
        assertThat(server.requests()).hasSize(1);
        assertThat(requestTo("/services/").body()).contains("40 files into 1", table.toString());
        assertThat(first + second).doesNotContain(SECRET);
    }

    /** All that a command says. */
    private String sluice(String... args) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        Surroundings around = new Surroundings(
                new BufferedReader(Reader.nullReader()),
                out,
                out,
                false,
                false,
                Map.of(
                        "SLUICE_STATE",
                        "state",
                        "SLACK_WEBHOOK_URL",
                        server.address("/services/" + SECRET).toString()),
                folder,
                folder,
                "ada",
                CLOCK,
                new Random());
        new Cli(new Wiring(CLOCK), around).run(args);
        return said.toString(StandardCharsets.UTF_8);
    }

    private TableRef written() {
        return parts.demo("delta")
                .orElseThrow()
                .write()
                .apply(folder.resolve("orders"))
                .table();
    }

    private LoopbackServer.Request requestTo(String path) {
        return server.requests().stream()
                .filter(request -> request.path().startsWith(path))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> everythingIn(Path state) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            return files.filter(Files::isRegularFile).map(ToldTest::text).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
