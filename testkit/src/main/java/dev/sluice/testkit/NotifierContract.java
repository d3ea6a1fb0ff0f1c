/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.testkit;

import static dev.sluice.core.testing.TableBuilder.ORDERS;
import static dev.sluice.core.testing.TableBuilder.aTable;
import static dev.sluice.testkit.LoopbackServer.answer;
import static dev.sluice.testkit.LoopbackServer.hangsUp;
import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.Gate;
import dev.sluice.core.Recorder;
import dev.sluice.core.approval.Patience;
import dev.sluice.core.engine.EmbeddedEngine;
import dev.sluice.core.fault.Fault;
import dev.sluice.core.fault.GateException;
import dev.sluice.core.format.Formats;
import dev.sluice.core.notify.Courier;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notice;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.notify.Scribe;
import dev.sluice.core.notify.Subscription;
import dev.sluice.core.notify.Subscriptions;
import dev.sluice.core.policy.preset.Presets;
import dev.sluice.core.report.RunReport;
import dev.sluice.core.run.Cancellation;
import dev.sluice.core.run.Status;
import dev.sluice.core.run.Watcher;
import dev.sluice.core.secret.Secret;
import dev.sluice.core.store.Bytes;
import dev.sluice.core.testing.Approvers;
import dev.sluice.core.testing.FakeFormat;
import dev.sluice.core.testing.InMemoryJournal;
import dev.sluice.core.testing.InMemoryLeases;
import dev.sluice.core.testing.InMemoryOutbox;
import dev.sluice.core.testing.TestClock;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every notifier promises, before a receiver of every kind; and what then holds of runs. */
public abstract class NotifierContract {

    /** Stands in the path of addresses, or is the token or key itself. */
    protected static final String SECRET = "T0xSECRETxB1";

    /** So long a notifier waits for an answer in these tests. */
    protected static final Duration PATIENCE = Duration.ofMillis(400);

    private static final Message MESSAGE = new Message(
            Occasion.CHANGED,
            "delta:/lake/orders: compacted and verified",
            "Merged 40 files into 1.",
            List.of(new Message.Fact("Table", "delta:/lake/orders"), new Message.Fact("Deleted", "0 files")),
            List.of(new Message.Section("Before and after", List.of("before: 40 files", "now: 1 file"))),
            "`sluice show RUN` shows the run step by step.");
    private static final List<String> REPORTS =
            List.of("{\"run\":\"20261129T030000-00000a\",\"status\":\"COMPACTED\"}");

    private static final List<Occasion> OCCASIONS = List.of(Occasion.values());

    /** What is found in tables and messages, and what breaks payloads that are put together by hand. */
    private static final List<String> NASTY = List.of(
            "\"quoted\" and \\\"twice\\\"",
            "C:\\lake\\orders\\",
            "line one\nline two\r\nline three",
            "java.io.IOException: no\n\tat a.B.c(B.java:7)\n",
            "<!channel> <@U012AB3CD> <https://evil.example|click> a < b & c > d &amp; &lt;",
            "``` ` `code` ```",
            "*bold* _italic_ ~struck~",
            "\u0000\u0007\u001b[31m\u0085\u2028\u2029\u202e\ufeff",
            "\ud83d\udc1f\ud800 lone \udc1f",
            "{{ secret('X') }} ${env:X} %s %n",
            "'; DROP TABLE run; --",
            "",
            " ",
            "表".repeat(5_000),
            "&".repeat(9_000),
            "x\n".repeat(4_000));

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    protected LoopbackServer server;
    private final TestClock clock = TestClock.at("2026-11-29T05:00:00Z");
    private final InMemoryOutbox outbox = new InMemoryOutbox();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<Instant> attempts = new ArrayList<>();

    protected NotifierContract() {
        server = new LoopbackServer(status(200, accepted()));
    }

    /** One that waits no longer than {@link #PATIENCE}, and whose secrets hold {@link #SECRET}. */
    protected abstract Notifier notifier(URI server, Vault vault);

    /** Makes a secret of a value. */
    @FunctionalInterface
    protected interface Vault {

