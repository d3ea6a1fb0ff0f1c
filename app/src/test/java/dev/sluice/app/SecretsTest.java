/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app;

import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.app.cli.Cli;
import dev.sluice.app.cli.Demo;
import dev.sluice.app.cli.Surroundings;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * No secret is in anything that the product leaves behind: markers stand wherever a secret can, the product runs through
 * what goes well and what fails, and everything that it said, logged and stored is searched for them.
 */
class SecretsTest {

    private static final String MARKER = "mArKeR";

    @TempDir
    private Path folder;

    private final LoopbackServer server = new LoopbackServer(status(200, "ok"));
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Random random = new Random(1);

    @BeforeEach
    void markers_wherever_a_secret_can_be() throws IOException {
        environment.put("SLUICE_STATE", "state");
        environment.put(
                "SLACK_WEBHOOK_URL", server.address("/" + MARKER + "/slack").toString());
        environment.put("HOOK_URL", server.address("/" + MARKER + "/hook").toString());
        for (String name : List.of("KEY", "SECRET", "SESSION", "TOKEN", "PROXY_PASSWORD", "WEBHOOK_KEY")) {
            environment.put(name, MARKER + name);
        }
        Files.writeString(folder.resolve("secret"), MARKER + "-from-a-file");
        log.start();
        root().addAppender(log);
        logger("dev.sluice").setLevel(Level.TRACE);
    }

    @AfterEach
    void close() {
        root().detachAppender(log);
        logger("dev.sluice").setLevel(null);
        server.close();
    }

    private static LoggerContext logging() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    private static Logger root() {
        return logging().getLogger("ROOT");
    }

    private static Logger logger(String name) {
        return logging().getLogger(name);
    }

    private void config(String more) throws IOException {
        Files.writeString(
                folder.resolve("sluice.yaml"), """
                catalogs:
                  lakehouse:
                    type: rest
                    uri: %s
                    credentials: ${env:TOKEN}
                    properties: { header.Authorization: "Bearer ${env:TOKEN}" }
                storage:
                  - prefix: s3://lake/
                    region: eu-central-1
                    endpoint: %s
                    path-style: true
                    patience: 2s
                    credentials:
                      type: static
                      access-key: ${env:KEY}
                      secret-key: ${file:secret}
                      session-token: ${env:SESSION}
                defaults:
                  notify:
                    webhook:
                      url: ${env:HOOK_URL}
                      secret: ${env:SECRET}
                      headers: { Authorization: "Bearer ${env:TOKEN}" }
                      on: [changed, failed, waiting, silent]
                gates:
                  orders:
                    table: delta:orders
                    preset: delta-lake-table-health-gate
                    notify_slack: true
                    triggers: { webhook: { key: "${env:WEBHOOK_KEY}" } }
                  far:
                    table: delta:s3://lake/orders
                    preset: delta-lake-table-health-gate
                    notify_slack: true
                %s""".formatted(server.address("/catalog"), server.address("/"), more));
    }

    /** One command in both voices and with all that it can say. */
    private void run(String... args) {
        run(List.of(), args);
        run(List.of("--verbose"), args);
        run(List.of("--verbose", "--json"), args);
    }

    private int run(List<String> options, String... args) {
        Surroundings around = new Surroundings(
                new BufferedReader(Reader.nullReader()),
                new PrintStream(said, true, StandardCharsets.UTF_8),
                new PrintStream(said, true, StandardCharsets.UTF_8),
                false,
                false,
                environment,
                folder,
                folder,
                "ada",
                Clock.systemUTC(),
                random);
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(options);
        return new Cli(new Wiring(around.clock()), around).run(all.toArray(String[]::new));
    }

    private void nothingTellsASecret() {
        assertThat(said.toString(StandardCharsets.UTF_8)).isNotEmpty().doesNotContain(MARKER);
        assertThat(log.list)
                .extracting(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .noneMatch(line -> line.contains(MARKER));
        assertThat(filesOf(folder.resolve("state")))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(bytes(file)).as(file.toString()).doesNotContain(MARKER));
    }

    private static List<Path> filesOf(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String bytes(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeTable() {
        Demo.Written table = new Wiring(Clock.systemUTC())
                .demo("delta")
                .orElseThrow()
                .write()
                .apply(folder.resolve("orders"));
        assertThat(table.table().format()).isEqualTo("delta");
    }

    @Test
    void where_all_goes_well() throws IOException {
        config("");
        writeTable();

        run("config", "check", "--connect");
        run("assess", "orders");
        run("plan", "orders");
        assertThat(run(List.of(), "run", "orders", "--set", "mode=ask")).isZero();
        assertThat(run(List.of(), "run", "orders")).isZero();
        run("run", "orders");
        run("explain", "orders");
        run("runs");
        run("runs", "--waiting");

        assertThat(server.requests())
                .as("the secrets were there to be told")
                .anyMatch(request -> request.path().contains(MARKER));
        nothingTellsASecret();
    }

    @Test
    void where_receivers_refuse_and_repeat_what_they_were_sent() throws IOException {
        config("");
        writeTable();
        for (int i = 0; i < 20; i++) {
            server.answers(status(400, "no hook /" + MARKER + "/slack with Bearer " + MARKER + "TOKEN"));
        }

        run("run", "orders");

        nothingTellsASecret();
    }

    @Test
    void where_the_storage_and_the_table_fail() throws IOException {
        config("");
        writeTable();
        for (Path file : filesOf(folder.resolve("orders"))) {
            if (file.toString().endsWith(".parquet")) {
                Files.delete(file);
            }
        }
        server.answers(status(403, "<Error><Code>AccessDenied</Code><Message>No</Message></Error>"));

        run("run", "orders");
        run("assess", "far");
        run("run", "far");
        run("runs");

        nothingTellsASecret();
    }

    @Test
    void where_a_secret_is_not_there_at_its_use() throws IOException {
        config("");
        writeTable();
        environment.remove("HOOK_URL");
        environment.put("SLACK_WEBHOOK_URL", MARKER + " is no address");
        Files.delete(folder.resolve("secret"));

        run("config", "check");
        run("run", "orders");
        run("assess", "far");

        nothingTellsASecret();
    }

    @Test
    void where_secrets_were_pasted_into_the_file() throws IOException {
        config("""
                  pasted:
                    table: delta:orders
                    preset: delta-lake-table-health-gate
                    small-file: ${env:SECRET}
                    notify:
                      slack: { webhook: "https://hooks.slack.com/services/mArKeR" }
                      webhook: { url: "https://ada:mArKeR@hooks/?key=mArKeR", headers: { X-Token: mArKeR, Cookie: [mArKeR] } }
                    triggers: { webhook: { key: mArKeR }, s3-events: { queue: "https://ada:mArKeR@sqs/" } }
                """);
        run("config", "check");
        run("assess", "orders");
        run("run", "orders");
        Files.writeString(folder.resolve("sluice.yaml"), "catalogs:\n  a: { type: rest, credentials: *mArKeR }\n");
        run("config", "check");
        Files.writeString(folder.resolve("sluice.yaml"), "catalogs:\n  a: { type: rest, credentials: @mArKeR }\n");
        run("config", "check");
        Files.writeString(folder.resolve("sluice.yaml"), "catalogs:\n  a: { type: rest\n  credentials: \"mArKeR }\n");
        run("config", "check");
        Files.createDirectories(folder.resolve("state"));
        Files.writeString(folder.resolve("state/file"), "so that there is one");

        nothingTellsASecret();
    }
}
