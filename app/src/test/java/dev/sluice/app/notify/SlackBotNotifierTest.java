/*
 * Licensed under the Apache License, Version 2.0. See the LICENSE file in the project's root.
 */
package dev.sluice.app.notify;

import static dev.sluice.testkit.LoopbackServer.answer;
import static dev.sluice.testkit.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.notify.Message;
import dev.sluice.core.notify.Notifier;
import dev.sluice.core.notify.Occasion;
import dev.sluice.core.notify.Outcome;
import dev.sluice.core.secret.Secret;
import dev.sluice.testkit.LoopbackServer;
import dev.sluice.testkit.NotifierContract;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlackBotNotifierTest extends NotifierContract {

    private static final Clock FIVE = Clock.fixed(Instant.parse("2026-11-29T05:00:00Z"), ZoneOffset.UTC);
    private static final Message ANYTHING =
            new Message(Occasion.CHANGED, "title", "brief", List.of(), List.of(), "more");

    @Override
    protected Notifier notifier(URI address, Vault vault) {
        return new SlackBotNotifier(vault.of("xoxb-" + SECRET), "#lake", address, new HttpPost(FIVE, PATIENCE));
    }

    @Override
    protected String accepted() {
        return "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"1.2\"}";
    }

    @Override
    protected void fits(JsonNode payload) {
        SlackLimits.hold(payload);
        assertThat(payload.path("channel").asText()).isEqualTo("#lake");
    }

    private Outcome tell() {
        return notifier(server.address("/"), value -> new Secret("${env:TOKEN}", () -> value))
                .tell(ANYTHING, List.of());
    }

    @Test
    void writes_to_its_channel_with_its_token() {
        tell();

        LoopbackServer.Request request = server.requests().get(0);
        assertThat(request.path()).isEqualTo("/chat.postMessage");
        assertThat(request.header("Authorization")).isEqualTo("Bearer xoxb-" + SECRET);
    }

    @ParameterizedTest
    @CsvSource({
        "channel_not_found",
        "not_in_channel",
        "invalid_auth",
        "is_archived",
        "msg_blocks_too_long",
        "invalid_blocks"
    })
    void what_slack_refuses_with_status_200_is_rejected_with_its_word(String word) {
        server.answers(status(200, "{\"ok\":false,\"error\":\"%s\"}".formatted(word)));

        assertThat(tell()).isEqualTo(new Outcome.Rejected("Slack says %s.".formatted(word)));
    }

    @ParameterizedTest
    @CsvSource({"ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable", "request_timeout"
    })
    void what_slack_cannot_do_now_is_no_rejection(String word) {
        server.answers(answer(200, Map.of("Retry-After", "30"), "{\"ok\":false,\"error\":\"%s\"}".formatted(word)));

        assertThat(tell())
                .isEqualTo(new Outcome.NotNow("Slack says %s.".formatted(word), Optional.of(Duration.ofSeconds(30))));
    }

    @Test
    void an_answer_of_somebody_else_does_not_count_as_sent() {
        server.answers(status(200, "<html>Sign in to the hotel's network</html>"), status(200, "{}"), status(200, ""));

        for (int i = 0; i < 3; i++) {
            assertThat(tell()).isEqualTo(new Outcome.NotNow("The answer is not one of Slack.", Optional.empty()));
        }
    }

    @Test
    void a_long_answer_that_begins_well_counts_as_sent() {
        server.answers(status(200, "{\"ok\":true,\"message\":\"" + "x".repeat(20_000) + "\"}"));

        assertThat(tell().kind()).isEqualTo(Outcome.Kind.SENT);
    }
}