        Secret of(String value);
    }

    /** The body with which a receiver says that all is well. */
    protected abstract String accepted();

    @AfterEach
    void close() {
        server.close();
    }

    private Notifier notifier() {
        return notifier(server.address("/"), value -> new Secret("${env:IT}", () -> value));
    }

    private Outcome tell() {
        return notifier().tell(MESSAGE, REPORTS);
    }

    private static JsonNode json(LoopbackServer.Request request) {
        try {
            return JSON.readTree(request.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError("This is no JSON: " + request.body(), e);
        }
    }

    private static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        if (json.isTextual()) {
            texts.add(json.asText());
        }
        json.forEach(child -> texts.addAll(texts(child)));
        return texts;
    }

    @Test
    void a_message_arrives_once_with_what_it_says() {
        assertThat(tell().kind()).isEqualTo(Outcome.Kind.SENT);

        assertThat(server.requests()).hasSize(1);
        LoopbackServer.Request request = server.requests().get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.header("Content-Type")).startsWith("application/json");
        assertThat(String.join("\n", texts(json(request))))
                .contains("delta:/lake/orders: compacted and verified", "40 files");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void what_may_pass_is_no_rejection(int code) {
        server.answers(status(code, "no"));

        Outcome outcome = tell();

        assertThat(outcome.kind()).isEqualTo(Outcome.Kind.NOT_NOW);
        assertThat(outcome.reason()).contains("status " + code);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 400, 401, 403, 404, 410, 413})
    void what_would_be_refused_again_is_rejected(int code) {
        server.answers(
                answer(code, Map.of("Location", server.address("/elsewhere").toString()), "no"));

        Outcome outcome = tell();

        assertThat(outcome.kind()).isEqualTo(Outcome.Kind.REJECTED);
        assertThat(outcome.reason()).contains("status " + code);
        assertThat(server.requests()).as("no redirect is followed").hasSize(1);
    }

    @Test
    void a_receiver_that_asks_for_time_is_understood() {
        server.answers(
                answer(429, Map.of("Retry-After", "17"), "slow down"),
                answer(503, Map.of("Retry-After", "Sun, 29 Nov 2026 05:02:00 GMT"), ""),
                answer(429, Map.of("Retry-After", "soon"), ""),
                answer(429, Map.of("Retry-After", "-5"), ""),
                answer(429, Map.of("Retry-After", "99999999999999999999"), ""));

        assertThat(IntStream.range(0, 5).mapToObj(i -> ((Outcome.NotNow) tell()).retryAfter()))
                .containsExactly(
                        Optional.of(Duration.ofSeconds(17)),
                        Optional.of(Duration.ofMinutes(2)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
    }

    @Test
    void a_receiver_that_never_answers_is_not_waited_for_long() {
        server.answers(server.silent());

        Outcome outcome = tell();

        assertThat(outcome.kind()).isEqualTo(Outcome.Kind.NOT_NOW);
        assertThat(outcome.reason()).isEqualTo("No answer came within 0.4 s.");
    }

    @Test
    void an_answer_without_an_end_is_not_read_to_it() {
        server.answers(server.endless(500, "no"));

        assertThat(tell().kind()).isEqualTo(Outcome.Kind.NOT_NOW);
    }

    @Test
    void a_connection_that_breaks_or_is_refused_may_work_later() {
        server.answers(hangsUp(), hangsUp());
        Outcome broken = tell();
        assertThat(broken.kind()).isEqualTo(Outcome.Kind.NOT_NOW);
        assertThat(broken.reason()).isEqualTo("The connection broke before an answer came.");

        Notifier notifier = notifier();
        server.close();
        Outcome refused = notifier.tell(MESSAGE, REPORTS);
        assertThat(refused.kind()).isEqualTo(Outcome.Kind.NOT_NOW);
        assertThat(refused.reason()).isEqualTo("The connection was refused, or the host cannot be reached.");
    }

    @Test
    void a_secret_that_is_missing_or_empty_is_named_and_nothing_is_sent() {
        Outcome missing = notifier(
                        server.address("/"),
                        value -> new Secret("${env:IT}", () -> {
                            throw new GateException(Fault.CONFIG_INVALID, "${env:IT}", "The variable is not set.");
                        }))
                .tell(MESSAGE, REPORTS);
        Outcome empty = notifier(server.address("/"), value -> new Secret("${env:IT}", () -> " "))
                .tell(MESSAGE, REPORTS);

        assertThat(missing.kind()).isEqualTo(Outcome.Kind.NOT_NOW);
        assertThat(missing.reason()).isEqualTo("${env:IT}: The variable is not set.");
        assertThat(empty.reason()).isEqualTo("${env:IT}: The secret is empty.");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void no_secret_is_in_a_name_a_reason_or_a_text() {
        server.answers(
                status(404, "no such hook " + SECRET),
                status(503, SECRET),
                status(200, "{\"ok\":false,\"error\":\"" + SECRET + "\"}"),
                answer(302, Map.of("Location", "http://127.0.0.1:1/" + SECRET), ""),
                hangsUp(),
                hangsUp(),
                server.silent());
        List<String> said = new ArrayList<>();
        Notifier notifier = notifier();
        for (int i = 0; i < 6; i++) {
            said.add(notifier.tell(MESSAGE, REPORTS).toString());
        }
        for (String address :
                List.of("http://127.0.0.1:1/", "http://no-such-host.invalid/", "no address ", "ftp://x/")) {
            said.add(notifier(server.address("/"), value -> new Secret("${env:IT}", () -> address + SECRET))
                    .tell(MESSAGE, REPORTS)
                    .toString());
        }
        said.add(notifier(server.address("/"), value -> new Secret("${env:IT}", () -> SECRET + "\r\nX: y"))
                .tell(MESSAGE, REPORTS)
                .toString());
        said.add(notifier.name());
        said.add(notifier.toString());

        assertThat(said)
                .allSatisfy(text -> assertThat(text).doesNotContain(SECRET).doesNotContain("127.0.0.1"));
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(request.body()).doesNotContain(SECRET));
    }

    @Test
    void whatever_stands_in_a_message_its_payload_is_json_and_arrives() {
        Sample sample = Sample.seeded();
        Random random = sample.random(1);
        int cases = Sample.isFull() ? 2_000 : 150;
        for (int i = 0; i < cases; i++) {
            int number = i;
            assertThat(notifier().tell(nasty(random, i), REPORTS).kind())
                    .as("case %d of seed %d", number, sample.seed())
                    .isEqualTo(Outcome.Kind.SENT);
        }

        assertThat(server.requests().size()).isEqualTo(cases);
        for (LoopbackServer.Request request : server.requests()) {
            assertThat(request.body().chars().allMatch(c -> c >= ' ' && c < 127))
                    .isTrue();
            fits(json(request));
        }
    }

    /** Whether a payload keeps to what its receiver takes. */
    protected abstract void fits(JsonNode payload);

    private static Message nasty(Random random, int number) {
        String own = number < NASTY.size() ? NASTY.get(number) : any(random);
        return new Message(
                OCCASIONS.get(random.nextInt(OCCASIONS.size())),
                own,
                any(random),
                IntStream.range(0, random.nextInt(25))
                        .mapToObj(i -> new Message.Fact(any(random), any(random)))
                        .toList(),
                IntStream.range(0, random.nextInt(number % 10 == 0 ? 400 : 8))
                        .mapToObj(i -> new Message.Section(
                                any(random),
                                IntStream.range(0, random.nextInt(number % 7 == 0 ? 300 : 5))
                                        .mapToObj(j -> any(random))
                                        .toList()))
                        .toList(),
                any(random));
    }

    private static String any(Random random) {
        if (random.nextInt(3) == 0) {
            return NASTY.get(random.nextInt(NASTY.size() - 3));
        }
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(60);
        for (int i = 0; i < length; i++) {
            text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
        }
        return text.toString();
    }

    @Test
    void whatever_a_receiver_answers_nothing_is_thrown() {
        Random random = Sample.seeded().random(2);
        for (int i = 0; i < 60; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            String body =
                    random.nextBoolean() ? any(random) : new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
            server.answers(status(200 + random.nextInt(400), body));
        }

        assertThat(IntStream.range(0, 60).mapToObj(i -> tell().kind())).doesNotContainNull();
    }

    // What holds of runs, with this notifier.

    private RunReport pass() {
        FakeFormat format =
                new FakeFormat(aTable().withFiles(40, Bytes.ofMebibytes(1)).build(), new ArrayList<>());
        Formats formats = new Formats(List.of(format));
        Subscriptions subscriptions =
                new Subscriptions(Map.of("nightly", List.of(new Subscription(notifier(), Occasion.BY_DEFAULT))));
        Recorder recorder = new Recorder(
                new InMemoryJournal(clock),
                new InMemoryLeases(),
                Watcher.NONE,
                Cancellation.NEVER,
                new Scribe(subscriptions, outbox, clock),
                Patience.DEFAULT,
                clock,
                new Random());
        return new Gate(formats, new EmbeddedEngine(formats), recorder)
                .pass(ORDERS, Presets.named("delta-lake-table-health-gate").policy("nightly", Map.of()), Approvers.YES);
    }

    private void deliver() {
        Notifier notifier = notifier();
        Notifier watched = new Notifier() {
            @Override
            public String name() {
                return notifier.name();
            }

            @Override
            public Outcome tell(Message message, List<String> reports) {
                attempts.add(clock.instant());
                return notifier.tell(message, reports);
            }
        };
        new Courier(outbox, this::pause, clock, new Random(7)).deliver(List.of(watched));
    }

    private void pause(Duration time) {
        pauses.add(time);
        clock.advance(time);
    }

    private Notice notice() {
        assertThat(outbox.all()).hasSize(1);
        return outbox.all().get(0);
    }

    @Test
    void a_notifier_that_fails_fails_no_run_and_is_tried_three_times() {
        server.answers(status(500, ""), hangsUp(), hangsUp(), server.silent(), status(500, ""));

        RunReport report = pass();
        deliver();

        assertThat(report.status()).isEqualTo(Status.COMPACTED);
        assertThat(notice().standing()).isEqualTo(Notice.Standing.WAITING);
        assertThat(notice().reason()).isNotEmpty();
        assertThat(attempts).hasSize(3);
        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isGreaterThanOrEqualTo(Duration.ofSeconds(5)));
    }

    @Test
    void a_receiver_that_asks_for_time_gets_it_and_then_the_message() {
        server.answers(answer(429, Map.of("Retry-After", "2"), ""), answer(429, Map.of("Retry-After", "12"), ""));

        pass();
        deliver();

        assertThat(notice().standing()).isEqualTo(Notice.Standing.SENT);
        assertThat(Duration.between(attempts.get(0), attempts.get(1))).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(Duration.between(attempts.get(1), attempts.get(2))).isGreaterThanOrEqualTo(Duration.ofSeconds(12));
    }

    @Test
    void what_is_rejected_is_kept_with_its_reason_and_not_tried_again() {
        server.answers(status(404, "no_service"));

        RunReport report = pass();
        deliver();
        deliver();

        assertThat(outbox.of(report.run())).singleElement().satisfies(notice -> {
            assertThat(notice.standing()).isEqualTo(Notice.Standing.UNDELIVERED);
            assertThat(notice.reason()).contains("404");
        });
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void fifty_runs_that_end_together_are_no_fifty_messages() {
        for (int i = 0; i < 50; i++) {
            clock.advance(Duration.ofMillis(3));
            pass();
        }

        deliver();

        assertThat(outbox.all()).hasSize(50).extracting(Notice::standing).containsOnly(Notice.Standing.SENT);
        assertThat(server.requests()).hasSize(1);
        fits(json(server.requests().get(0)));
        assertThat(String.join("\n", texts(json(server.requests().get(0))))).contains("50 runs: 50 changed");
    }
}
